package croupier.host;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;

/**
 * Files by the numbers of their descriptors. Opening /proc/self/fd/3 again is refused where the bot is
 * another user than the table, and opening java.io to reflection costs the JVM its archived modules; so the
 * number is put in its place.
 */
final class Descriptors {
    private Descriptors() {}

    /** What the table writes. */
    static FileInputStream reading(final int number) throws IOException {
        return new FileInputStream(descriptor(number));
    }

    /** What the table reads. */
    static FileOutputStream writing(final int number) throws IOException {
        return new FileOutputStream(descriptor(number));
    }

    @SuppressWarnings("removal")
    private static FileDescriptor descriptor(final int number) throws IOException {
        try {
            final Field theOne = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            theOne.setAccessible(true);
            final sun.misc.Unsafe unsafe = (sun.misc.Unsafe) theOne.get(null);
            final FileDescriptor descriptor = new FileDescriptor();
            unsafe.putInt(descriptor, unsafe.objectFieldOffset(FileDescriptor.class.getDeclaredField("fd")), number);
            return descriptor;
        } catch (ReflectiveOperationException | RuntimeException trouble) {
            throw new IOException("this JVM gives no way to descriptor " + number, trouble);
        }
    }
}

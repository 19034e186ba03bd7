package croupier.host;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What a class file says of its class, read without loading it: its fields, and everything that it names. */
final class ClassFile {
    private static final int ENUM = 0x4000;
    private static final int NATIVE = 0x0100;
    private static final int FINAL = 0x0010;
    private static final int STATIC = 0x0008;

    /** The class above it, with slashes; null for none. */
    final String parent;
    /** The interfaces that it implements. */
    final List<String> interfaces = new ArrayList<>();
    /** Its own fields. */
    final List<Field> fields = new ArrayList<>();
    /** Every field and method that it uses, of any class. */
    final List<Used> used = new ArrayList<>();
    /** Every class that it names, itself among them. */
    final List<String> named = new ArrayList<>();
    /** Whether a part of it is not written in Java. */
    boolean hasNative;
    private final int flags;

    /**
     * What each entry of the pool points to, by its number: two of them in one number where there are two.
     */
    private final int[] points;
    private final String[] texts;

    /** A field. */
    static final class Field {
        final String name;
        final String type;
        private final int flags;

        Field(final String name, final String type, final int flags) {
            this.name = name;
            this.type = type;
            this.flags = flags;
        }

        boolean isStatic() {
            return (flags & STATIC) != 0;
        }

        boolean isFinal() {
            return (flags & FINAL) != 0;
        }
    }

    /** A field or method that is used. */
    static final class Used {
        final String owner;
        final String name;

        Used(final String owner, final String name) {
            this.owner = owner;
            this.name = name;
        }
    }

    /** Reads a class file to the end of its methods; what follows them holds nothing that is looked for. */
    ClassFile(final byte[] bytes) throws IOException {
        final DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        skip(in, 8);
        final int count = in.readUnsignedShort();
        points = new int[count];
        texts = new String[count];
        final byte[] tags = new byte[count];
        for (int n = 1; n < count; n++) {
            tags[n] = in.readByte();
            if (entry(in, tags[n], n)) {
                n++;
            }
        }
        for (int n = 1; n < count; n++) {
            if (tags[n] == 7) {
                named.add(texts[points[n]]);
            } else if (tags[n] >= 9 && tags[n] <= 11) {
                final int member = points[points[n] & 0xFFFF];
                used.add(new Used(texts[points[points[n] >>> 16]], texts[member >>> 16]));
            }
        }
        flags = in.readUnsignedShort();
        skip(in, 2);
        final int above = in.readUnsignedShort();
        parent = above == 0 ? null : texts[points[above]];
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            interfaces.add(texts[points[in.readUnsignedShort()]]);
        }
        members(in, true);
        members(in, false);
    }

    boolean isEnum() {
        return (flags & ENUM) != 0;
    }

    boolean isFinal() {
        return (flags & FINAL) != 0;
    }

    /** Reads an entry of the pool; true for one that counts as two. */
    private boolean entry(final DataInputStream in, final int tag, final int n) throws IOException {
        switch (tag) {
            case 1:
                texts[n] = in.readUTF();
                return false;
            case 5:
            case 6:
                skip(in, 8);
                return true;
            case 7:
            case 8:
            case 16:
            case 19:
            case 20:
                points[n] = in.readUnsignedShort();
                return false;
            case 15:
                skip(in, 3);
                return false;
            default:
                points[n] = in.readInt();
                return false;
        }
    }

    private void members(final DataInputStream in, final boolean areFields) throws IOException {
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            final int its = in.readUnsignedShort();
            final String name = texts[in.readUnsignedShort()];
            final String type = texts[in.readUnsignedShort()];
            if (areFields) {
                fields.add(new Field(name, type, its));
            }
            hasNative |= !areFields && (its & NATIVE) != 0;
            for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
                skip(in, 2);
                skip(in, in.readInt());
            }
        }
    }

    private static void skip(final DataInputStream in, final int count) throws IOException {
        if (in.skipBytes(count) != count) {
            throw new IOException("a class file ends too soon");
        }
    }
}

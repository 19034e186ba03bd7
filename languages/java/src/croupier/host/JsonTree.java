package croupier.host;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON as maps, lists, texts, numbers and truth values, for players of games without an interface of their
 * own.
 */
final class JsonTree {
    private JsonTree() {}

    /** An object. */
    static Map<String, Object> object(final JsonReader from) {
        final Map<String, Object> object = new LinkedHashMap<>();
        from.open('{');
        while (from.more('}')) {
            final String key = from.key();
            object.put(key, value(from));
        }
        return object;
    }

    /** A list. */
    static List<Object> list(final JsonReader from) {
        final List<Object> list = new ArrayList<>();
        from.open('[');
        while (from.more(']')) {
            list.add(value(from));
        }
        return list;
    }

    private static Object value(final JsonReader from) {
        switch (from.peek()) {
            case '{':
                return object(from);
            case '[':
                return list(from);
            case '"':
                return from.text();
            case 't':
            case 'f':
                return from.truth();
            case 'n':
                from.isNull();
                return null;
            default:
                return number(from.word());
        }
    }

    private static Object number(final String word) {
        final boolean isWhole = word.indexOf('.') < 0 && word.indexOf('e') < 0 && word.indexOf('E') < 0;
        if (isWhole) {
            return Long.valueOf(word);
        }
        return Double.valueOf(word);
    }

    /** Writes what a bot made of such values. */
    static void write(final Object value, final JsonWriter out) throws Unfit {
        if (value == null || value instanceof Boolean) {
            out.raw(String.valueOf(value));
        } else if (value instanceof String) {
            out.text((String) value);
        } else if (value instanceof Double || value instanceof Float) {
            decimal(((Number) value).doubleValue(), out);
        } else if (value instanceof Number) {
            out.number(((Number) value).longValue());
        } else if (value instanceof Map) {
            members((Map<?, ?>) value, out);
        } else if (value instanceof List) {
            items((List<?>) value, out);
        } else {
            throw new Unfit("a " + value.getClass().getName() + " is no value of JSON");
        }
    }

    private static void decimal(final double value, final JsonWriter out) throws Unfit {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new Unfit(value + " is no value of JSON");
        }
        out.raw(Double.toString(value));
    }

    private static void members(final Map<?, ?> object, final JsonWriter out) throws Unfit {
        out.raw('{');
        String comma = "";
        for (final Map.Entry<?, ?> member : object.entrySet()) {
            out.raw(comma).text(String.valueOf(member.getKey())).raw(':');
            write(member.getValue(), out);
            comma = ",";
        }
        out.raw('}');
    }

    private static void items(final List<?> list, final JsonWriter out) throws Unfit {
        out.raw('[');
        String comma = "";
        for (final Object item : list) {
            out.raw(comma);
            write(item, out);
            comma = ",";
        }
        out.raw(']');
    }
}

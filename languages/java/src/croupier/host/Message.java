package croupier.host;

import java.util.ArrayList;
import java.util.List;

/** A message of the table: what every game has is read, its view is left where it lies. */
final class Message {
    /** What it is: hello, start, ask, notice or end. */
    String type;
    /** The game's name, in a hello. */
    String game;
    /** The number of the game that begins, in a start. */
    long match;
    /** The question's number. */
    int number;
    /** The bot's seat, in a start. */
    int seat;
    /** Everyone's name by seat, in a start. */
    final List<String> players = new ArrayList<>();
    /** Everyone's number by seat, the same through the whole tournament, in a start. */
    final List<Integer> entrants = new ArrayList<>();
    /**
     * What everyone has left of the game's time by seat, null for who is not timed; empty where nobody is.
     */
    final List<Long> clocks = new ArrayList<>();
    /** Luck of the bot's own, in a start. */
    long seed;
    /** Whether the last answer was refused. */
    boolean refused;
    /** What the bot left at the table, or null. */
    String memory;
    /** Whether every game begins with a new instance, in a hello. */
    boolean newEveryGame;
    /** Whether the table can send compact frames. */
    boolean compact;
    /** Whether it can send those of many games at once. */
    boolean groups;

    private final JsonReader reader = new JsonReader();
    private int view;
    private int legal;

    /** Reads what the channel has. */
    Message read(final Channel channel) {
        return read(channel.bytes(), channel.start(), channel.stop());
    }

    /** Reads what lies here. */
    Message read(final byte[] bytes, final int from, final int to) {
        reader.over(bytes, from, to);
        refused = false;
        memory = null;
        reader.open('{');
        while (reader.more('}')) {
            member(reader.key());
        }
        return this;
    }

    private void member(final String key) {
        switch (key) {
            case "type":
                type = reader.text();
                break;
            case "number":
                number = reader.number();
                break;
            case "instances":
                newEveryGame = reader.text().equals("game");
                break;
            case "view":
                view = reader.place();
                reader.skip();
                break;
            case "legal":
                legal = reader.place();
                reader.skip();
                break;
            case "game":
                // A name in the hello, a number in a start.
                if (type.equals("hello")) {
                    game = reader.text();
                } else {
                    match = reader.whole();
                }
                break;
            case "players":
                players();
                break;
            case "entrants":
                numbers(entrants);
                break;
            case "clocks":
                clocks();
                break;
            case "seat":
                seat = reader.number();
                break;
            case "seed":
                seed = reader.whole();
                break;
            case "refused":
                refused = true;
                reader.skip();
                break;
            case "memory":
                memory = reader.text();
                break;
            case "compact":
                compact = reader.truth();
                break;
            case "groups":
                groups = reader.truth();
                break;
            default:
                reader.skip();
        }
    }

    private void players() {
        players.clear();
        reader.open('[');
        while (reader.more(']')) {
            players.add(reader.text());
        }
    }

    private void numbers(final List<Integer> into) {
        into.clear();
        reader.open('[');
        while (reader.more(']')) {
            into.add(reader.number());
        }
    }

    private void clocks() {
        clocks.clear();
        reader.open('[');
        while (reader.more(']')) {
            clocks.add(reader.isNull() ? null : Long.valueOf(reader.whole()));
        }
    }

    /** The view, to be read from its beginning. */
    JsonReader view() {
        reader.back(view);
        return reader;
    }

    /** The legal moves, to be read from their beginning, where the bot wanted to be told. */
    JsonReader legal() {
        reader.back(legal);
        return reader;
    }
}

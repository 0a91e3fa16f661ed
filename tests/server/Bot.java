import java.io.Reader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A plain bot for Penguins, as a Java programmer would write one: a socket, regular expressions, a
 * pool of threads for thinking.  It takes the first legal move.
 */
public class Bot {
    private static final int SIZE = 8;
    private static final int[][] DIRECTIONS = {{2, 0}, {-2, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    private static final Pattern FIELD = Pattern.compile("<field>(\\w+)</field>");
    private static final Pattern COLOUR = Pattern.compile("welcomeMessage\" color=\"(\\w+)\"");
    private static final Pattern ROOM = Pattern.compile("roomId=\"([^\"]+)\"");

    private final String[] fields = new String[SIZE * SIZE];
    private String us = "?";

    public static void main(String[] args) throws Exception {
        String host = "127.0.0.1", port = "13050", reservation = "";
        for (int i = 0; i + 1 < args.length; i += 2) {
            switch (args[i]) {
                case "--host" -> host = args[i + 1];
                case "--port" -> port = args[i + 1];
                case "--reservation" -> reservation = args[i + 1];
                default -> throw new IllegalArgumentException(args[i]);
            }
        }
        System.out.println("Java " + System.getProperty("java.version"));
        new Bot().play(new Socket(host, Integer.parseInt(port)), reservation);
    }

    private void play(Socket line, String reservation) throws Exception {
        ExecutorService thinkers = Executors.newFixedThreadPool(4);
        Reader in = new InputStreamReader(line.getInputStream(), StandardCharsets.UTF_8);
        OutputStream out = line.getOutputStream();
        StringBuilder text = new StringBuilder();
        char[] piece = new char[65536];

        say(out, "<protocol><joinPrepared reservationCode=\"" + reservation + "\" pace=\"0\"/>");
        for (int count; (count = in.read(piece)) >= 0; ) {
            text.append(piece, 0, count);
            for (int end; (end = text.indexOf("</room>")) >= 0; text.delete(0, end + 7)) {
                String message = text.substring(0, end);
                hear(message);
                if (message.contains("\"moveRequest\"")) {
                    say(out, "<room roomId=\"" + last(ROOM, message) + "\"><data class=\"move\">"
                        + thinkers.submit(this::choose).get() + "</data></room>");
                }
            }
        }
        thinkers.shutdown();
    }

    private static void say(OutputStream out, String text) throws Exception {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static String last(Pattern pattern, String text) {
        String found = "";
        for (Matcher matcher = pattern.matcher(text); matcher.find(); ) {
            found = matcher.group(1);
        }
        return found;
    }

    private void hear(String message) {
        if (message.contains("welcomeMessage")) {
            us = last(COLOUR, message);
        }
        Matcher matcher = FIELD.matcher(message);
        for (int i = 0; i < fields.length && matcher.find(); i++) {
            fields[i] = matcher.group(1);
        }
    }

    /** Coordinates are doubled: rows with an odd number are half a field further to the right. */
    private String at(int x, int y) {
        boolean isOnBoard = y >= 0 && y < SIZE && x >= y % 2 && x < 2 * SIZE;
        return isOnBoard ? fields[y * SIZE + x / 2] : "0";
    }

    private static boolean isFree(String field) {
        return field.matches("[1-9]");
    }

    private String choose() {
        List<String> moves = new ArrayList<>(), places = new ArrayList<>();
        int penguins = 0;

        for (int y = 0; y < SIZE; y++) {
            for (int x = y % 2; x < 2 * SIZE; x += 2) {
                if (at(x, y).equals("1")) {
                    places.add("<to x=\"" + x + "\" y=\"" + y + "\"/>");
                } else if (at(x, y).equals(us)) {
                    penguins++;
                    addSlides(moves, x, y);
                }
            }
        }
        return penguins < 4 ? places.get(0) : moves.get(0);
    }

    private void addSlides(List<String> moves, int x, int y) {
        for (int[] step : DIRECTIONS) {
            int toX = x + step[0], toY = y + step[1];
            if (isFree(at(toX, toY))) {
                moves.add("<from x=\"" + x + "\" y=\"" + y + "\"/><to x=\"" + toX + "\" y=\"" + toY + "\"/>");
            }
        }
    }
}

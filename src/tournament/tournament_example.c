/* What `kielwasser tournament init` writes: a tournament that can be run as it is, every key
 * explained. */

#include "tournament/tournament_file.h"

/* Its parts, in German and in English; one text alone is that of both. */
static const char *const example[][LANG_COUNT] = {
    {"# Ein Turnier für Kielwasser: kielwasser tournament run DATEI\n"
     "# Zeilen mit # oder ; am Anfang sind Kommentare.\n",
     "# A tournament for Kielwasser: kielwasser tournament run FILE\n"
     "# Lines that begin with # or ; are comments.\n"},
    {"\n"
     "[tournament]\n"},
    {"name = Kieler Saison\n"
     "# piranhas, piranhas26, hive, mississippi, mississippi24 oder penguins\n",
     "name = Season of Kiel\n"
     "# piranhas, piranhas26, hive, mississippi, mississippi24 or penguins\n"},
    {"game = piranhas\n"},
    {"# Derselbe Startwert gibt dieselben Gruppen, Spielpläne und Spielfelder.\n",
     "# The same seed gives the same groups, calendars and boards.\n"},
    {"seed = 2019\n"},
    {"# Grenze für einen Zug eines Programms in Millisekunden; eingebaute Spieler denken 100\n",
     "# Limit for a move of a program in milliseconds; built-in players think 100\n"},
    {"time = 2000\n"},
    {"# Vor dem Turnier zwei Spiele gegen „zufall“: Wer daran scheitert, verliert alle Spiele.\n",
     "# Two games against \"zufall\" before the tournament: a team that fails loses all games.\n"},
    {"admission = yes\n"
     "\n"},
    {"# Die Phasen in ihrer Reihenfolge.  kind ist eines davon:\n"
     "#   league            jeder gegen jeden, auf Wunsch in Gruppen\n"
     "#   champions-league  jeder gegen jeden unter denen, die weitergekommen sind\n"
     "#   swiss             Schweizer System: Nachbarn in der Tabelle treffen sich\n"
     "#   final-eight       K.-o.-Runden mit höchstens acht Teams\n",
     "# The stages in their order.  kind is one of these:\n"
     "#   league            everybody against everybody, in groups if you like\n"
     "#   champions-league  each against each among those that advanced\n"
     "#   swiss             Swiss system: neighbours of the table meet\n"
     "#   final-eight       knock-out with at most eight teams\n"},
    {"[stage]\n"},
    {"name = Gruppenphase\n", "name = Group phase\n"},
    {"kind = league\n"},
    {"# Die Teams werden in die Gruppen gelost, die stärksten zuerst.\n",
     "# The teams are drawn into the groups by lot, the strongest first.\n"},
    {"groups = 2\n"},
    {"# Wie oft sich zwei Teams treffen: 2 ist Hin- und Rückspiel.\n",
     "# How often two teams meet: 2 is there and back.\n"},
    {"legs = 2\n"},
    {"# Spiele je Begegnung; nach jedem werden die Farben getauscht.\n",
     "# Games in a meeting; after each one the colours are swapped.\n"},
    {"games = 2\n"},
    {"# So viele aus jeder Gruppe kommen weiter (ohne diese Zeile: alle).\n",
     "# So many of each group go on (without this line: all).\n"},
    {"advance = 2\n"
     "\n"
     "[stage]\n"
     "name = Champions League\n"
     "kind = champions-league\n"
     "advance = 4\n"
     "\n"
     "[stage]\n"
     "name = Final Eight\n"
     "kind = final-eight\n"},
    {"# Eine gerade Zahl, mindestens 6.  Wer mehr Spiele gewonnen hat, kommt weiter, sonst "
     "folgen zwei\n"
     "# weitere; nach games_max Spielen kommt weiter, wer in der Phase davor besser war.\n",
     "# An even number, at least 6.  The team with more wins goes on, else two more games "
     "follow; after\n"
     "# games_max games the one that was better in the stage before goes on.\n"},
    {"games = 6\n"
     "games_max = 30\n"
     "third_place = yes\n"
     "\n"},
    {"# Die Teams, das stärkste zuerst.  bot ist eine eingebaute Stärke (zufall, leicht, "
     "mittel) oder die\n"
     "# Kommandozeile eines Programms.\n",
     "# The teams, the strongest first.  bot is a built-in level (zufall, leicht, mittel) or "
     "the command\n"
     "# line of a program.\n"},
    {"[team]\n"},
    {"name = Die Haie\n", "name = The Sharks\n"},
    {"bot = mittel\n"
     "\n"
     "[team]\n"},
    {"name = Die Heringe\n", "name = The Herrings\n"},
    {"bot = leicht\n"
     "\n"
     "[team]\n"},
    {"name = Die Krabben\n", "name = The Crabs\n"},
    {"bot = leicht\n"
     "\n"
     "[team]\n"},
    {"name = Das Plankton\n", "name = The Plankton\n"},
    {"bot = zufall\n"
     "\n"
     "# [team]\n"},
    {"# name = Mein Bot\n"
     "# bot = java -jar meinbot.jar\n",
     "# name = My bot\n"
     "# bot = java -jar mybot.jar\n"},
};

void tournament_file_example(enum lang lang, struct buf *out)
{
    for (size_t i = 0; i < sizeof example / sizeof *example; i++)
        buf_add(out, example[i][lang] ? example[i][lang] : example[i][LANG_DE]);
}

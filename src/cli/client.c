#include "client/client.h"

#include "cli/cli.h"
#include "cli/options.h"
#include "server/limits.h"

#include <stdio.h>

static int report_end(const struct client_report *report)
{
    enum side own = report->is_red ? SIDE_RED : SIDE_BLUE;
    enum text_id id = report->winner == SIDE_NONE ? TEXT_CLIENT_DRAW
                      : report->winner == own     ? TEXT_CLIENT_WON
                                                  : TEXT_CLIENT_LOST;

    printf(cli_text(id), report->scores[own][0], report->scores[own][1],
           report->scores[game_other(own)][0], report->scores[game_other(own)][1], report->moves,
           cause_name(report->cause), report->reason);
    return EXIT_FINE;
}

static int run(int argc, char **argv)
{
    struct client_config config = {.host = "127.0.0.1", .port = DEFAULT_PORT};
    const char *game = NULL, *player = "stark";
    int64_t time_ms = 1700;
    const struct option options[] = {
        {"game", OPTION_TEXT, &game, 0, 0},
        {"host", OPTION_TEXT, &config.host, 0, 0},
        {"port", OPTION_INT, &config.port, 1, 65535},
        {"reservation", OPTION_TEXT, &config.reservation, 0, 0},
        {"room", OPTION_TEXT, &config.room, 0, 0},
        {"player", OPTION_TEXT, &player, 0, 0},
        {"time", OPTION_NUMBER, &time_ms, 1, 3600000},
        {0},
    };
    struct client_report report;
    struct err why = {0};

    if (options_read(options, "--game GAME", argc, argv) < 0)
        return EXIT_REFUSED;
    config.rules = cli_game(game);
    if (!config.rules || !cli_player(player, "", &config.player))
        return EXIT_REFUSED;
    if (config.player.time_ms == 0)
        config.player.time_ms = time_ms;
    if (client_play(&config, &report, &why))
        return report_end(&report);
    cli_refuse_err(config.rules, &why);
    return EXIT_FAILED;
}

const struct cmd client_cmd = {
    .name = "client",
    .usage = "--game GAME [--host H] [--port P] [--reservation CODE] [--room ID] [--player NAME] "
             "[--time MS]",
    .summary = {"ein eingebauter Spieler an einem Spielleiter, unserem oder einem alten",
                "a built-in player at a referee, ours or an old one"},
    .help =
        {"Spielt ein Spiel und nennt das Ergebnis. --time ist die Bedenkzeit je Zug (1700 ms).\n"
         "--player nimmt auch Grenzen: stark:nodes=500, stark:time=100, mittel:depth=2, und\n"
         "threads=N, samples=N (docs/players.md).",
         "Plays one game and tells the result.  --time is for each move (1700 ms).\n"
         "--player also takes limits: stark:nodes=500, stark:time=100, mittel:depth=2, and\n"
         "threads=N, samples=N (docs/players.md)."},
    .example = {"  kielwasser client --game hive --player leicht"},
    .run = run,
};

#include "cli/bot_test.h"

#include "base/loop.h"
#include "cli/paths.h"
#include "server/bot_check.h"
#include "server/limits.h"
#include "server/server.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

enum { SHOWN_LINES = 20 };

struct testing {
    const struct bot_row *bot;
    const struct game_rules *rules;
    uv_loop_t loop;
    uv_signal_t interrupt;
    struct server *server;
    enum side side; /* of the bot in the present game */
    int faults;
};

static void print_lines(const struct last_lines *lines)
{
    int count = lines ? last_lines_count(lines) : 0;
    int first = count > SHOWN_LINES ? count - SHOWN_LINES : 0;

    fputs(cli_text(count > 0 ? TEXT_BOT_SAID : TEXT_BOT_SILENT), stdout);
    for (int i = first; i < count; i++)
        printf("    %s\n", last_lines_at(lines, i)->text);
}

static void print_fault(struct testing *testing, const struct err *why, int plies)
{
    char sentence[CLI_SENTENCE_SIZE];

    printf(cli_text(TEXT_BOT_FAULT), cli_side_word(testing->side), plies,
           cli_error_text(testing->rules, why, sentence));
    testing->faults++;
}

static void print_result(struct testing *testing, const struct bot_check_result *result)
{
    enum side winner = result->outcome.result.winner;
    enum text_id how = winner == SIDE_NONE       ? TEXT_BOT_DRAW
                       : winner == testing->side ? TEXT_BOT_WON
                                                 : TEXT_BOT_LOST;

    if (result->is_fine) {
        printf(cli_text(TEXT_BOT_FINE), cli_side_word(testing->side), result->plies, cli_text(how));
        return;
    }
    print_fault(testing, &result->why, result->plies);
    print_lines(result->lines);
}

static void stop(struct testing *testing)
{
    server_stop(testing->server);
    if (!uv_is_closing((uv_handle_t *)&testing->interrupt))
        uv_close((uv_handle_t *)&testing->interrupt, NULL);
}

static void on_interrupt(uv_signal_t *handle, int number)
{
    (void)number;
    stop(handle->data);
}

static void play(struct testing *testing);

static void on_end(void *context, const struct bot_check_result *result)
{
    struct testing *testing = context;

    print_result(testing, result);
    fflush(stdout);
    if (testing->side == SIDE_BLUE) {
        stop(testing);
        return;
    }
    testing->side = SIDE_BLUE;
    play(testing);
}

static void play(struct testing *testing)
{
    struct bot_check_config config = {
        .rules = testing->rules,
        .side = testing->side,
        .program = {.command = testing->bot->command,
                    .arguments = "",
                    .folder = testing->bot->folder},
        .name = testing->bot->name,
        .opponent = "zufall",
    };
    struct err why = {0};

    if (bot_check_start(testing->server, &config, on_end, testing, &why))
        return;
    print_fault(testing, &why, 0);
    stop(testing);
}

int bot_test(const struct bot_row *bot, const struct game_rules *rules, enum sandbox_wish sandbox,
             int join_ms)
{
    struct testing testing = {.bot = bot, .rules = rules};
    char folder[PATH_MAX], log[PATH_MAX + 8];
    struct err why = {0};

    if (!paths_make_temporary("kielwasser-test", folder))
        return cli_refuse(TEXT_SERVE_FOLDER, folder);
    snprintf(log, sizeof log, "%s/log", folder);
    struct server_config config = {
        .address = "127.0.0.1",
        .default_game = rules,
        .options = "",
        .limits = {.soft_ms = DEFAULT_SOFT_MS, .hard_ms = DEFAULT_HARD_MS},
        .message_gap_ms = DEFAULT_MESSAGE_GAP_MS,
        .join_ms = join_ms,
        .data_dir = folder,
        .password = "test",
        .log_path = log,
        .sandbox = sandbox,
    };
    signal(SIGPIPE, SIG_IGN);
    if (loop_init(&testing.loop, &why))
        testing.server = server_create(&testing.loop, &config, &why);
    if (!testing.server) {
        cli_refuse_err(NULL, &why);
        return EXIT_FAILED;
    }
    printf(cli_text(TEXT_BOT_TEST), bot->name, rules->title);
    fflush(stdout);
    uv_signal_init(&testing.loop, &testing.interrupt);
    testing.interrupt.data = &testing;
    uv_signal_start(&testing.interrupt, on_interrupt, SIGINT);
    play(&testing);
    uv_run(&testing.loop, UV_RUN_DEFAULT);
    server_destroy(testing.server);
    uv_loop_close(&testing.loop);
    paths_remove(folder);
    return testing.faults == 0 ? EXIT_FINE : EXIT_FAILED;
}

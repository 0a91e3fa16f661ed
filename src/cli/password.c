#include "cli/cli.h"
#include "cli/options.h"
#include "cli/paths.h"
#include "proto/client_messages.h"
#include "server/password_file.h"

#include <limits.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* A line of the terminal that is not shown, or of a pipe. */
static void read_line(char *line, int size)
{
    struct termios usual, hidden;
    sigset_t all, before;
    bool is_terminal = isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &usual) == 0;

    if (is_terminal) {
        /* Ctrl-C must not leave the terminal silent. */
        sigfillset(&all);
        sigprocmask(SIG_SETMASK, &all, &before);
        hidden = usual;
        hidden.c_lflag &= ~(tcflag_t)ECHO;
        fputs(cli_text(TEXT_PASSWORD_ASK), stdout);
        fflush(stdout);
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
    }
    if (!fgets(line, size, stdin))
        line[0] = '\0';
    if (is_terminal) {
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &usual);
        putchar('\n');
        sigprocmask(SIG_SETMASK, &before, NULL);
    }
    line[strcspn(line, "\r\n")] = '\0';
}

static int set(const char *folder, const char *password)
{
    struct err why = {0};

    if (password_file_set(folder, password, &why))
        return EXIT_FINE;
    cli_refuse_err(NULL, &why);
    return EXIT_FAILED;
}

static int draw(const char *folder)
{
    char drawn[PASSWORD_DRAWN_SIZE];

    password_file_draw(drawn);
    int code = set(folder, drawn);
    if (code == EXIT_FINE)
        printf(cli_text(TEXT_PASSWORD_DRAWN), drawn);
    return code;
}

static int run(int argc, char **argv)
{
    char folder[PATH_MAX], password[MSG_WORD_SIZE + 2];
    const char *data = NULL;
    const struct option options[] = {{"data", OPTION_TEXT, &data, 0, 0}, {0}};

    if (options_read(options, "", argc, argv) < 0)
        return EXIT_REFUSED;
    if (sodium_init() < 0 || !paths_make_data(data, folder)) {
        cli_refuse(TEXT_SERVE_FOLDER, folder);
        return EXIT_FAILED;
    }
    read_line(password, sizeof password);
    if (!password[0])
        return draw(folder);
    if (strlen(password) >= MSG_WORD_SIZE)
        return cli_refuse(TEXT_PASSWORD_LONG, MSG_WORD_SIZE - 1);
    int code = set(folder, password);
    if (code == EXIT_FINE)
        fputs(cli_text(TEXT_PASSWORD_SET), stdout);
    return code;
}

const struct cmd password_cmd = {
    .name = "password",
    .usage = "[--data FOLDER]",
    .summary = {"setzt ein neues Passwort für die Verwaltung des Spielleiters",
                "sets a new password for the administration of the referee"},
    .help =
        {"Es wird am Bildschirm erfragt oder aus der Eingabe gelesen; ein leeres heißt: eines wird "
         "gezogen\nund gezeigt. Es gilt sofort, auch wenn der Spielleiter schon läuft.\n"
         "--data ORDNER     der Ordner des Spielleiters, wenn es nicht der übliche ist",
         "It is asked for on the screen or read from the input; an empty one means: one is drawn "
         "and\nshown. It is in force at once, also if the referee is running.\n"
         "--data FOLDER     the referee's folder, unless it is the usual one"},
    .example = {"  kielwasser password\n  kielwasser password <secret.txt"},
    .run = run,
};

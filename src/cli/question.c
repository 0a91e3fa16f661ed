#include "cli/question.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool question_ask(enum text_id id, ...)
{
    char line[16] = "";
    va_list args;

    va_start(args, id);
    vprintf(cli_text(id), args);
    va_end(args);
    if (!isatty(STDIN_FILENO)) {
        putchar('\n');
        return cli_deny(TEXT_QUESTION_NEEDS_YES);
    }
    fputs(cli_text(TEXT_QUESTION_YES), stdout);
    fflush(stdout);
    if (fgets(line, sizeof line, stdin) && strchr("jJyY", line[0]))
        return true;
    fputs(cli_text(TEXT_QUESTION_NO), stdout);
    return false;
}

#include "cli/ticker.h"

#include "base/clock.h"

#include <math.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PLAIN_EVERY_MS = 10 * 1000, COLUMNS = 80, BAR_CELLS = 12 };

void ticker_start(struct ticker *ticker)
{
    *ticker = (struct ticker){.is_terminal = isatty(STDERR_FILENO), .told_us = clock_now_us()};
}

bool ticker_is_due(const struct ticker *ticker)
{
    return ticker->is_terminal || clock_now_us() - ticker->told_us >= PLAIN_EVERY_MS * 1000;
}

static int columns(void)
{
    struct winsize size = {0};

    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : COLUMNS;
}

/* Cuts a line to so many characters; what follows the first byte of one does not count. */
static void cut(char *line, int max)
{
    int count = 0;

    for (; *line; line++) {
        bool is_first = ((unsigned char)*line & 0xc0) != 0x80;
        if (is_first && count++ == max) {
            *line = '\0';
            return;
        }
    }
}

void ticker_show(struct ticker *ticker, char *line)
{
    ticker->told_us = clock_now_us();
    if (ticker->is_terminal) {
        cut(line, columns() - 1);
        fprintf(stderr, "\r%s\033[K", line);
        fflush(stderr);
    } else {
        puts(line);
        fflush(stdout);
    }
}

void ticker_bar(struct buf *out, double part)
{
    int filled = (int)lround(fmin(fmax(part, 0), 1) * BAR_CELLS);

    for (int i = 0; i < BAR_CELLS; i++)
        buf_add(out, i < filled ? "█" : "░");
}

void ticker_clear(const struct ticker *ticker)
{
    if (ticker->is_terminal)
        fputs("\r\033[K", stderr);
}

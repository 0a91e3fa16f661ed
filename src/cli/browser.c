#include "cli/browser.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static bool has_screen(void)
{
    const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");

    return (x && x[0]) || (wayland && wayland[0]);
}

/* The grandchild is adopted by init, so no process has to wait for it. */
static void start(const char *address)
{
    int nothing = open("/dev/null", O_RDWR);

    if (nothing >= 0) {
        dup2(nothing, STDIN_FILENO);
        dup2(nothing, STDOUT_FILENO);
        dup2(nothing, STDERR_FILENO);
    }
    setsid();
    if (fork() == 0)
        execlp("xdg-open", "xdg-open", address, (char *)NULL);
    _exit(0);
}

void browser_open(const char *address)
{
    pid_t child;

    if (!has_screen())
        return;
    child = fork();
    if (child == 0)
        start(address);
    else if (child > 0)
        waitpid(child, NULL, 0);
}

#include "cli/browser.h"

#include "base/file.h"
#include "web/owner_code.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

bool browser_is_there(void)
{
    const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    char path[PATH_MAX];

    return ((x && x[0]) || (wayland && wayland[0])) && file_find_program("xdg-open", path);
}

/* The grandchild is adopted by init, so no process has to wait for it. */
static _Noreturn void start_browser(const char *file)
{
    int nothing = open("/dev/null", O_RDWR);

    if (nothing >= 0) {
        dup2(nothing, STDIN_FILENO);
        dup2(nothing, STDOUT_FILENO);
        dup2(nothing, STDERR_FILENO);
    }
    setsid();
    if (fork() == 0)
        execlp("xdg-open", "xdg-open", file, (char *)NULL);
    _exit(0);
}

/* Other accounts see the words of a command: they name the file, which only the owner can read. */
bool browser_open_as_owner(const char *data_dir, const char *address, struct err *why)
{
    struct owner_code code;

    if (!owner_code_create(&code, data_dir, address, why))
        return false;
    pid_t child = fork();
    if (child == 0)
        start_browser(code.page);
    else if (child > 0)
        waitpid(child, NULL, 0);
    return true;
}

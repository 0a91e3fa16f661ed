#include "net/sandbox.h"

#include <string.h>

bool sandbox_wish_find(const char *word, enum sandbox_wish *wish)
{
    static const char *const words[] = {
        [SANDBOX_OFF] = "off", [SANDBOX_AUTO] = "auto", [SANDBOX_ON] = "on"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(word, words[i]) != 0)
            continue;
        *wish = (enum sandbox_wish)i;
        return true;
    }
    return false;
}

/* A bot that answers at once with any legal move, and starts at once because it is small: to measure what
 * everything but the bots costs.
 * usage: dummy GAME --host HOST --port PORT --reservation CODE */

#include "client/client.h"
#include "search/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    struct client_config config = {.player = player_find(slice_of("zufall")), .move_us = 1000};
    struct client_report report;
    struct err why = {0};

    config.rules = argc > 1 ? game_find(slice_of(argv[1])) : NULL;
    for (int i = 2; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--host") == 0)
            config.host = argv[i + 1];
        else if (strcmp(argv[i], "--port") == 0)
            config.port = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--reservation") == 0)
            config.reservation = argv[i + 1];
    }
    if (config.rules && config.host && client_play(&config, &report, &why))
        return EXIT_SUCCESS;
    fprintf(stderr, "dummy: %s %s\n", why.code, why.details);
    return EXIT_FAILURE;
}

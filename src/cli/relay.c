/* `kielwasser relay`: inside a cell, between a program and the referee. */

#include "net/relay.h"

#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS_MIN = 5 }; /* SOCKET PORT -- FILE NAME */

static int run(int argc, char **argv)
{
    if (argc < WORDS_MIN || strcmp(argv[2], "--") != 0)
        return cli_refuse(TEXT_MISSING, "SOCKET PORT -- FILE NAME …");
    struct relay_task task = {
        .socket = argv[0], .port = atoi(argv[1]), .program = argv[3], .argv = argv + 4};
    return relay_run(&task);
}

const struct cmd relay_cmd = {
    .name = "relay",
    .usage = "SOCKET PORT -- FILE NAME [ARGUMENT…]",
    .summary = {"führt ein abgeschottetes Programm zum Spielleiter (startet er selbst)",
                "connects a program in its sandbox with the server (started by the server itself)"},
    .help =
        {"Startet die Datei unter diesem Namen und verbindet Port PORT von 127.0.0.1 mit dem "
         "Unix-Socket.\n"
         "Der Code am Ende ist der des Programms, oder 128 und das Signal, das es beendet hat.",
         "Starts the file under this name and leads port PORT of 127.0.0.1 to the unix socket.\n"
         "The code at the end is that of the program, or 128 and the signal that has ended it."},
    .example = {"  kielwasser relay /tmp/socket 13050 -- /usr/bin/java java -jar bot.jar"},
    .run = run,
};

#include "cli/doctor.h"

#include "base/json_writer.h"
#include "base/memory.h"
#include "cli/options.h"
#include "cli/paths.h"
#include "server/limits.h"
#include "web/web.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JSON_SIZE = 256 * 1024 };

struct doctor_output {
    bool is_json;
    const char *part; /* that is being examined */
    struct buf buf;
    struct json json;
};

/* ---- findings ---- */

static void print_json(struct doctor *doctor)
{
    static const char *const levels[] = {
        [DOCTOR_FINE] = "fine", [DOCTOR_WARNING] = "warning", [DOCTOR_FAULT] = "fault"};
    struct json *json = &doctor->output->json;

    json_begin_object(json, NULL);
    json_text(json, "part", doctor->output->part);
    json_text(json, "level", levels[doctor->finding.level]);
    json_text(json, "found", doctor->finding.found);
    json_text_or_null(json, "todo", doctor->finding.todo);
    json_end_object(json);
}

static void print_text(const struct doctor_finding *finding)
{
    static const char *const marks[] = {
        [DOCTOR_FINE] = "✔", [DOCTOR_WARNING] = "!", [DOCTOR_FAULT] = "✘"};

    printf("  %s %s\n", marks[finding->level], finding->found);
    if (finding->todo[0])
        printf("    → %s\n", finding->todo);
    fflush(stdout);
}

/* The last finding is complete. */
static void print_last(struct doctor *doctor)
{
    if (!doctor->has_finding)
        return;
    doctor->has_finding = false;
    doctor->counts[doctor->finding.level]++;
    if (doctor->output->is_json)
        print_json(doctor);
    else
        print_text(&doctor->finding);
}

static void begin_finding(struct doctor *doctor, enum doctor_level level)
{
    print_last(doctor);
    doctor->has_finding = true;
    doctor->finding = (struct doctor_finding){.level = level};
}

void doctor_find(struct doctor *doctor, enum doctor_level level, enum text_id found, ...)
{
    va_list args;

    begin_finding(doctor, level);
    va_start(args, found);
    vsnprintf(doctor->finding.found, sizeof doctor->finding.found, cli_text(found), args);
    va_end(args);
}

void doctor_find_err(struct doctor *doctor, enum doctor_level level, const struct err *why)
{
    char sentence[CLI_SENTENCE_SIZE];

    begin_finding(doctor, level);
    snprintf(doctor->finding.found, sizeof doctor->finding.found, "%s",
             cli_error_text(NULL, why, sentence));
}

void doctor_advise(struct doctor *doctor, enum text_id todo, ...)
{
    va_list args;

    va_start(args, todo);
    vsnprintf(doctor->finding.todo, sizeof doctor->finding.todo, cli_text(todo), args);
    va_end(args);
}

/* ---- the examination ---- */

static const struct part {
    const char *word; /* in JSON */
    enum text_id title;
    void (*look)(struct doctor *doctor);
} parts[] = {
    {"installation", TEXT_DOCTOR_INSTALLATION, doctor_look_at_installation},
    {"server", TEXT_DOCTOR_SERVER, doctor_look_at_server},
    {"ports", TEXT_DOCTOR_PORTS, doctor_look_at_ports},
    {"limits", TEXT_DOCTOR_LIMITS, doctor_look_at_limits},
    {"disk", TEXT_DOCTOR_DISK, doctor_look_at_disk},
    {"permissions", TEXT_DOCTOR_RIGHTS, doctor_look_at_rights},
    {"data", TEXT_DOCTOR_DATA, doctor_look_at_data},
    {"time", TEXT_DOCTOR_TIME, doctor_look_at_time},
    {"sandbox", TEXT_DOCTOR_SANDBOX, doctor_look_at_programs},
};

static void examine(struct doctor *doctor)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        doctor->output->part = parts[i].word;
        if (!doctor->output->is_json)
            printf("%s\n", cli_text(parts[i].title));
        parts[i].look(doctor);
        print_last(doctor);
    }
}

static void examine_as_json(struct doctor *doctor)
{
    struct doctor_output *output = doctor->output;
    char *text = memory_get_unset(JSON_SIZE);

    buf_init(&output->buf, text, JSON_SIZE);
    json_init(&output->json, &output->buf);
    json_begin_object(&output->json, NULL);
    json_text(&output->json, "version", KIELWASSER_VERSION);
    json_text(&output->json, "folder", doctor->folder);
    json_begin_array(&output->json, "findings");
    examine(doctor);
    json_end_array(&output->json);
    json_int(&output->json, "warnings", doctor->counts[DOCTOR_WARNING]);
    json_int(&output->json, "faults", doctor->counts[DOCTOR_FAULT]);
    json_end_object(&output->json);
    puts(text);
    free(text);
}

static void find_folder(struct doctor *doctor, const char *data)
{
    char given[PATH_MAX];

    paths_data(data, given);
    doctor->has_folder = realpath(given, doctor->folder) != NULL;
    if (!doctor->has_folder)
        snprintf(doctor->folder, sizeof doctor->folder, "%s", given);
    doctor->has_server = status_ask_all(doctor->folder, doctor->status);
}

static int run(int argc, char **argv)
{
    struct doctor_output output = {.is_json = false};
    struct doctor doctor = {.port = DEFAULT_PORT, .web_port = WEB_DEFAULT_PORT, .output = &output};
    const char *data = NULL;
    const struct option options[] = {{"data", OPTION_TEXT, &data, 0, 0},
                                     {"port", OPTION_INT, &doctor.port, 0, 65535},
                                     {"web-port", OPTION_INT, &doctor.web_port, 0, 65535},
                                     {"json", OPTION_FLAG, &output.is_json, 0, 0},
                                     BOT_USER_OPTION,
                                     {0}};

    if (options_read(options, "", argc, argv) < 0)
        return EXIT_REFUSED;
    find_folder(&doctor, data);
    if (output.is_json) {
        examine_as_json(&doctor);
    } else {
        examine(&doctor);
        printf(cli_text(TEXT_DOCTOR_SUM), doctor.counts[DOCTOR_FINE], doctor.counts[DOCTOR_WARNING],
               doctor.counts[DOCTOR_FAULT]);
    }
    return doctor.counts[DOCTOR_FAULT] == 0 ? EXIT_FINE : EXIT_FAILED;
}

const struct cmd doctor_cmd = {
    .name = "doctor",
    .usage = "[--data FOLDER] [--port N] [--web-port N] [--bot-user NAME] [--json]",
    .summary =
        {"sieht nach, ob auf diesem Rechner alles zum Laufen da ist, und sagt, was zu tun ist",
         "looks whether this machine has all it takes, and says what to do"},
    .help =
        {"Es ändert nichts und dauert wenige Sekunden.  ✔ ist in Ordnung, ! schränkt etwas ein, ✘\n"
         "muss behoben werden; dann endet der Befehl mit dem Code 1.\n"
         "--data ORDNER     der Datenordner des Spielleiters\n"
         "--port N, --web-port N   die Ports, die er haben soll (13050, 8050)\n"
         "--bot-user NAME   root: Programme laufen als dieser (sonst KIELWASSER_BOT_USER)\n"
         "--json            dasselbe für Programme",
         "It changes nothing and takes a few seconds.  ✔ is fine, ! is a restriction, ✘ has to be\n"
         "mended; then the command ends with code 1.\n"
         "--data FOLDER     the referee's data folder\n"
         "--port N, --web-port N   the ports it shall have (13050, 8050)\n"
         "--bot-user NAME   root: programs run as this user (else KIELWASSER_BOT_USER)\n"
         "--json            the same for programs"},
    .example = {"  kielwasser doctor\n"
                "  sudo -u kielwasser kielwasser doctor --data /var/lib/kielwasser"},
    .run = run,
};

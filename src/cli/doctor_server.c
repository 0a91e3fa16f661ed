/* The server of the data folder, if one runs, and the ports of the next one. */

#include "cli/doctor.h"
#include "net/conn.h"
#include "server/folder_lock.h"
#include "web/web.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a running server ---- */

static int number_in_status(const struct doctor *doctor, const char *key)
{
    struct slice value;
    int number;

    return status_find(doctor->status, key, &value) && slice_to_int(value, 0, 65535, &number)
               ? number
               : 0;
}

/* The reason behind a figure of the server that is 0, in the person's words. */
static const char *reason_in_status(const struct doctor *doctor, const char *key,
                                    char sentence[CLI_SENTENCE_SIZE])
{
    struct slice value;
    struct err why = {0};

    sentence[0] = '\0';
    if (!status_find(doctor->status, key, &value))
        return sentence;
    err_parse(value, &why);
    return cli_error_text(NULL, &why, sentence);
}

static void look_at_running(struct doctor *doctor)
{
    char sentence[CLI_SENTENCE_SIZE];

    doctor_find(doctor, DOCTOR_FINE, TEXT_DOCTOR_RUNNING, number_in_status(doctor, "port"));
    if (number_in_status(doctor, STATUS_CELLS)) {
        doctor_find(doctor, DOCTOR_FINE, TEXT_DOCTOR_RUNNING_CELLS);
    } else {
        doctor_find(doctor, DOCTOR_WARNING, TEXT_DOCTOR_RUNNING_NO_CELLS,
                    reason_in_status(doctor, STATUS_CELLS STATUS_WHY, sentence));
        doctor_advise(doctor, TEXT_DOCTOR_RUNNING_NO_CELLS_TODO);
    }
    if (number_in_status(doctor, STATUS_JAVA)) {
        doctor_find(doctor, DOCTOR_FINE, TEXT_DOCTOR_RUNNING_JAVA);
    } else {
        doctor_find(doctor, DOCTOR_WARNING, TEXT_DOCTOR_RUNNING_NO_JAVA,
                    reason_in_status(doctor, STATUS_JAVA STATUS_WHY, sentence));
        doctor_advise(doctor, TEXT_DOCTOR_RUNNING_NO_JAVA_TODO);
    }
}

void doctor_look_at_server(struct doctor *doctor)
{
    int holder;

    if (doctor->has_server) {
        look_at_running(doctor);
    } else if (folder_lock_is_held(doctor->folder, &holder)) {
        doctor_find(doctor, DOCTOR_FAULT, TEXT_DOCTOR_SILENT, doctor->folder, holder);
        doctor_advise(doctor, TEXT_DOCTOR_SILENT_TODO, holder, holder);
    } else {
        doctor_find(doctor, DOCTOR_FINE, TEXT_DOCTOR_NO_SERVER);
    }
}

/* ---- ports ---- */

static void on_accept(void *context, struct conn *conn)
{
    (void)context;
    conn_close(conn);
}

/* Listens for a moment, as a server would. */
static bool can_listen(int port, struct err *why)
{
    uv_loop_t loop;

    uv_loop_init(&loop);
    struct listener *listener = listener_create(&loop, "127.0.0.1", port, on_accept, NULL, why);
    listener_close(listener);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    return listener != NULL;
}

static void look_at_port(struct doctor *doctor, int port, int own, const char *option)
{
    struct err why = {0};

    if (own != 0 && port == own) {
        doctor_find(doctor, DOCTOR_FINE, TEXT_DOCTOR_PORT_OURS, port);
    } else if (can_listen(port, &why)) {
        doctor_find(doctor, DOCTOR_FINE, TEXT_DOCTOR_PORT_FREE, port);
    } else {
        /* A server that runs already needs no other port. */
        doctor_find_err(doctor, doctor->has_server ? DOCTOR_WARNING : DOCTOR_FAULT, &why);
        doctor_advise(doctor, TEXT_DOCTOR_PORT_TODO, port, option, port + 1);
    }
}

/* Of the page, as the server of the folder has written it down: "http://127.0.0.1:8050/". */
static int own_web_port(const struct doctor *doctor)
{
    char address[WEB_ADDRESS_SIZE];

    if (!doctor->has_server || !web_address_of_folder(doctor->folder, address))
        return 0;
    const char *colon = strrchr(address, ':');
    return colon ? atoi(colon + 1) : 0;
}

void doctor_look_at_ports(struct doctor *doctor)
{
    int own = doctor->has_server ? number_in_status(doctor, "port") : 0;

    look_at_port(doctor, doctor->port, own, "--port");
    look_at_port(doctor, doctor->web_port, own_web_port(doctor), "--web-port");
}

#ifndef CLI_DOCTOR_H
#define CLI_DOCTOR_H

/*
 * `kielwasser doctor`: looks at everything a server needs on this machine and says what to do.  It
 * changes nothing.  Each part of the examination is a function below; it adds findings.
 */

#include "cli/cli.h"
#include "net/sandbox.h"
#include "server/status.h"

#include <limits.h>

enum doctor_level { DOCTOR_FINE, DOCTOR_WARNING, DOCTOR_FAULT };

enum { DOCTOR_SENTENCE_SIZE = 1024 };

struct doctor_finding {
    enum doctor_level level;
    char found[DOCTOR_SENTENCE_SIZE];
    char todo[DOCTOR_SENTENCE_SIZE]; /* "": nothing */
};

struct doctor {
    /* What is examined. */
    char folder[PATH_MAX]; /* the data folder, with a whole path if it is there … */
    bool has_folder;       /* … which it need not be */
    int port, web_port;
    bool has_server; /* a server works with the folder, and says: */
    char status[STATUS_SIZE];

    /* What was found. */
    struct doctor_output *output;
    bool has_finding;
    struct doctor_finding finding; /* the last one; it may still get advice */
    int counts[DOCTOR_FAULT + 1];
};

/* A finding, and for the last finding what to do about it. */
void doctor_find(struct doctor *doctor, enum doctor_level level, enum text_id found, ...);
void doctor_advise(struct doctor *doctor, enum text_id todo, ...);
/* A finding from below: the reason as a sentence. */
void doctor_find_err(struct doctor *doctor, enum doctor_level level, const struct err *why);

void doctor_look_at_installation(struct doctor *doctor);
void doctor_look_at_programs(struct doctor *doctor);
void doctor_look_at_limits(struct doctor *doctor);
void doctor_look_at_ports(struct doctor *doctor);
void doctor_look_at_disk(struct doctor *doctor);
void doctor_look_at_time(struct doctor *doctor);
void doctor_look_at_rights(struct doctor *doctor);
void doctor_look_at_data(struct doctor *doctor);
void doctor_look_at_server(struct doctor *doctor);

#endif

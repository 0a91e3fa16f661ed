#include "server/bot_process.h"

#include "base/clock.h"
#include "bots/bot_command.h"
#include "net/child.h"
#include "net/private_path.h"
#include "server/bot_sandbox.h"
#include "server/internal.h"
#include "server/seat_logs.h"

#include <assert.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What to start, kept for a second start. */
struct order_text {
    char line[2 * BOT_COMMAND_LINE_SIZE], folder[BOT_COMMAND_LINE_SIZE];
};

struct bot_process {
    struct bot_process *next; /* newest first */
    struct server *server;
    char room[ROOM_ID_SIZE];
    enum side side;
    struct order_text order;
    struct child *child;
    struct bot_process_state state;
    int64_t started_us;
    uint64_t noted_lines; /* that are in the seat_log, if there is one … */
    int said_count;       /* … of which so many at … */
    int said_ply;         /* … this ply */
    uint64_t told_lines;  /* how much of its output was told, … */
    int64_t told_us;      /* … since then */
    int64_t over_us;      /* when its game was seen to be over; 0: it is not */
    bool is_unwanted;     /* nothing of it is kept once it has ended */
};

static struct bot_process *find(const struct server *server, const char *room, enum side side)
{
    for (struct bot_process *program = server->programs; program; program = program->next) {
        if (program->side == side && strcmp(program->room, room) == 0)
            return program;
    }
    return NULL;
}

static void enter(struct bot_process *program, enum bot_process_phase phase)
{
    program->state.phase = phase;
    program->state.since_ms = clock_wall_ms();
}

/* Views of the game show the state of its programs, and what they print. */
static void tell(struct bot_process *program)
{
    program->told_lines = program->state.lines->begun;
    program->told_us = server_now_us(program->server);
    struct room_slot *slot = rooms_find_any(program->server, program->room);
    if (slot)
        rooms_tell(slot, &(struct room_event){.kind = ROOM_EVENT_PROGRAM, .side = program->side});
}

/* A flood of output must not push the messages out of the log. */
static void note_line(struct bot_process *program, const char *text)
{
    const struct room_slot *slot = rooms_find(program->server, program->room);
    int ply = slot ? slot->room.record.ply_count : program->said_ply;
    struct err why = {0};

    if (ply != program->said_ply)
        program->said_count = 0;
    program->said_ply = ply;
    if (program->said_count == LIMIT_SEAT_LOG_LINES) {
        err_set(&why, "log_lost", "");
        seat_logs_note(program->server, program->room, program->side, &why);
    }
    if (program->said_count++ < LIMIT_SEAT_LOG_LINES)
        seat_logs_add(program->server, program->room, program->side, SEAT_LOG_SAYS, slice_of(text));
}

/* Lines are complete, unless it has ended. */
static void note_lines(struct bot_process *program)
{
    const struct last_lines *lines = program->state.lines;
    uint64_t oldest = lines->begun - (uint64_t)last_lines_count(lines);
    bool is_growing = lines->is_open && program->state.phase != BOT_PROCESS_GONE;
    uint64_t end = lines->begun - (is_growing ? 1 : 0);

    assert(program->state.lines);
    if (program->noted_lines < oldest)
        program->noted_lines = oldest;
    for (; program->noted_lines < end; program->noted_lines++)
        note_line(program, last_lines_at(lines, (int)(program->noted_lines - oldest))->text);
}

void bot_process_catch_up(struct server *server, const char *room, enum side side)
{
    struct bot_process *program = find(server, room, side);

    if (!program || program->state.phase == BOT_PROCESS_GONE)
        return;
    child_catch_up(program->child);
    note_lines(program);
}

static void on_end(void *context, struct child *child)
{
    struct bot_process *program = context;

    assert(program->child == child);
    enter(program, BOT_PROCESS_GONE);
    child_end_reason(child, &program->state.end);
    note_lines(program);
    seat_logs_note(program->server, program->room, program->side, &program->state.end);
    tell(program);
}

int bot_processes_running(const struct server *server)
{
    int count = 0;

    for (const struct bot_process *program = server->programs; program; program = program->next)
        count += program->state.phase != BOT_PROCESS_GONE;
    return count;
}

/* ---- files with what bots have printed ---- */

static int is_log(const struct dirent *entry) { return strstr(entry->d_name, ".log") != NULL; }

/* Names begin with the time, so the oldest come first. */
static void make_room_for_log(const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_log, alphasort);
    char path[PATH_MAX];

    for (int i = 0; i < count; i++) {
        int len = snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (count - i >= LIMIT_BOT_LOGS && len < PATH_MAX)
            unlink(path);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

/* A name for a new file with what a bot prints, bots-logs/DATE-TIME_ROOM_SIDE.log in the data
 * folder;
 * "": there can be none. */
static void name_log(const char *data_dir, const char *room, enum side side, char path[PATH_MAX])
{
    char folder[PATH_MAX - 128], when[32];
    int len = snprintf(folder, sizeof folder, "%s/bots-logs", data_dir);

    path[0] = '\0';
    if (len >= (int)sizeof folder)
        return;
    mkdir(folder, 0700);
    make_room_for_log(folder);
    clock_format(clock_wall_ms(), "%Y%m%d-%H%M%S", when, sizeof when);
    snprintf(path, PATH_MAX, "%s/%s_%s_%s.log", folder, when, room, side_name(side));
}

/* ---- starting ---- */

/* Where a program on this machine finds us. */
static const char *host_of(const struct server *server)
{
    const char *address = server->config.address;

    /* In a cell the relay listens. */
    if (server->sandbox)
        return "127.0.0.1";
    return strcmp(address, "0.0.0.0") == 0 ? "127.0.0.1"
           : strcmp(address, "::") == 0    ? "::1"
                                           : address;
}

/* A path with blanks in it may stand for itself. */
static bool write_order(const struct bot_process_config *wish, struct order_text *order,
                        struct err *why)
{
    struct buf line, folder;
    bool is_path = wish->command[0] == '/' && access(wish->command, F_OK) == 0;

    buf_init(&line, order->line, sizeof order->line);
    buf_init(&folder, order->folder, sizeof order->folder);
    buf_add(&folder, wish->folder);
    if (is_path)
        bot_command_quote(&line, wish->command);
    else
        buf_add(&line, wish->command);
    buf_format(&line, " %s", wish->arguments);
    return !(line.is_full || folder.is_full) || err_set(why, "bot_line_long", "");
}

/* What was ordered now or, without a command, what was ordered for this seat before. */
static bool take_order(const struct bot_process *before, const struct bot_process_config *wish,
                       struct order_text *order, struct err *why)
{
    if (wish->command[0] || !before)
        return write_order(wish, order, why);
    *order = before->order;
    return true;
}

/* False: we can see this file, and the user of programs cannot. */
static bool check_word(const struct bot_user *user, const char *folder, const char *word,
                       struct err *why)
{
    char path[PATH_MAX];

    return !private_path_of_word(folder, word, path) || bot_user_can_read(user, path) ||
           err_set(why, "bot_user_cannot_read", path);
}

static bool check_words(const struct bot_user *user, const struct bot_command *command,
                        struct err *why)
{
    if (!user->is_other)
        return true;
    for (int i = 0; i < command->argc; i++) {
        if (!check_word(user, command->folder, command->argv[i], why))
            return false;
    }
    return true;
}

/* Looks at files with the rights of the user of programs.  If that user cannot read a file that we
 * can read, the refusal says so. */
static bool make_command(const struct server *server, const struct order_text *order,
                         const char *code, struct bot_command *command, struct err *why)
{
    const struct bot_user *user = &server->bot_user;
    struct bot_command_place place = {
        .host = host_of(server), .port = server_port(server), .reservation = code};

    bot_user_look_as(user);
    bool is_made = bot_command_make(command, order->line, order->folder, &place, why);
    bot_user_look_as_ourselves(user);
    if (is_made)
        return check_words(user, command, why);
    struct err seen = *why;
    return user->is_other && bot_command_make(command, order->line, order->folder, &place, NULL)
               ? err_set(why, "bot_user_cannot_read", seen.details)
               : false;
}

/* No bot works in a private folder.  A cell looks at the other words itself. */
static bool check_private(const struct server *server, const struct bot_command *command,
                          struct err *why)
{
    struct private_places places;

    private_path_find_places(&places, &server->bot_user, server->config.data_dir);
    if (command->folder[0] && !private_path_check(&places, command->folder, why))
        return false;
    return server->sandbox ||
           private_path_check_words(&places, command->folder, command->program, command->argv, why);
}

/* Starts the command as it is, or in a cell. */
static struct child *start_child(struct server *server, const struct bot_command *command,
                                 struct child_config *config, struct err *why)
{
    struct sandbox_command locked;

    config->user = &server->bot_user;
    if (!check_private(server, command, why))
        return NULL;
    if (!server->sandbox) {
        config->program = command->program;
        config->argv = command->argv;
        config->folder = command->folder[0] ? command->folder : NULL;
        return child_start(server->loop, config, why);
    }
    if (!bot_sandbox_lock_in(server, command, &locked, why))
        return NULL;
    config->program = locked.argv[0];
    config->argv = locked.argv;
    config->has_cell = true;
    config->filter = bot_sandbox_filter(server);
    return child_start(server->loop, config, why);
}

static struct bot_process *launch(struct server *server, const struct bot_command *command,
                                  const struct bot_process_config *wish, const char *log,
                                  struct err *why)
{
    struct bot_process *program = calloc(1, sizeof *program);
    struct child_config config = {
        .log = log[0] ? log : NULL, .core = wish->core, .on_end = on_end, .context = program};

    if (!program) {
        err_set(why, "no_memory", "");
        return NULL;
    }
    program->child = start_child(server, command, &config, why);
    if (program->child)
        return program;
    free(program);
    return NULL;
}

bool bot_process_start(struct server *server, const char *room, enum side side,
                       const struct bot_process_config *wish, struct err *why)
{
    struct room_slot *slot = rooms_find(server, room);
    struct order_text order;
    struct bot_command command;
    char code[ROOM_ID_SIZE], log[PATH_MAX] = "";
    struct room_action expect = {.kind = ROOM_EXPECT,
                                 .side = side,
                                 .seat_kind = SEAT_BOT,
                                 .code = code,
                                 .name = wish->name && wish->name[0] ? wish->name : NULL};

    assert(side < SIDE_NONE && wish->command && wish->arguments && wish->folder);
    if (!slot || slot->room.phase != ROOM_WAITING || slot->room.seats[side].is_taken)
        return err_set(why, "bot_no_seat", "");
    if (server->no_bot_user.code[0]) {
        *why = server->no_bot_user;
        return false;
    }
    if (server->is_stopping || bot_processes_running(server) >= LIMIT_BOTS)
        return err_set(why, "bot_too_many", "");
    /* A new code: one that was started before cannot take the seat any more. */
    rooms_draw_id(code, slot->index);
    if (!take_order(find(server, room, side), wish, &order, why) ||
        !make_command(server, &order, code, &command, why))
        return false;
    if (!slot->is_unarchived)
        name_log(server->config.data_dir, room, side, log);
    struct bot_process *program = launch(server, &command, wish, log, why);
    if (!program)
        return false;
    bot_process_drop(server, room, side);
    snprintf(program->room, sizeof program->room, "%s", room);
    program->server = server;
    program->order = order;
    program->side = side;
    program->started_us = server_now_us(server);
    program->state.pid = (int)child_pid(program->child);
    program->state.lines = child_lines(program->child);
    enter(program, BOT_PROCESS_STARTING);
    program->next = server->programs;
    server->programs = program;
    return rooms_do_at(slot, &expect, program->started_us, why);
}

/* ---- looking, and dropping ---- */

const struct bot_process_state *bot_process_find(const struct server *server, const char *room,
                                                 enum side side)
{
    static const struct bot_process_state none = {.phase = BOT_PROCESS_NONE};
    const struct bot_process *program = find(server, room, side);

    return program ? &program->state : &none;
}

bool bot_process_has_failed(const struct bot_process_state *state)
{
    return state->end.code[0] && strcmp(state->end.code, "bot_stopped") != 0 &&
           strcmp(state->end.details, "0") != 0;
}

static void remove_program(struct bot_process **place)
{
    struct bot_process *program = *place;

    assert(program);
    *place = program->next;
    child_destroy(program->child);
    free(program);
}

void bot_process_drop(struct server *server, const char *room, enum side side)
{
    struct bot_process *program = find(server, room, side);
    struct bot_process **place = &server->programs;

    if (!program || program->state.phase == BOT_PROCESS_READY)
        return;
    while (*place != program)
        place = &(*place)->next;
    remove_program(place);
}

/* ---- time ---- */

static void tick(struct bot_process *program, int64_t now_us)
{
    const struct room_slot *slot = rooms_find(program->server, program->room);

    if (program->state.phase == BOT_PROCESS_GONE)
        return;
    if (!slot) {
        if (program->over_us == 0)
            program->over_us = now_us;
        if (now_us - program->over_us > BOT_LEAVE_MS * 1000)
            child_stop(program->child, BOT_STOP_MS);
        return;
    }
    if (program->state.phase == BOT_PROCESS_STARTING && slot->room.seats[program->side].is_taken)
        enter(program, BOT_PROCESS_READY);
    note_lines(program);
    bool was_late = program->state.is_late;
    program->state.is_late =
        program->state.phase == BOT_PROCESS_STARTING &&
        now_us - program->started_us > program->server->config.join_ms * 1000LL;
    bool has_news = program->state.lines->begun != program->told_lines &&
                    now_us - program->told_us > BOT_TELL_MS * 1000;
    if (has_news || program->state.is_late != was_late)
        tell(program);
}

/* The last LIMIT_BOTS_KEPT programs that have ended are kept. */
static void forget_old(struct server *server)
{
    int gone = 0;

    for (struct bot_process **place = &server->programs; *place;) {
        gone += (*place)->state.phase == BOT_PROCESS_GONE;
        bool is_old = gone > LIMIT_BOTS_KEPT || (*place)->is_unwanted;
        if ((*place)->state.phase == BOT_PROCESS_GONE && is_old)
            remove_program(place);
        else
            place = &(*place)->next;
    }
}

void bot_processes_forget(struct server *server, const char *room)
{
    for (struct bot_process *program = server->programs; program; program = program->next)
        program->is_unwanted = program->is_unwanted || strcmp(program->room, room) == 0;
}

void bot_processes_tick(struct server *server, int64_t now_us)
{
    for (struct bot_process *program = server->programs; program; program = program->next)
        tick(program, now_us);
    forget_old(server);
}

void bot_processes_stop(struct server *server)
{
    for (struct bot_process *program = server->programs; program; program = program->next)
        child_stop(program->child, BOT_STOP_MS);
}

void bot_processes_destroy(struct server *server)
{
    while (server->programs)
        remove_program(&server->programs);
}

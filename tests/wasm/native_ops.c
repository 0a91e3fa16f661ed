/* The operations of a module in a native program, for agree.mjs.  A question is a line "GAME OP
 * LENGTH" and so many bytes of arguments, the answer is a line of JSON. */

#include "../../wasm/exports.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    call_op *run;
} ops[] = {
#define OP(name) {#name, op_##name},
#include "../../wasm/ops.def"
#undef OP
};

static call_op *find_op(const char *name)
{
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        if (strcmp(ops[i].name, name) == 0)
            return ops[i].run;
    }
    return NULL;
}

int main(void)
{
    char game[32], name[32];
    unsigned length;

    while (scanf("%31s %31s %u", game, name, &length) == 3 && getchar() == '\n' &&
           length < kw_buffer_size() && fread(kw_buffer(), 1, length, stdin) == length) {
        const struct game_rules *rules = game_find(slice_of(game));
        call_op *op = find_op(name);
        if (!rules || !op)
            return 1;
        printf("%.*s\n", (int)call_run(rules, op, length), kw_buffer());
        fflush(stdout);
    }
    return 0;
}

#include "learn/spsa.h"

#include "base/rng.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double alpha = 0.602, gamma_ = 0.101;
static const double default_r = 0.002;
/* Six places behind the point are told to a player; what is smaller could not be seen. */
static const double bound = 1e9, c_min = 1e-5;

/* ---- parameters as text ---- */

static bool is_name(struct slice name)
{
    if (name.len == 0 || name.len >= SPSA_NAME_SIZE)
        return false;
    for (size_t i = 0; i < name.len; i++) {
        char c = name.at[i];
        if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && c != '_' &&
            !(i > 0 && c >= '0' && c <= '9'))
            return false;
    }
    return true;
}

static bool read_number(struct slice text, double *number)
{
    char copy[32];
    char *end;

    if (text.len == 0 || text.len >= sizeof copy || isspace((unsigned char)text.at[0]))
        return false;
    memcpy(copy, text.at, text.len);
    copy[text.len] = '\0';
    *number = strtod(copy, &end);
    return *end == '\0' && isfinite(*number) && fabs(*number) <= bound;
}

static bool is_sound(const struct spsa_param *param)
{
    bool has_bounds =
        param->min < param->max && param->start >= param->min && param->start <= param->max;
    bool has_whole_bounds =
        !param->is_whole || (floor(param->min) == param->min && floor(param->max) == param->max);

    return has_bounds && has_whole_bounds && param->c_end >= c_min &&
           param->c_end <= param->max - param->min && param->r_end > 0;
}

bool spsa_read_param(struct spsa_param *param, const char *text, struct err *why)
{
    struct slice rest = slice_of(text);
    struct slice name = slice_take_until(&rest, '=');
    double *const numbers[] = {&param->start, &param->min, &param->max, &param->c_end,
                               &param->r_end};
    int count = 0;

    *param = (struct spsa_param){.r_end = default_r};
    if (!is_name(name) || text[strlen(text) - 1] == ',')
        return err_set(why, "spsa_param", text);
    memcpy(param->name, name.at, name.len);
    while (rest.len > 0 && !param->is_whole) {
        struct slice word = slice_take_until(&rest, ',');
        if (count >= 4 && slice_is(word, "int"))
            param->is_whole = true;
        else if (count == 5 || !read_number(word, numbers[count++]))
            return err_set(why, "spsa_param", text);
    }
    if (rest.len > 0 || count < 4)
        return err_set(why, "spsa_param", text);
    return is_sound(param) || err_set(why, "spsa_bounds", text);
}

void spsa_print_value(const struct spsa_param *param, double value, struct buf *out)
{
    char text[40];
    size_t len = (size_t)snprintf(text, sizeof text, param->is_whole ? "%.0f" : "%.6f", value);

    while (!param->is_whole && text[len - 1] == '0')
        len--;
    if (text[len - 1] == '.')
        len--;
    struct slice number = slice_make(text, len);
    buf_add_slice(out, slice_is(number, "-0") ? slice_of("0") : number);
}

/* ---- the way ---- */

bool spsa_begin(struct spsa *spsa, const struct spsa_plan *plan, struct err *why)
{
    *spsa = (struct spsa){.plan = *plan};
    for (int i = 0; i < plan->count; i++) {
        for (int k = 0; k < i; k++) {
            if (strcmp(plan->params[i].name, plan->params[k].name) == 0)
                return err_set(why, "spsa_twice", plan->params[i].name);
        }
        spsa->theta[i] = plan->params[i].start;
    }
    return true;
}

bool spsa_is_over(const struct spsa *spsa) { return spsa->done >= spsa->plan.iterations; }

static double clamp(const struct spsa_param *param, double value)
{
    return fmin(fmax(value, param->min), param->max);
}

/* The gains of the next iteration. */
static double gain_c(const struct spsa *spsa, const struct spsa_param *param)
{
    return param->c_end * pow((double)spsa->plan.iterations / (spsa->done + 1), gamma_);
}

static double gain_a(const struct spsa *spsa, const struct spsa_param *param)
{
    double calm = spsa->plan.iterations / 10.0;

    return param->r_end * param->c_end * param->c_end *
           pow((calm + spsa->plan.iterations) / (calm + spsa->done + 1), alpha);
}

/* One stream of chance for each iteration, so that they do not depend on how many were drawn
 * before. */
static struct rng chance(const struct spsa *spsa)
{
    return rng_make(rng_mix(rng_mix((uint64_t)spsa->plan.seed) + (uint64_t)spsa->done));
}

static double told_value(const struct spsa_param *param, double value, double part)
{
    return clamp(param, param->is_whole ? floor(value + part) : value);
}

void spsa_try(const struct spsa *spsa, struct spsa_trial *trial)
{
    struct rng rng = chance(spsa);

    memset(trial, 0, sizeof *trial);
    for (int i = 0; i < spsa->plan.count; i++) {
        const struct spsa_param *param = &spsa->plan.params[i];
        double c = gain_c(spsa, param);
        trial->delta[i] = rng_below(&rng, 2) == 1 ? 1 : -1;
        double part = (double)(rng_next(&rng) >> 11) / (double)(UINT64_C(1) << 53);
        trial->values[0][i] = told_value(param, spsa->theta[i] + c * trial->delta[i], part);
        trial->values[1][i] = told_value(param, spsa->theta[i] - c * trial->delta[i], part);
    }
}

void spsa_add_result(struct spsa *spsa, int balance)
{
    struct spsa_trial trial;

    spsa_try(spsa, &trial);
    for (int i = 0; i < spsa->plan.count; i++) {
        const struct spsa_param *param = &spsa->plan.params[i];
        double step = gain_a(spsa, param) / gain_c(spsa, param) * balance * trial.delta[i];
        spsa->theta[i] = clamp(param, spsa->theta[i] + step);
    }
    spsa->done++;
}

double spsa_value(const struct spsa *spsa, int param)
{
    return spsa->plan.params[param].is_whole ? round(spsa->theta[param]) : spsa->theta[param];
}

void spsa_print_trial(const struct spsa *spsa, const struct spsa_trial *trial, struct buf *out)
{
    for (int player = 0; player < 2; player++) {
        for (int i = 0; i < spsa->plan.count; i++) {
            const struct spsa_param *param = &spsa->plan.params[i];
            buf_format(out, "%s%c:%s=", player + i > 0 ? " " : "", 'A' + player, param->name);
            spsa_print_value(param, trial->values[player][i], out);
        }
    }
}

#include "learn/fit.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT_MAX = LINEAR_WEIGHTS_MAX, FIRST_ROWS = 1024, HALVINGS_MAX = 30 };

static const double close_enough = 1e-10; /* so much less loss is not worth another step */

struct rows {
    double *targets;
    int16_t *numbers; /* of each row: the parts, then the features */
    int64_t count, room;
};

struct fit {
    int sets, features, count; /* of weights */
    double unit;
    struct rows rows[FIT_PARTS];
    /* Of the training: in how many rows each weight counts, and the sum of the squares there. */
    double uses[COUNT_MAX], squares[COUNT_MAX];
};

/* What a step is made from: the slope of the loss and its bend, a symmetric matrix of which the
 * lower half is filled. */
struct bend {
    double slope[COUNT_MAX];
    double matrix[COUNT_MAX][COUNT_MAX];
};

/* ---- positions ---- */

struct fit *fit_create(int sets, int features, double unit)
{
    struct fit *fit = memory_get(1, sizeof *fit);

    assert(sets <= LINEAR_SETS_MAX && features <= LINEAR_FEATURES_MAX);
    assert(sets * features <= COUNT_MAX && unit > 0);
    fit->sets = sets;
    fit->features = features;
    fit->count = sets * features;
    fit->unit = unit;
    return fit;
}

void fit_destroy(struct fit *fit)
{
    if (!fit)
        return;
    for (int part = 0; part < FIT_PARTS; part++) {
        free(fit->rows[part].targets);
        free(fit->rows[part].numbers);
    }
    free(fit);
}

static int width(const struct fit *fit) { return fit->sets + fit->features; }

static void make_room(const struct fit *fit, struct rows *rows)
{
    if (rows->count < rows->room)
        return;
    rows->room = rows->room ? 2 * rows->room : FIRST_ROWS;
    size_t room = (size_t)rows->room;
    rows->targets = memory_grow(rows->targets, room * sizeof *rows->targets);
    rows->numbers = memory_grow(rows->numbers, room * (size_t)width(fit) * sizeof *rows->numbers);
}

static int16_t narrow(int number)
{
    assert(number >= INT16_MIN && number <= INT16_MAX);
    return (int16_t)number;
}

static void count_uses(struct fit *fit, const int features[], const int parts[])
{
    for (int i = 0; i < fit->count; i++) {
        double value = (double)parts[i / fit->features] * features[i % fit->features];
        fit->uses[i] += value != 0;
        fit->squares[i] += value * value;
    }
}

void fit_add(struct fit *fit, enum fit_part part, const int features[], const int parts[],
             double target)
{
    struct rows *rows = &fit->rows[part];

    make_room(fit, rows);
    int16_t *row = rows->numbers + rows->count * width(fit);
    for (int i = 0; i < fit->sets; i++)
        *row++ = narrow(parts[i]);
    for (int i = 0; i < fit->features; i++)
        *row++ = narrow(features[i]);
    rows->targets[rows->count++] = target;
    if (part == FIT_TRAINING)
        count_uses(fit, features, parts);
}

int64_t fit_count(const struct fit *fit, enum fit_part part) { return fit->rows[part].count; }

/* ---- the loss ---- */

/* The sum of a row in units. */
static double sum_of(const struct fit *fit, const int16_t *row, const double weights[])
{
    const int16_t *features = row + fit->sets;
    double sum = 0;

    for (int set = 0; set < fit->sets; set++) {
        const double *of_set = weights + set * fit->features;
        double dot = 0;
        if (row[set] == 0)
            continue;
        for (int i = 0; i < fit->features; i++)
            dot += features[i] * of_set[i];
        sum += row[set] * dot;
    }
    return sum / fit->unit;
}

/* log(1 + exp(x)), whatever x is. */
static double soft_plus(double x) { return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x)); }

double fit_loss(const struct fit *fit, enum fit_part part, const double weights[])
{
    const struct rows *rows = &fit->rows[part];
    double loss = 0;

    for (int64_t i = 0; i < rows->count; i++) {
        double x = sum_of(fit, rows->numbers + i * width(fit), weights);
        loss += rows->targets[i] * soft_plus(-x) + (1 - rows->targets[i]) * soft_plus(x);
    }
    return rows->count > 0 ? loss / (double)rows->count : 0;
}

/* How firmly each weight is held: the bend of `hold` level positions. */
static void find_holds(const struct fit *fit, double hold, double out[])
{
    for (int i = 0; i < fit->count; i++) {
        double square = fit->uses[i] > 0 ? fit->squares[i] / fit->uses[i] : 1;
        out[i] = hold * square / (fit->unit * fit->unit) / 4;
    }
}

static double pull_of(const struct fit *fit, const double holds[], const double anchor[],
                      const double weights[])
{
    double pull = 0;

    for (int i = 0; i < fit->count; i++)
        pull += holds[i] * (weights[i] - anchor[i]) * (weights[i] - anchor[i]) / 2;
    return pull;
}

/* ---- a step ---- */

/* A row as the weights see it: those that count, and how much. */
static int list_uses(const struct fit *fit, const int16_t *row, int places[], double values[])
{
    int n = 0;

    for (int set = 0; set < fit->sets; set++) {
        for (int i = 0; row[set] != 0 && i < fit->features; i++) {
            if (row[fit->sets + i] == 0)
                continue;
            places[n] = set * fit->features + i;
            values[n++] = (double)row[set] * row[fit->sets + i] / fit->unit;
        }
    }
    return n;
}

static void add_row(const struct fit *fit, const int16_t *row, double target,
                    const double weights[], struct bend *bend)
{
    double p = 1 / (1 + exp(-sum_of(fit, row, weights))), values[COUNT_MAX];
    int places[COUNT_MAX], n = list_uses(fit, row, places, values);

    for (int i = 0; i < n; i++) {
        double *line = bend->matrix[places[i]], much = p * (1 - p) * values[i];
        bend->slope[places[i]] += (p - target) * values[i];
        for (int j = 0; j <= i; j++)
            line[places[j]] += much * values[j];
    }
}

static void find_bend(const struct fit *fit, const double holds[], const double anchor[],
                      const double weights[], struct bend *bend)
{
    const struct rows *rows = &fit->rows[FIT_TRAINING];

    memset(bend, 0, sizeof *bend);
    for (int64_t i = 0; i < rows->count; i++)
        add_row(fit, rows->numbers + i * width(fit), rows->targets[i], weights, bend);
    for (int i = 0; i < fit->count; i++) {
        bend->slope[i] += holds[i] * (weights[i] - anchor[i]);
        bend->matrix[i][i] += holds[i];
    }
}

/* Cholesky: the lower half of the matrix becomes a triangle whose square it is. */
static void split(double matrix[][COUNT_MAX], int count)
{
    for (int i = 0; i < count; i++) {
        for (int j = 0; j <= i; j++) {
            double rest = matrix[i][j];
            for (int k = 0; k < j; k++)
                rest -= matrix[i][k] * matrix[j][k];
            matrix[i][j] = i == j ? sqrt(rest) : rest / matrix[j][j];
        }
    }
}

/* Solves matrix * step = slope. */
static void find_step(struct bend *bend, int count, double step[])
{
    split(bend->matrix, count);
    for (int i = 0; i < count; i++) {
        step[i] = bend->slope[i];
        for (int k = 0; k < i; k++)
            step[i] -= bend->matrix[i][k] * step[k];
        step[i] /= bend->matrix[i][i];
    }
    for (int i = count - 1; i >= 0; i--) {
        for (int k = i + 1; k < count; k++)
            step[i] -= bend->matrix[k][i] * step[k];
        step[i] /= bend->matrix[i][i];
    }
}

/* ---- the way down ---- */

struct way {
    const struct fit *fit;
    double holds[COUNT_MAX], anchor[COUNT_MAX];
    struct bend bend;
};

/* What is to be as small as possible, for each position. */
static double height(const struct way *way, const double weights[])
{
    double count = (double)way->fit->rows[FIT_TRAINING].count;

    return fit_loss(way->fit, FIT_TRAINING, weights) +
           pull_of(way->fit, way->holds, way->anchor, weights) / count;
}

/* One step, or as much of it as leads down; how far down. */
static double go_down(struct way *way, double weights[])
{
    const struct fit *fit = way->fit;
    double step[COUNT_MAX], next[COUNT_MAX], before = height(way, weights), part = 1;

    find_bend(fit, way->holds, way->anchor, weights, &way->bend);
    find_step(&way->bend, fit->count, step);
    for (int i = 0; i < HALVINGS_MAX; i++, part /= 2) {
        for (int k = 0; k < fit->count; k++)
            next[k] = weights[k] - part * step[k];
        double gain = before - height(way, next);
        if (!(gain > 0))
            continue;
        memcpy(weights, next, (size_t)fit->count * sizeof *weights);
        return gain;
    }
    return 0;
}

static bool walk(struct way *way, const struct fit_plan *plan, double weights[])
{
    for (int step = 1; step <= plan->steps_max; step++) {
        double gain = go_down(way, weights);
        if (plan->on_step &&
            !plan->on_step(plan->context, step, fit_loss(way->fit, FIT_TRAINING, weights)))
            return false;
        if (gain < close_enough)
            return true;
    }
    return true;
}

bool fit_run(const struct fit *fit, const struct fit_plan *plan, double weights[])
{
    struct way *way = memory_get(1, sizeof *way);

    assert(plan->hold > 0 && fit->rows[FIT_TRAINING].count > 0);
    way->fit = fit;
    find_holds(fit, plan->hold, way->holds);
    memcpy(way->anchor, weights, (size_t)fit->count * sizeof *weights);
    bool is_done = walk(way, plan, weights);
    free(way);
    return is_done;
}

void fit_round_weights(const double weights[], int count, int16_t table[])
{
    for (int i = 0; i < count; i++)
        table[i] = (int16_t)lround(fmin(fmax(weights[i], INT16_MIN), INT16_MAX));
}

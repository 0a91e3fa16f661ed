#include "base/meter.h"

/* The upper end of a class in microseconds: 1, 1.25, 1.56 … */
static double upper_us(int class)
{
    double us = 1;

    while (class -- > 0)
        us *= 1.25;
    return us;
}

void meter_add(struct meter *meter, int64_t us)
{
    int class = 0;

    for (double upper = 1; class < METER_CLASSES - 1 && (double)us > upper; upper *= 1.25)
        class ++;
    meter->counts[class]++;
    meter->total++;
}

double meter_quantile_ms(const struct meter *meter, double part)
{
    uint64_t wanted = (uint64_t)((double)meter->total * part), seen = 0;

    for (int class = 0; class < METER_CLASSES; class ++) {
        seen += meter->counts[class];
        if (seen > wanted)
            return upper_us(class) / 1000;
    }
    return 0;
}

double meter_upper_ms(int number) { return upper_us(number) / 1000; }

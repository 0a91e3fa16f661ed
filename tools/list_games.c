/* list_games - prints the page's list of games, wasm/games.json: [{"name","family","year"}, …] in
 * the order of games.def.  Run by the build. */
#include "game/game.h"

#include <stdio.h>

int main(void)
{
    for (int i = 0; game_at(i); i++) {
        const struct game_rules *rules = game_at(i);

        printf("%s{\"name\": \"%s\", \"family\": \"%s\", \"year\": %d}", i == 0 ? "[" : ",\n ",
               rules->name, game_family(rules), rules->year);
    }
    puts("]");
    return 0;
}

"""The games as the tests of the protocol see them: game type, official server, recordings."""

TYPES = {"piranhas": "swc_2019_piranhas", "hive": "swc_2020_hive", "mississippi": "swc_2017_mississippi_queen",
         "penguins": "swc_2023_penguins", "piranhas26": "swc_2026_piranhas",
         "mississippi24": "swc_2024_mississippi_queen"}
GAMES = list(TYPES)
# Where the recordings of a game lie in ../shared/games.
FOLDERS = {"piranhas26": "piranhas/season2026", "mississippi24": "mississippi/season2024"}
NEW = ("penguins", "piranhas26", "mississippi24")  # the protocol since 2023
NEWEST = ("piranhas26", "mississippi24")  # the result tells why in its winner, not in its scores


def folder_of(game):
    return FOLDERS.get(game, game) + "/transcripts"

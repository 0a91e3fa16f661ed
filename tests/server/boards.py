"""A recorded state as the text of a position (DESIGN.md 6), so that our server can begin on that board."""

PIECES = {"BEE": "q", "SPIDER": "s", "BEETLE": "b", "GRASSHOPPER": "g", "ANT": "a"}
FIELDS = {"WATER": "W", "BLOCKED": "B", "SANDBANK": "S", "LOG": "L", "GOAL": "G"}
SIZES = {"EMPTY": ".", "SQUID": "o", "ONE_S": "1", "ONE_M": "2", "ONE_L": "3", "TWO_S": "4", "TWO_M": "5", "TWO_L": "6"}
DIRECTIONS = ["RIGHT", "UP_RIGHT", "UP_LEFT", "LEFT", "DOWN_LEFT", "DOWN_RIGHT"]


def piranhas(states):
    letters = {"EMPTY": ".", "RED": "r", "BLUE": "b", "OBSTRUCTED": "o"}
    fields = {(int(f.get("x")), int(f.get("y"))): letters[f.get("state")] for f in states[0].iter("field")}
    rows = ("".join(fields[x, y] for x in range(10)) for y in range(9, -1, -1))
    return "%s %s %s" % ("/".join(rows), states[0].get("currentPlayerColor")[0].lower(), states[0].get("turn"))


def hive(states):
    stacks = []
    for field in states[0].find("board").iter("field"):
        stack = "".join(PIECES[p.get("type")].upper() if p.get("owner") == "RED" else PIECES[p.get("type")]
                        for p in field.findall("piece"))
        if field.get("isObstructed") == "true":
            stack = "#"
        if stack:
            stacks.append((int(field.get("x")), int(field.get("y")), stack))
    hand = [PIECES[p.get("type")] for p in states[0].find("undeployedRedPieces")]
    hand += [letter.lower() for _, _, stack in stacks for letter in stack if letter.isupper()]
    return "%s | %s %s hand=%s" % (" ".join("%d,%d:%s" % stack for stack in sorted(stacks)),
                                   states[0].get("currentPlayerColor")[0].lower(), states[0].get("turn"),
                                   "".join(sorted(hand, key="qsbga".index)).upper())


def mississippi(states):
    """The river as all states together show it; what none shows stays '?'."""
    segments = {}
    for tile in (tile for state in states for tile in state.iter("tile")):
        letters = "".join(FIELDS.get(f.get("type")) or f.get("type")[-1] for f in tile.iter("field"))
        segments.setdefault(int(tile.get("index")), (tile.get("direction"), letters))
    first = states[0]

    def ship(colour):
        s = first.find(colour)
        was_pushed = first.get("freeTurn") == "true" and first.get("currentPlayer") == s.get("color")
        return ",".join([s.get("x"), s.get("y"), str(DIRECTIONS.index(s.get("direction"))), s.get("speed"),
                         s.get("coal"), s.get("passenger"), "2" if was_pushed else "1"])

    directions = "".join(segments[i][0] if i in segments else "?" for i in range(8))
    fields = "/".join(segments[i][1] if i in segments else "?" * 20 for i in range(8))
    latest = max(int(first.find(colour).get("tile")) for colour in ("red", "blue"))
    return "%s %s %d %s %s %s %s" % (directions, fields, latest, first.get("currentPlayer")[0].lower(),
                                     first.get("turn"), ship("red"), ship("blue"))


def penguins(states):
    """Who is to move does not stand in the state: only in the first eight turns it is known."""
    letters = {"ONE": "R", "TWO": "B"}
    rows = ("".join(letters.get(f.text.strip(), f.text.strip()) for f in row) for row in states[0].find("board"))
    turn = int(states[0].get("turn"))
    return "%s %s %d %s" % ("/".join(rows), "rb"[turn % 2], turn, ",".join(n.text for n in states[0].find("fishes")))


def piranhas26(states):
    first = states[0]
    rows = ["".join(SIZES[f.text] for f in row) for row in first.find("board")]
    turn = int(first.get("turn"))
    union = {"ONE": "r", "TWO": "b"}.get(first.get("firstUnion"), "-")
    return "%s %s %d %s" % ("/".join(reversed(rows)), "rb"[turn % 2], turn, union)


def digit(direction):
    """Season 2024 counts clockwise."""
    return -DIRECTIONS.index(direction) % 6


def letter_2024(field):
    if field.tag == "passenger":
        return ("012345" if field.get("passenger") == "1" else "abcdef")[digit(field.get("direction"))]
    return {"water": "W", "island": "I", "goal": "G"}[field.tag]


def mississippi24(states):
    """As in 2017; the first state shows docks that are still full."""
    first, segments, directions = states[0], {}, {}
    for state in states:
        shown = state.findall("board/segment")
        for i, segment in enumerate(shown):
            segments.setdefault(i, "".join(letter_2024(f) for column in segment.findall("field-array") for f in column))
            directions.setdefault(i, segment.get("direction"))
        directions.setdefault(len(shown), state.find("board").get("nextDirection"))

    def ship(s):
        where = s.find("position")
        return ",".join([where.get("q"), where.get("r"), str(digit(s.get("direction"))),
                         *map(s.get, ("speed", "coal", "passengers", "freeTurns", "points"))])

    digits = "".join(str(digit(directions[i])) if i in directions else "?" for i in range(8))
    fields = "/".join(segments.get(i, "?" * 20) for i in range(8))
    return "%s %s %d %s %s %s %s" % (digits, fields, len(first.findall("board/segment")),
                                     {"ONE": "r", "TWO": "b"}[first.get("currentTeam")], first.get("turn"),
                                     *map(ship, first.findall("ship")))


TEXTS = {"piranhas": piranhas, "hive": hive, "mississippi": mississippi, "penguins": penguins,
         "piranhas26": piranhas26, "mississippi24": mississippi24}


def start_text(game, connections):
    """The first board of a conversation, or None if it shows none."""
    states = {}
    for message in (m for connection in connections for m in connection.messages()):
        state = message.find("data/state")
        if state is not None:
            states.setdefault(message.get("roomId"), []).append(state)
    if not states:
        return None
    first_room = next(iter(states.values()))
    return TEXTS[game](sorted(first_room, key=lambda state: int(state.get("turn"))))

// Lessons of Piranhas 2026; what the parts mean is in index.mjs. How fish swim and eat is as in 2019.
import lessons2019 from "./piranhas.mjs";

const START =
  ".54464454./3........1/3........2/2.o......1/2.....o..1/2........3/2........1/1........1/2........2/.54555566. r 0 -";

/** A position of 2019 with fish that weigh 1. */
function weighed(position) {
  const [rows, ...rest] = position.split(" ");
  return [rows.replaceAll("r", "1").replaceAll("b", "4"), ...rest, "-"].join(" ");
}

/** A lesson of 2019 on a board of 2026. */
function asIn2019(id) {
  const lesson = lessons2019.find((one) => one.id === id);
  return { ...lesson, position: weighed(lesson.position) };
}

export default [
  {
    ...asIn2019("zugweite"),
    text: [
      [
        "Du bist Rot und hast 16 Fische am linken und rechten Rand: kleine, mittlere und große. Ziel ist der schwerere [Schwarm](swarm).",
        "You are Red and have 16 fish at the left and right edge: small, middle and large ones. The aim is the heavier [swarm](swarm).",
      ],
      [
        "Ein Fisch schwimmt in eine von acht Richtungen. Wie weit, sagt die [Zugweite](distance): Zähl alle Fische in dieser Reihe, rote wie blaue, auch ihn selbst. Wie groß sie sind, ist dafür gleich.",
        "A fish swims in one of eight directions. The [distance](distance) tells how far: count all fish in that row, red and blue ones, itself included. Their size makes no difference.",
      ],
    ],
    position: START,
  },
  asIn2019("springen"),
  asIn2019("gegner"),
  asIn2019("fressen"),

  {
    id: "gewicht",
    title: ["Größe und Gewicht", "Size and weight"],
    rule: [
      "Fische wiegen 1, 2 oder 3; ein Schwarm wiegt so viel wie alle seine Fische.",
      "Fish weigh 1, 2 or 3; a swarm weighs as much as all its fish.",
    ],
    text: [
      [
        "Fische gibt es in drei Größen. Die Zahl am Fisch ist sein [Gewicht](weight). Fürs Ziehen und Fressen ist es gleich: Ein kleiner Fisch frisst auch einen großen.",
        "Fish come in three sizes. The number at a fish is its [weight](weight). It makes no difference for swimming and eating: a small fish eats a large one, too.",
      ],
      [
        "Es zählt der schwerste [Schwarm](swarm), nicht der mit den meisten Fischen: Fische einer Farbe, die sich gerade oder schräg berühren.",
        "What counts is the heaviest [swarm](swarm), not the one with most fish: fish of one colour that touch straight or diagonally.",
      ],
    ],
    position:
      "........../........4./.......5../..11....../..1......1/....o...../....3...../4........./......2.../.44....... r 20 -",
    task: [
      "Der große Fisch auf E3 wiegt so viel wie der Schwarm links oben. Verbinde beide mit einem Zug: Gewicht 8.",
      "The large fish on E3 weighs as much as the swarm at the upper left. Join them in one move: weight 8.",
    ],
    goal: { facts: [["facts.red.heaviest", ">=", 8]] },
    solution: "g1d4",
    hint: [
      "Gesucht ist ein Feld, das den oberen Schwarm und den Fisch auf E3 zugleich berührt.",
      "Find a square that touches both the upper swarm and the fish on E3.",
    ],
    other: [
      "Das geht, aber danach wiegt dein schwerster Schwarm keine 8.",
      "That is possible, but then your heaviest swarm weighs less than 8.",
    ],
    done: ["3 + 3 + 2: Dein Schwarm wiegt 8.", "3 + 3 + 2: your swarm weighs 8."],
    wrong: [
      { words: "g1d5", code: "no_line" },
      { words: "g1e3", code: "distance" },
    ],
  },

  {
    id: "sieg",
    title: ["Der schwerere Schwarm gewinnt", "The heavier swarm wins"],
    rule: [
      "Ist am Ende einer Runde eine Farbe vereint, ist Schluss, und der schwerere Schwarm gewinnt.",
      "If a colour is one swarm at the end of a round, the game ends, and the heavier swarm wins.",
    ],
    text: [
      [
        "Sobald am Ende einer [Runde](round) alle Fische einer Farbe ein [Schwarm](swarm) sind, ist das Spiel zu Ende. Dann gewinnt, wer den schwereren Schwarm hat – auch wenn es ein anderer ist als der vereinte!",
        "Once at the end of a [round](round) all fish of a colour are one [swarm](swarm), the game is over. Then the heavier swarm wins – even if it is not the united one!",
      ],
      [
        "Verbinde also erst alles, wenn du schwerer bist. Und wenn der Gegner es zu früh tut, nutz deine Antwort.",
        "So join everything only when you are heavier. And if your opponent does it too soon, use your answer.",
      ],
    ],
    position:
      "........../..44....../..44....../........../..21..5.../.11......./....o...../........6./........../.4........ b 31 r",
    task: [
      "Diesmal bist du Blau. Rot ist vereint und wiegt 5: Mit deinem Zug endet das Spiel. Mach deinen Schwarm schwerer!",
      "This time you are Blue. Red is united and weighs 5: the game ends with your move. Make your swarm heavier!",
    ],
    goal: { facts: [["over.winner", "=", "blue"]] },
    solution: "g5e7",
    hint: [
      "Dein Schwarm links oben wiegt 4. Der Fisch auf G5 wiegt 2 und kann zu ihm schwimmen.",
      "Your swarm at the upper left weighs 4. The fish on G5 weighs 2 and can swim there.",
    ],
    other: [
      "Das geht, aber danach ist dein Schwarm nicht schwerer als der rote.",
      "That is possible, but then your swarm is not heavier than the red one.",
    ],
    done: [
      "6 gegen 5: Blau gewinnt, obwohl nur Rot vereint ist.",
      "6 against 5: Blue wins, although only Red is united.",
    ],
    wrong: [{ words: "g5f6", code: "distance" }],
  },

  {
    id: "vereinigung",
    title: ["Die erste Vereinigung", "The first union"],
    rule: [
      "Sind beide gleich schwer, gewinnt, wessen Zug zuerst alle Fische einer Farbe vereint hat.",
      "If both are equally heavy, the side wins whose move was the first to unite all fish of a colour.",
    ],
    text: [
      [
        "Bei gleichem [Gewicht](weight) entscheidet die [erste Vereinigung](union): Wessen Zug zuerst alle Fische einer Farbe zu einem [Schwarm](swarm) gemacht hat, gewinnt. Welcher Farbe, ist gleich – auch den letzten abseits liegenden Gegner zu fressen zählt.",
        "If the [weights](weight) are equal, the [first union](union) decides: the side wins whose move was the first to make all fish of a colour one [swarm](swarm). It may be either colour – eating the opponent's last outlier counts, too.",
      ],
      [
        "Das wird einmal vermerkt und bleibt, auch wenn der Schwarm wieder zerfällt. Gab es keine, ist es ein [Unentschieden](draw).",
        "It is noted once and stays, even if the swarm falls apart again. If there was none, it is a [draw](draw).",
      ],
    ],
    position:
      "........../........2./.......3../........../..44....../..44....../....o...../1.....4.../........../.11....... b 21 -",
    task: [
      "Du bist Blau. Rots schwerster Schwarm wiegt 5, deine fünf Fische auch. Vereinige sie zuerst!",
      "You are Blue. Red's heaviest swarm weighs 5, and so do your five fish. Unite them first!",
    ],
    goal: {
      facts: [
        ["over.winner", "=", "blue"],
        ["over.reason", "=", "first_union"],
      ],
    },
    solution: "g2e4",
    hint: [
      "Der Fisch auf G2 hat auf der Diagonale nach links oben die Zugweite zwei.",
      "The fish on G2 has a distance of two on the diagonal up to the left.",
    ],
    other: [
      "Das geht, aber danach sind deine fünf Fische noch nicht beisammen.",
      "That is possible, but then your five fish are still apart.",
    ],
    done: [
      "5 zu 5, und die erste Vereinigung war deine: Blau gewinnt.",
      "5 to 5, and the first union was yours: Blue wins.",
    ],
    wrong: [{ words: "g2d5", code: "distance" }],
  },

  {
    id: "blockiert",
    title: ["Den Gegner blockieren", "Blocking the opponent"],
    rule: ["Wer am Zug ist und nicht ziehen kann, verliert.", "A side that is to move and cannot has lost."],
    text: [
      [
        "Wer keinen Fisch ziehen kann, hat verloren, wie schwer sein Schwarm auch ist. Wer keinen Fisch mehr hat, kann auch keinen ziehen.",
        "A side that cannot move any fish has lost, however heavy its swarm is. A side without fish has none to move.",
      ],
      [
        "In einer Ecke geht es schnell: Drei Gegner ringsum, über die niemand springen darf, und alle drei Richtungen sind zu.",
        "In a corner it happens quickly: three opponents around, whom nobody may jump, and all three directions are closed.",
      ],
    ],
    position:
      "61......../11......../.....o..../........../...o....../........../........1./........../.........1/........16 r 20 -",
    task: [
      "Der blaue Fisch auf A9 sitzt fest. Sperr auch den auf J0 ein.",
      "The blue fish on A9 is locked in. Lock in the one on J0, too.",
    ],
    goal: {
      facts: [
        ["over.winner", "=", "red"],
        ["over.reason", "=", "blocked"],
      ],
    },
    solution: "i3i1",
    hint: [
      "Von J0 aus ist nur noch die Diagonale offen. Wer kann nach I1?",
      "From J0 only the diagonal is still open. Which fish can get to I1?",
    ],
    other: ["Das geht, aber Blau kann danach noch ziehen.", "That is possible, but Blue can still move then."],
    done: ["Blau kann keinen Fisch mehr ziehen: Rot gewinnt.", "Blue cannot move any fish: Red wins."],
    wrong: [{ words: "i3i2", code: "distance" }],
  },

  {
    id: "schluss",
    title: ["Wenn keiner fertig wird", "If nobody gets there"],
    rule: ["Nach 30 Runden gewinnt der schwerere Schwarm.", "After 30 rounds the heavier swarm wins."],
    text: [
      [
        "Nach 30 [Runden](round) ist Schluss: Wer den schwereren Schwarm hat, gewinnt. Bei gleichem Gewicht zählt die [erste Vereinigung](union), wenn es eine gab.",
        "The game ends after 30 [rounds](round): the heavier swarm wins. If they are equal, the [first union](union) counts, if there was one.",
      ],
    ],
    position:
      "........../..44....../..54....../........../..21..5.../.11......./....o...../......1.6./........../.4........ b 59 -",
    task: [
      "Letzter Zug des Spiels, und du bist Blau. Es steht 5 zu 5. Gewinne!",
      "The last move of the game, and you are Blue. It is 5 to 5. Win!",
    ],
    goal: { facts: [["over.winner", "=", "blue"]] },
    solution: "g5e7",
    hint: [
      "Der Fisch auf G5 kann zu seinem Schwarm schwimmen oder einen Roten fressen.",
      "The fish on G5 can swim to its swarm or eat a red one.",
    ],
    other: ["Das geht, aber damit gewinnt Blau nicht.", "That is possible, but Blue does not win like this."],
    done: ["Blau hat am Ende den schwereren Schwarm und gewinnt.", "Blue has the heavier swarm in the end and wins."],
    wrong: [{ words: "g5f6", code: "distance" }],
  },
];

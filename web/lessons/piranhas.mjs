// Lessons of Piranhas; what the parts mean is in index.mjs.
export default [
  {
    id: "zugweite",
    title: ["Wie weit ein Fisch schwimmt", "How far a fish swims"],
    rule: [
      "Ein Fisch zieht genau so weit, wie Fische auf seiner Linie sind.",
      "A fish swims exactly as far as there are fish on its line.",
    ],
    text: [
      [
        "Du bist Rot und hast 16 Fische am linken und rechten Rand. Ziel ist, sie alle zu einem [Schwarm](swarm) zu verbinden, bevor es Blau gelingt.",
        "You are Red and have 16 fish at the left and right edge. The aim is to join them all into one [swarm](swarm) before Blue does.",
      ],
      [
        "Ein Fisch schwimmt in eine von acht Richtungen. Wie weit, sagt die [Zugweite](distance): Zähl alle Fische in dieser Reihe, rote wie blaue, auch ihn selbst.",
        "A fish swims in one of eight directions. The [distance](distance) tells how far: count all fish in that row, red and blue ones, itself included.",
      ],
    ],
    position:
      ".bbbbbbbb./r........r/r.o......r/r......o.r/r........r/r........r/r........r/r........r/r........r/.bbbbbbbb. r 0",
    task: [
      "In Reihe 4 sind zwei Fische. Zieh den Fisch von A4 nach C4.",
      "There are two fish in row 4. Take the fish from A4 to C4.",
    ],
    goal: { words: ["a4c4"] },
    solution: "a4c4",
    hint: [
      "Wähl den Fisch am linken Rand in Reihe 4. Zwei Fische in der Reihe: zwei Felder nach rechts.",
      "Choose the fish at the left edge in row 4. Two fish in the row: two squares to the right.",
    ],
    other: [
      "Das geht, aber gesucht ist der Zug von A4 nach C4.",
      "That is possible, but the task is to go from A4 to C4.",
    ],
    done: ["Richtig: zwei Fische in der Reihe, zwei Felder.", "Right: two fish in the row, two squares."],
    wrong: [
      { words: "a4b4", code: "distance" },
      { words: "a4d4", code: "distance" },
      { words: "b9b8", code: "not_own" },
    ],
  },

  {
    id: "linien",
    title: ["Reihe, Spalte, Diagonale", "Row, column, diagonal"],
    rule: [
      "Gezählt wird auf der ganzen Linie, vor und hinter dem Fisch.",
      "The whole line counts, before and behind the fish.",
    ],
    text: [
      [
        "Die [Linie](line) reicht von Rand zu Rand. Es ist gleich, ob die Fische vor oder hinter deinem liegen. In jede Richtung kann die Zugweite eine andere sein.",
        "The [line](line) runs from edge to edge. It makes no difference whether the fish are before or behind yours. Each direction may have a different distance.",
      ],
      [
        "Wo das Brett vorher endet, geht es in dieser Richtung nicht. Ziehen musst du immer.",
        "Where the water ends too soon, that direction is closed. You must always make a move.",
      ],
    ],
    position:
      ".bbbbbbbb./r........r/r.o......r/r......o.r/r........r/r........r/r........r/r........r/r........r/.bbbbbbbb. r 0",
    task: [
      "In den Randspalten sind acht rote Fische. Finde einen Zug, der genau acht Felder weit führt.",
      "There are eight red fish in each outer column. Find a move that is exactly eight squares long.",
    ],
    goal: { facts: [["move.distance", "=", 8]] },
    solution: "a1a9",
    hint: [
      "Nur vom Ende der Spalte bleiben acht Felder Platz: A1 nach oben, A8 nach unten, rechts genauso.",
      "Only from the end of the column there is room for eight squares: A1 upwards, A8 downwards, and the same on the right.",
    ],
    other: [
      "Das geht, aber gesucht ist ein Zug über acht Felder.",
      "That is possible, but a move of eight squares is wanted.",
    ],
    done: [
      "Acht Fische in der Spalte, acht Felder – und die eigenen hast du einfach übersprungen.",
      "Eight fish in the column, eight squares – and you simply jumped over your own.",
    ],
    wrong: [
      { words: "a1b2", code: "distance" },
      { words: "a4a9", code: "distance" },
      { words: "a4c5", code: "no_line" },
    ],
  },

  {
    id: "springen",
    title: ["Überspringen", "Jumping"],
    rule: [
      "Eigene Fische und Kraken werden übersprungen; auf ihnen landen darf man nicht.",
      "Own fish and octopuses are jumped; nobody lands on them.",
    ],
    text: [
      [
        "Eigene Fische und [Kraken](octopus) halten dich nicht auf: Du springst über sie hinweg. Landen darfst du auf beiden nicht.",
        "Own fish and [octopuses](octopus) do not stop you: you jump over them. You must not land on either.",
      ],
      [
        "Kraken sind keine Fische. Für die [Zugweite](distance) zählen sie nicht.",
        "Octopuses are no fish. They do not count for the [distance](distance).",
      ],
    ],
    position:
      "........../.r......b./........../........../......b.../rro.....b./........../...r....../........r./.b........ r 10",
    task: [
      "Spring mit dem Fisch auf A4 in einem Zug über B4 und den Kraken auf C4.",
      "Jump with the fish on A4 over B4 and the octopus on C4 in one go.",
    ],
    goal: { words: ["a4d4"] },
    solution: "a4d4",
    hint: [
      "In Reihe 4 sind drei Fische (der blaue rechts zählt mit, der Krake nicht). Drei Felder weiter liegt D4.",
      "There are three fish in row 4 (the blue one on the right counts, the octopus does not). Three squares further is D4.",
    ],
    other: [
      "Das geht, aber gesucht ist der Sprung von A4 über den Kraken.",
      "That is possible, but the jump from A4 over the octopus is wanted.",
    ],
    done: [
      "Genau: Fisch und Krake übersprungen, auf freiem Wasser gelandet.",
      "Exactly: a fish and an octopus jumped, landed on free water.",
    ],
    wrong: [
      { words: "a4c4", code: "distance" },
      { words: "a4e4", code: "distance" },
    ],
  },

  {
    id: "gegner",
    title: ["Gegner versperren den Weg", "Opponents block the way"],
    rule: ["Über gegnerische Fische kommt niemand hinweg.", "Nobody gets past opposing fish."],
    text: [
      [
        "Über einen gegnerischen Fisch springst du nie. Liegt einer zwischen Start und Ziel, ist diese Richtung gesperrt.",
        "You never jump over an opposing fish. If one lies between start and target, that direction is closed.",
      ],
      [
        "Probier es ruhig: Ein falscher Zug wird abgelehnt, und du erfährst den Grund.",
        "Feel free to try: a wrong move is refused, and you are told why.",
      ],
    ],
    position:
      "........../.r......b./........../........../......b.../r.b......r/........../...r....../........r./.b........ r 10",
    task: [
      "Der blaue Fisch auf C4 sperrt die Reihe. Zieh den Fisch auf A4 in eine andere Richtung.",
      "The blue fish on C4 closes the row. Take the fish on A4 another way.",
    ],
    goal: { facts: [["move.from", "=", "a4"]] },
    solution: "a4b5",
    hint: [
      "Auf den Diagonalen und in der Spalte ist A4 allein: überall dort ein Feld weit.",
      "On the diagonals and in the column A4 is alone: one square that way.",
    ],
    other: [
      "Das geht, aber gesucht ist ein Zug mit dem Fisch auf A4.",
      "That is possible, but the fish on A4 should swim.",
    ],
    done: ["Gut ausgewichen.", "Well evaded."],
    wrong: [{ words: "a4d4", code: "blocked" }],
  },

  {
    id: "fressen",
    title: ["Fressen", "Eating"],
    rule: [
      "Wer genau auf einem gegnerischen Fisch landet, frisst ihn.",
      "Landing exactly on an opposing fish eats it.",
    ],
    text: [
      [
        "Endet der Zug genau auf einem gegnerischen Fisch, wird er gefressen ([Fressen](eat)). Der gefressene Fisch zählt für die Zugweite noch mit.",
        "If a move ends exactly on an opposing fish, it is eaten ([eating](eat)). The eaten fish still counts for the distance.",
      ],
      [
        "Vorsicht: Mit weniger Fischen hat der Gegner es leichter, den Rest zu verbinden.",
        "Beware: with fewer fish it becomes easier for the opponent to join the rest.",
      ],
    ],
    position:
      "........../.r......b./....b...../........../......b.../r.b......./........../...r....../........r./.b........ r 10",
    task: ["Friss einen blauen Fisch.", "Eat a blue fish."],
    goal: { facts: [["move.eats", "=", true]] },
    solution: "a4c4",
    hint: [
      "Sieh dir Reihe 4 an: zwei Fische, und der blaue liegt zwei Felder entfernt.",
      "Look at row 4: two fish, and the blue one is two squares away.",
    ],
    other: ["Das geht, aber dabei wird niemand gefressen.", "That is possible, but nobody is eaten."],
    done: ["Gefressen. Blau hat einen Fisch weniger.", "Eaten. Blue has one fish less."],
    wrong: [{ words: "a4b4", code: "distance" }],
  },

  {
    id: "schwarm",
    title: ["Der Schwarm", "The swarm"],
    rule: [
      "Fische einer Farbe, die sich gerade oder schräg berühren, sind ein Schwarm.",
      "Fish of one colour that touch straight or diagonally are a swarm.",
    ],
    text: [
      [
        "Zu einem [Schwarm](swarm) gehören Fische einer Farbe, die sich berühren: neben-, über- oder schräg zueinander. Der größte Schwarm zählt.",
        "Fish of one colour belong to one [swarm](swarm) if they touch: side by side, above or diagonally. The largest one counts.",
      ],
      [
        "Ein einzelner Fisch an der richtigen Stelle kann zwei Gruppen verbinden.",
        "A single fish in the right place can join two groups.",
      ],
    ],
    position:
      "........../........b./.......b../..rr....../..r......./....o...../....r...../b........./......r.../.bb....... r 20",
    task: [
      "Dein größter Schwarm hat drei Fische. Mach mit einem Zug fünf daraus.",
      "Your largest swarm has three fish. Make it five in one move.",
    ],
    goal: { facts: [["facts.red.biggest", ">=", 5]] },
    solution: "g1d4",
    hint: [
      "Gesucht ist ein Feld, das den oberen Schwarm und den Fisch auf E3 zugleich berührt.",
      "Find a square that touches both the upper swarm and the fish on E3.",
    ],
    other: [
      "Das geht, aber dein größter Schwarm hat danach keine fünf Fische.",
      "That is possible, but your largest swarm has fewer than five fish then.",
    ],
    done: ["D4 verbindet alles: fünf Fische in einem Schwarm.", "D4 joins everything: five fish in one swarm."],
    wrong: [
      { words: "g1d5", code: "no_line" },
      { words: "g1e3", code: "distance" },
    ],
  },

  {
    id: "sieg",
    title: ["So gewinnst du", "How you win"],
    rule: [
      "Sind am Ende einer Runde alle Fische einer Seite ein Schwarm, gewinnt sie.",
      "If all fish of a side are one swarm at the end of a round, it wins.",
    ],
    text: [
      [
        "Hängen alle deine Fische zusammen, hast du gewonnen – geprüft wird am Ende der [Runde](round), also nach dem Zug von Blau. So hat Blau immer noch eine Antwort.",
        "Once all your fish hang together you have won – checked at the end of the [round](round), which is after Blue's turn. So Blue always has an answer.",
      ],
      [
        "Gelingt es in derselben Runde beiden, gewinnt der größere Schwarm; sind sie gleich groß, ist es ein [Unentschieden](draw).",
        "If both manage it in the same round, the larger swarm wins; equal ones are a [draw](draw).",
      ],
    ],
    position:
      "........../........b./.......b../........../..rr....../..rr....../....o...../b.....r.../........../.bb....... r 20",
    task: ["Dir fehlt ein Fisch. Hol ihn in den Schwarm.", "One fish is missing. Bring it into the swarm."],
    goal: { facts: [["facts.red.missing", "=", 0]] },
    solution: "g2e4",
    hint: [
      "Der Fisch auf G2 hat auf der Diagonale nach links oben die Zugweite zwei.",
      "The fish on G2 has a distance of two on the diagonal up to the left.",
    ],
    other: [
      "Das geht, aber danach sind noch nicht alle fünf Fische beisammen.",
      "That is possible, but then the five fish are still apart.",
    ],
    done: ["Alle fünf Fische sind ein Schwarm.", "All five fish are one swarm."],
    reply: {
      words: "i8i7",
      text: [
        "Blau zieht noch, kann aber nichts ändern: Die Runde ist zu Ende, Rot gewinnt.",
        "Blue still answers but changes nothing: the round is over, Red wins.",
      ],
      facts: [
        ["over.winner", "=", "red"],
        ["over.reason", "=", "swarm"],
      ],
    },
    wrong: [{ words: "g2d5", code: "distance" }],
  },

  {
    id: "schluss",
    title: ["Wenn keiner fertig wird", "If nobody gets there"],
    rule: ["Nach 30 Runden gewinnt der größere Schwarm.", "After 30 rounds the larger swarm wins."],
    text: [
      [
        "Nach 30 [Runden](round) ist Schluss: Wer den größeren Schwarm hat, gewinnt. Du kannst deinen größer machen oder den anderen kleiner.",
        "The game ends after 30 [rounds](round): the larger swarm wins. You can enlarge yours or shrink the other one.",
      ],
      [
        "Wer keinen Fisch mehr hat oder am Zug keinen bewegen kann, verliert.",
        "A side without fish, or without any move when it is its turn, loses.",
      ],
    ],
    position:
      "........../..bb....../..bb....../........../..rr..b.../.rr......./....o...../......r.b./........../.b........ b 59",
    task: [
      "Letzter Zug des Spiels, und diesmal bist du Blau. Es steht 4 zu 4. Gewinne!",
      "The last move of the game, and this time you are Blue. It is 4 to 4. Win!",
    ],
    goal: { facts: [["over.winner", "=", "blue"]] },
    solution: "g5e7",
    hint: [
      "Der Fisch auf G5 kann zu seinem Schwarm schwimmen oder einen Roten fressen.",
      "The fish on G5 can swim to its swarm or eat a red one.",
    ],
    other: ["Das geht, aber damit gewinnt Blau nicht.", "That is possible, but Blue does not win like this."],
    done: ["Blau hat am Ende den größeren Schwarm und gewinnt.", "Blue has the larger swarm in the end and wins."],
    wrong: [{ words: "g5f6", code: "distance" }],
  },
];

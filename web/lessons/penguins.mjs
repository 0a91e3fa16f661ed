// Lessons of Penguins; what the parts mean is in index.mjs.
export default [
  {
    id: "setzen",
    title: ["Pinguine setzen", "Placing penguins"],
    rule: [
      "Zuerst setzt jede Seite vier Pinguine auf Schollen mit genau einem Fisch.",
      "First each side places four penguins on floes that carry exactly one fish.",
    ],
    text: [
      [
        "Jede Seite hat vier Pinguine. Abwechselnd werden sie auf freie [Schollen](floe) gesetzt, und zwar nur auf solche mit genau einem Fisch. Den bekommst du sofort.",
        "Each side has four penguins. In turn they are placed on free [floes](floe), but only on those that carry exactly one fish. You get it at once.",
      ],
      [
        "Stehen alle acht, wird gerutscht. Ziel ist, mehr Fische zu sammeln als der Gegner.",
        "When all eight stand, they slide. The aim is to collect more fish than the opponent.",
      ],
    ],
    position: "21322221/12123112/21121133/22001111/11110022/33112112/21132121/12222312 r 0 0,0",
    task: [
      "Setz deinen ersten Pinguin auf eine Scholle mit einem Fisch.",
      "Place your first penguin on a floe that carries one fish.",
    ],
    goal: { facts: [["facts.red.placed", "=", 1]] },
    solution: "c5",
    hint: ["In der Mitte liegen viele: c5 zum Beispiel.", "There are many in the middle: c5 for example."],
    other: ["Das geht, aber gesucht ist ein gesetzter Pinguin.", "That is possible, but a placed penguin is wanted."],
    done: [
      "Dein erster Pinguin steht, dein erster Fisch ist gefangen.",
      "Your first penguin stands, your first fish is caught.",
    ],
    wrong: [
      { words: "a1", code: "too_many_fish" },
      { words: "c4", code: "hole" },
    ],
  },

  {
    id: "rutschen",
    title: ["Geradeaus rutschen", "Sliding straight on"],
    rule: [
      "Pinguine rutschen beliebig weit in eine der sechs Richtungen.",
      "Penguins slide as far as they like in one of six directions.",
    ],
    text: [
      [
        "Ein Zug ist eine gerade [Rutschpartie](slide) in eine der sechs Richtungen, so weit du willst. Um die Ecke geht es nie.",
        "A turn is one straight [slide](slide) in one of the six directions, as far as you like. Never around a corner.",
      ],
    ],
    position: "21R22221/12123112/2R121133/22001B11/1B110022/33R1211B/21132R21/122B2312 r 8 4,4",
    task: ["Rutsch mit dem Pinguin auf b3 in einem Zug nach f3.", "Slide the penguin on b3 to f3 in one go."],
    goal: { words: ["b3f3"] },
    solution: "b3f3",
    hint: [
      "f3 liegt in derselben Reihe, vier Felder weiter rechts.",
      "f3 is in the same row, four fields to the right.",
    ],
    other: [
      "Das geht, aber gesucht ist der Zug von b3 nach f3.",
      "That is possible, but the task is to go from b3 to f3.",
    ],
    done: [
      "Was unter dem Weg liegt, bleibt; nur der Fisch am Ziel gehört dir.",
      "What lies below the way stays; only the fish at its end is yours.",
    ],
    wrong: [
      { words: "b3b1", code: "not_straight" },
      { words: "b3b5", code: "not_straight" },
    ],
  },

  {
    id: "fische",
    title: ["Fische sammeln", "Collecting fish"],
    rule: [
      "Am Ziel nimmst du alle Fische der Scholle; die verlassene Scholle versinkt.",
      "You take all fish of the floe where you arrive; the floe you left sinks.",
    ],
    text: [
      [
        "Wo dein Pinguin ankommt, gehören dir alle Fische der [Scholle](floe): einer bis vier. Die Scholle, von der er kam, versinkt. So wird das Eis immer kleiner.",
        "Where your penguin arrives, all fish of the [floe](floe) are yours: one to four. The floe it came from sinks. So the ice gets smaller and smaller.",
      ],
    ],
    position: "21R22221/12123112/2R121133/22001B11/1B110022/33R1211B/21132R21/122B2312 r 8 4,4",
    task: ["Hol mit einem Zug drei Fische.", "Get three fish in one go."],
    goal: { facts: [["move.fish", "=", 3]] },
    solution: "b3g3",
    hint: [
      "Am rechten Ende der dritten Reihe liegen zwei Schollen mit drei Fischen.",
      "At the right end of the third row there are two floes of three fish.",
    ],
    other: [
      "Das geht, aber gesucht sind drei Fische auf einmal.",
      "That is possible, but three fish at once are wanted.",
    ],
    done: ["Drei Fische, und wo du standest, ist jetzt Wasser.", "Three fish, and where you stood there is water now."],
    wrong: [{ words: "c1e2", code: "not_straight" }],
  },

  {
    id: "hindernis",
    title: ["Löcher und Pinguine", "Holes and penguins"],
    rule: ["Über Wasser und andere Pinguine kommt niemand hinweg.", "Nobody gets across water or other penguins."],
    text: [
      [
        "Wasser und Pinguine, eigene wie fremde, halten jede [Rutschpartie](slide) auf. Du musst davor stehen bleiben.",
        "Water and penguins, own and others, stop every [slide](slide). You have to stay in front of them.",
      ],
    ],
    position: "21R22221/12123112/2R121133/22001B11/1B110022/33R1211B/21132R21/122B2312 r 8 4,4",
    task: [
      "Rutsch mit dem Pinguin auf c6 nach rechts, so weit es geht.",
      "Slide the penguin on c6 to the right, as far as possible.",
    ],
    goal: { words: ["c6g6"] },
    solution: "c6g6",
    hint: ["Auf h6 steht Blau. Davor ist g6.", "Blue stands on h6. In front of it is g6."],
    other: [
      "Das geht, aber gesucht ist der weiteste Zug von c6 nach rechts.",
      "That is possible, but the longest slide from c6 to the right is wanted.",
    ],
    done: ["Bis direkt vor den blauen Pinguin.", "Right up to the blue penguin."],
    wrong: [
      { words: "c6h6", code: "blocked_penguin" },
      { words: "c6d4", code: "blocked_hole" },
    ],
  },

  {
    id: "festsetzen",
    title: ["Festsetzen", "Trapping"],
    rule: [
      "Ein Pinguin ohne freie Scholle neben sich kommt nicht mehr weg.",
      "A penguin without a free floe beside it never leaves again.",
    ],
    text: [
      [
        "Ein Pinguin [sitzt fest](stuck), wenn um ihn herum nur Wasser, Rand und Pinguine sind. In den Ecken geht das schnell.",
        "A penguin is [stuck](stuck) when there is nothing but water, edge and penguins around it. In the corners this happens quickly.",
      ],
      [
        "Sitzen alle vier einer Seite fest, wird sie übergangen, und die andere zieht allein weiter.",
        "If all four of a side are stuck, it is left out, and the other side goes on alone.",
      ],
    ],
    position: "B03R2222/12123112/21121133/22001111/1R110022/33R1211B/21132B21/12BR2312 r 8 4,4",
    task: [
      "Der blaue Pinguin in der Ecke a1 hat nur einen Ausgang. Stell dich hinein.",
      "The blue penguin in the corner a1 has a single way out. Stand in it.",
    ],
    goal: { facts: [["facts.blue.stuck", ">=", 1]] },
    solution: "c6a2",
    hint: [
      "Der Ausgang ist a2. Von c6 führt eine Schräge nach links oben dorthin.",
      "The way out is a2. A diagonal leads there from c6 up to the left.",
    ],
    other: [
      "Das geht, aber der blaue Pinguin kann noch hinaus.",
      "That is possible, but the blue penguin can still get out.",
    ],
    done: ["Er sitzt fest: ein Gegner weniger auf dem Eis.", "It is stuck: one opponent less on the ice."],
    wrong: [{ words: "c6a1", code: "blocked_penguin" }],
  },

  {
    id: "revier",
    title: ["Ein eigenes Revier", "A territory of your own"],
    rule: ["Was nur du erreichst, nimmt dir niemand mehr.", "What only you can reach, nobody takes from you."],
    text: [
      [
        "Steht dein Pinguin in einem Engpass, gehört alles dahinter dir: dein [Revier](region). Dort kannst du in Ruhe fischen, während ihr anderswo streitet.",
        "If your penguin stands in a bottleneck, everything behind it is yours: your [territory](region). There you can fish in peace while you fight elsewhere.",
      ],
    ],
    position: "R1111133/12110004/21121100/22001B11/1B110022/33R1211B/21132R21/1R2B2312 r 8 4,4",
    task: [
      "Rechts oben liegen zehn Fische hinter einem Engpass. Riegle ihn so ab, dass alle dir bleiben.",
      "At the upper right ten fish lie behind a bottleneck. Close it so that all of them stay yours.",
    ],
    goal: {
      facts: [
        ["facts.regions.g1", "=", "red"],
        ["facts.regions.h1", "=", "red"],
        ["facts.regions.h2", "=", "red"],
      ],
    },
    solution: "a1f1",
    hint: [
      "Der Weg führt nur durch die oberste Reihe. Bleib auf f1 stehen, vor den Schollen mit drei Fischen.",
      "The only way is the top row. Stop on f1, in front of the floes of three fish.",
    ],
    other: [
      "Das geht, aber dann kommt Blau noch an diese Fische, oder du hast sie hinter dir gelassen.",
      "That is possible, but then Blue can still get at these fish, or you have left them behind.",
    ],
    done: [
      "Drei Schollen, zehn Fische, und Blau kommt nicht vorbei.",
      "Three floes, ten fish, and Blue does not get past.",
    ],
    wrong: [{ words: "a1h2", code: "not_straight" }],
  },

  {
    id: "schluss",
    title: ["Ende und Sieg", "End and victory"],
    rule: [
      "Kann niemand mehr rutschen, gewinnt, wer mehr Fische hat.",
      "When nobody can slide any more, the side that has more fish wins.",
    ],
    text: [
      [
        "Das Spiel ist aus, wenn kein Pinguin mehr [rutschen](slide) kann. Wer mehr Fische gesammelt hat, gewinnt; gleich viele sind ein [Unentschieden](draw).",
        "The game is over when no penguin can [slide](slide) any more. The side that has collected more fish wins; equal numbers are a [draw](draw).",
      ],
    ],
    position: "R0R0R000/00000000/00000000/002R3000/00000000/00000000/00000000/B0B0B0B0 r 40 28,30",
    task: [
      "Du hast 28 Fische, Blau 30. Mach den letzten Zug des Spiels und gewinne.",
      "You have 28 fish, Blue 30. Make the last slide of the game and win.",
    ],
    goal: { facts: [["over.winner", "=", "red"]] },
    solution: "d4e4",
    hint: [
      "Mit zwei Fischen wäre es ein Unentschieden, mit drei der Sieg.",
      "Two fish would be a draw, three are the victory.",
    ],
    other: ["Das geht, aber dann steht es 30 zu 30.", "That is possible, but then it is 30 to 30."],
    done: ["31 zu 30: Rot gewinnt.", "31 to 30: Red wins."],
    wrong: [{ words: "d4f4", code: "blocked_hole" }],
  },
];

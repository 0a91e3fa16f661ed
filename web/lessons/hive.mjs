// Lessons of Hive; what the parts mean is in index.mjs.
export default [
  {
    id: "setzen",
    title: ["Steine setzen", "Placing pieces"],
    rule: [
      "Neue Steine berühren einen eigenen und keinen gegnerischen.",
      "New pieces touch one of your own and none of the opponent's.",
    ],
    text: [
      [
        "In jedem [Zug](move) setzt du einen Stein aus deinem [Vorrat](stock) oder ziehst einen, der schon liegt. Der neue Stein muss an einen eigenen grenzen und darf keinen gegnerischen berühren. Nur die allerersten Steine tun es: Der von Rot liegt beliebig, der von Blau daneben.",
        "Each [turn](move) you place a piece from your [reserve](stock) or walk one that lies already. A new piece must touch one of your own and none of the opponent's. Only the very first ones differ: Red's lies anywhere, Blue's beside it.",
      ],
      [
        "Auf [Brombeeren](bramble) liegt nie ein Stein. Wer weder setzen noch ziehen kann, muss [aussetzen](skip).",
        "No piece ever lies on [brambles](bramble). A side that can neither place nor walk has to [pass](skip).",
      ],
    ],
    position: "-4,2:# 0,0:G 1,-1:a 2,-5:# 3,1:# | r 2",
    task: [
      "Wähl eine Ameise aus dem Vorrat und setz sie neben deinen Grashüpfer, weg von Blau.",
      "Choose an ant from the reserve and place it beside your grasshopper, away from Blue.",
    ],
    goal: {
      facts: [
        ["move.kind", "=", "ant"],
        ["move.from", "=", null],
      ],
    },
    solution: "A@-1,1",
    hint: [
      "Drei Felder kommen in Frage: links, links oben und links unten von deinem Grashüpfer.",
      "Three fields are possible: left, upper left and lower left of your grasshopper.",
    ],
    other: ["Das geht, aber gesucht ist eine Ameise.", "That is possible, but an ant is wanted."],
    done: [
      "Sie berührt nur deinen eigenen Stein: so ist es erlaubt.",
      "It touches only your own piece: that is allowed.",
    ],
    wrong: [
      { words: "A@1,0", code: "touch_enemy" },
      { words: "A@2,-2", code: "no_own_neighbour" },
      { words: "A@3,1", code: "target_bramble" },
    ],
  },

  {
    id: "koenigin",
    title: ["Die Königin", "The queen"],
    rule: [
      "Die Königin liegt spätestens mit dem vierten Zug; erst dann darf gezogen werden.",
      "The queen lies by the fourth turn; only then may pieces walk.",
    ],
    text: [
      [
        "Deine [Bienenkönigin](bee) musst du spätestens mit deinem vierten Zug setzen. Solange sie im Vorrat ist, bleiben alle deine Steine, wo sie sind.",
        "Your [queen bee](bee) must be placed by your fourth turn. As long as she is in the reserve, all your pieces stay where they are.",
      ],
      [
        "Such ihr einen sicheren Platz: Um sie dreht sich das ganze Spiel. Ziehen kann sie nur einen Schritt.",
        "Find a safe place for her: the whole game is about her. She walks one step only.",
      ],
    ],
    position: "-4,2:# -1,1:S 0,0:G 0,1:A 1,-2:s 1,-1:a 2,-5:# 2,-2:g 3,1:# | r 6",
    task: ["Es ist dein vierter Zug. Setz die Königin.", "It is your fourth turn. Place the queen."],
    goal: { facts: [["facts.red.queen", "!=", null]] },
    solution: "Q@-2,2",
    hint: [
      "Nimm die Biene aus dem Vorrat und leg sie auf die Seite, die Blau abgewandt ist.",
      "Take the bee from the reserve and put her on the side away from Blue.",
    ],
    other: ["Das geht, aber gesucht ist die Königin.", "That is possible, but the queen is wanted."],
    done: [
      "Die Königin liegt. Ab jetzt dürfen deine Steine auch ziehen.",
      "The queen lies. From now on your pieces may walk, too.",
    ],
    wrong: [
      { words: "A@-1,0", code: "queen_deadline" },
      { words: "0,1>1,1", code: "queen_not_placed" },
    ],
  },

  {
    id: "zusammenhalt",
    title: ["Alles hängt zusammen", "Everything hangs together"],
    rule: ["Kein Zug darf die Steine in zwei Gruppen trennen.", "No move may split the pieces into two groups."],
    text: [
      [
        "Alle Steine auf dem Brett bilden eine Gruppe ([Zusammenhalt](hive)), rote und blaue gemeinsam. Würde sie beim Hochheben eines Steins zerfallen, muss er bleiben.",
        "All pieces in play form one group ([one hive](hive)), red and blue together. If it fell apart when a piece is lifted, that piece has to stay.",
      ],
      [
        "Das ist eine Waffe: Wer sich an das Ende hängt, hält den Nachbarn fest.",
        "That is a weapon: who joins the end of a chain holds the neighbour in place.",
      ],
    ],
    position: "-4,2:# -2,2:A -1,1:Q 0,0:A 1,-1:a 2,-5:# 2,-2:q 3,1:# | r 8",
    task: [
      "Zwei Ameisen, aber nur eine ist frei. Zieh sie, egal wohin.",
      "Two ants, but only one is free. Walk it anywhere.",
    ],
    goal: {
      facts: [
        ["move.kind", "=", "ant"],
        ["move.from", "!=", null],
      ],
    },
    solution: "-2,2>-1,2",
    hint: [
      "Die Ameise in der Mitte verbindet links mit rechts. Die am linken Ende ist frei.",
      "The ant in the middle links left and right. The one at the left end is free.",
    ],
    other: [
      "Das geht, aber gesucht ist ein Zug mit einer Ameise auf dem Brett.",
      "That is possible, but an ant that lies already should walk.",
    ],
    done: [
      "Ohne sie hängt alles noch zusammen, also durfte sie gehen.",
      "Without it everything still hangs together, so it was free to go.",
    ],
    wrong: [
      { words: "0,0>0,1", code: "one_hive" },
      { words: "-1,1>-1,2", code: "one_hive" },
    ],
  },

  {
    id: "ameise",
    title: ["Ameise: so weit sie will", "Ant: as far as it likes"],
    rule: ["Die Ameise gleitet beliebig weit am Rand entlang.", "The ant slides along the rim as far as it likes."],
    text: [
      [
        "Ameise, Spinne und Königin [gleiten](glide): Schritt für Schritt am Rand der Gruppe entlang, ohne die Berührung zu verlieren. Die Ameise geht so weit sie will, die Königin einen Schritt.",
        "Ant, spider and queen [slide](glide): step by step along the rim of the group, without losing touch. The ant goes as far as it likes, the queen one step.",
      ],
      [
        "Durch eine Lücke, die links und rechts zugebaut ist, passt keiner von ihnen.",
        "None of them fits through a gap that is closed on both sides.",
      ],
    ],
    position: "-4,2:# -2,2:A -1,1:Q 0,0:G 1,-1:a 2,-5:# 2,-2:q 3,1:# | r 8",
    task: [
      "Lauf mit der Ameise ans andere Ende, neben die blaue Königin.",
      "Run the ant to the other end, next to the blue queen.",
    ],
    goal: {
      facts: [
        ["move.kind", "=", "ant"],
        ["facts.blue.free", "<=", 4],
      ],
    },
    solution: "-2,2>2,-1",
    hint: [
      "Die blaue Königin liegt ganz rechts. Jedes freie Feld an ihrer Seite ist recht.",
      "The blue queen lies at the far right. Any free field at her side will do.",
    ],
    other: [
      "Das geht, aber die Ameise soll neben der blauen Königin ankommen.",
      "That is possible, but the ant should arrive next to the blue queen.",
    ],
    done: [
      "In einem Zug um die ganze Gruppe: So schließen Ameisen Königinnen ein.",
      "Around the whole group in one go: this is how ants surround queens.",
    ],
    wrong: [
      { words: "-2,2>-2,0", code: "ant_no_path" },
      { words: "-2,2>0,0", code: "climb" },
    ],
  },

  {
    id: "spinne",
    title: ["Spinne: genau drei Schritte", "Spider: exactly three steps"],
    rule: [
      "Die Spinne gleitet genau drei Schritte, ohne umzukehren.",
      "The spider slides exactly three steps without turning back.",
    ],
    text: [
      [
        "Auch die Spinne [gleitet](glide) am Rand entlang, aber immer genau drei Schritte, nie mehr und nie weniger. Kein Feld betritt sie dabei zweimal.",
        "The spider [slides](glide) along the rim, too, but always exactly three steps, never more and never fewer. It enters no field twice.",
      ],
    ],
    position: "-4,2:# -2,2:S -1,1:Q 0,0:G 1,-1:a 2,-5:# 2,-2:q 3,1:# | r 8",
    task: [
      "Zieh die Spinne drei Schritte weit, oben herum oder unten herum.",
      "Walk the spider three steps, around the upper or the lower side.",
    ],
    goal: {
      facts: [
        ["move.kind", "=", "spider"],
        ["move.from", "!=", null],
      ],
    },
    solution: "-2,2>1,0",
    hint: [
      "Zähl mit: der erste Schritt liegt an der Königin, der dritte schon an der blauen Ameise.",
      "Count: the first step is at the queen, the third already at the blue ant.",
    ],
    other: [
      "Das geht, aber gesucht ist ein Zug mit der Spinne auf dem Brett.",
      "That is possible, but the spider that lies already should walk.",
    ],
    done: ["Drei Schritte, keiner mehr.", "Three steps, no more."],
    wrong: [
      { words: "-2,2>0,1", code: "spider_no_path" },
      { words: "-2,2>2,-1", code: "spider_no_path" },
    ],
  },

  {
    id: "grashuepfer",
    title: ["Grashüpfer: der Sprung", "Grasshopper: the jump"],
    rule: [
      "Der Grashüpfer springt geradeaus über eine lückenlose Reihe von Steinen.",
      "The grasshopper jumps straight over an unbroken row of pieces.",
    ],
    text: [
      [
        "Der Grashüpfer springt in gerader Linie über mindestens einen Stein und landet auf dem ersten freien Feld dahinter. Die Farbe der Steine ist egal, eine Lücke beendet den Sprung.",
        "The grasshopper jumps in a straight line over at least one piece and lands on the first free field behind. The colour of the pieces does not matter, a gap ends the jump.",
      ],
      [
        "So kommt er auch in Löcher, in die niemand gleiten kann. Über [Brombeeren](bramble) springt er nicht.",
        "So it even gets into holes that nobody can slide into. It does not jump over [brambles](bramble).",
      ],
    ],
    position: "-4,2:# -2,2:G -1,1:Q 0,0:A 1,-1:a 2,-5:# 2,-2:q 3,1:# | r 8",
    task: ["Spring mit dem Grashüpfer über die ganze Reihe.", "Jump over the whole row with the grasshopper."],
    goal: {
      facts: [
        ["move.kind", "=", "grasshopper"],
        ["move.from", "!=", null],
      ],
    },
    solution: "-2,2>3,-3",
    hint: [
      "Er liegt ganz links. Das Ziel ist das erste freie Feld rechts von der blauen Königin.",
      "It lies at the far left. The target is the first free field to the right of the blue queen.",
    ],
    other: [
      "Das geht, aber gesucht ist der Sprung mit dem Grashüpfer auf dem Brett.",
      "That is possible, but the grasshopper that lies already should jump.",
    ],
    done: ["Über vier Steine auf einmal.", "Over four pieces at once."],
    wrong: [
      { words: "-2,2>-2,1", code: "grasshopper_no_jump" },
      { words: "-2,2>0,1", code: "grasshopper_not_straight" },
    ],
  },

  {
    id: "kaefer",
    title: ["Käfer: oben drauf", "Beetle: on top"],
    rule: [
      "Der Käfer geht einen Schritt und klettert dabei auch auf andere Steine.",
      "The beetle goes one step and may climb onto other pieces.",
    ],
    text: [
      [
        "Der Käfer geht einen Schritt, und als Einziger darf er auf andere Steine klettern. Ein [Stapel](stack) gehört dem, dessen Stein oben liegt; was darunter liegt, sitzt fest.",
        "The beetle goes one step, and it alone may climb onto other pieces. A [stack](stack) belongs to the topmost piece; what lies below is held.",
      ],
      [
        "Auf der gegnerischen Königin ist er besonders lästig: Sie kann nicht mehr fliehen, und du darfst daneben setzen.",
        "On the opposing queen it is a real nuisance: she cannot flee any more, and you may place pieces beside it.",
      ],
    ],
    position: "-4,2:# -1,1:Q 0,0:A 1,-1:a 2,-5:# 2,-2:q 2,-1:B 3,1:# | r 8",
    task: ["Kletter mit dem Käfer auf die blaue Königin.", "Climb onto the blue queen with the beetle."],
    goal: { words: ["2,-1>2,-2"] },
    solution: "2,-1>2,-2",
    hint: [
      "Der Käfer liegt links oben neben ihr: wähl ihn, dann die blaue Biene.",
      "The beetle lies at her upper left: choose it, then the blue bee.",
    ],
    other: [
      "Das geht, aber der Käfer soll auf die blaue Königin.",
      "That is possible, but the beetle should go onto the blue queen.",
    ],
    done: [
      "Die blaue Königin liegt unter deinem Käfer und kann nicht weg.",
      "The blue queen lies under your beetle and cannot leave.",
    ],
    wrong: [
      { words: "-1,1>0,0", code: "climb" },
      { words: "2,-1>3,-3", code: "not_adjacent" },
    ],
  },

  {
    id: "einschliessen",
    title: ["So gewinnst du", "How you win"],
    rule: [
      "Sind alle sechs Felder um eine Königin versperrt, hat ihre Seite verloren.",
      "Once all six fields around a queen are blocked, her side has lost.",
    ],
    text: [
      [
        "Ist eine [Königin](bee) auf allen sechs Seiten eingeschlossen, verliert ihre Seite sofort. Es zählt jeder Stein, eigene wie fremde, dazu [Brombeeren](bramble) und der Rand.",
        "When a [queen](bee) is enclosed on all six sides, her side loses at once. Every piece counts, own and others, and so do [brambles](bramble) and the edge.",
      ],
      [
        "Schließt ein Zug beide Königinnen ein, ist es ein [Unentschieden](draw).",
        "If one move encloses both queens, it is a [draw](draw).",
      ],
    ],
    position: "-4,2:# -2,2:A -1,1:Q 0,0:B 1,-2:G 1,-1:a 2,-2:q 2,-1:S 3,-3:# 3,-2:s 3,1:# | r 20",
    task: [
      "Um die blaue Königin ist noch ein Feld frei. Schließ es.",
      "One field around the blue queen is still free. Close it.",
    ],
    goal: { facts: [["over.winner", "=", "red"]] },
    solution: "-2,2>2,-3",
    hint: [
      "Das freie Feld liegt rechts unten von ihr. Deine Ameise kommt hin.",
      "The free field is at her lower right. Your ant gets there.",
    ],
    other: [
      "Das geht, aber die blaue Königin hat noch Luft.",
      "That is possible, but the blue queen can still breathe.",
    ],
    done: [
      "Rundum eingeschlossen, die Brombeere half mit: Rot gewinnt.",
      "Enclosed all around, helped by the bramble: Red wins.",
    ],
    wrong: [{ words: "A@2,-3", code: "touch_enemy" }],
  },

  {
    id: "schluss",
    title: ["Wenn keine eingeschlossen ist", "If no queen is enclosed"],
    rule: [
      "Nach 30 Runden gewinnt, wessen Königin mehr freie Nachbarfelder hat.",
      "After 30 rounds the queen with more free fields around her wins.",
    ],
    text: [
      [
        "Nach 30 [Runden](round) werden die freien Felder um beide Königinnen gezählt. Wer mehr hat, gewinnt; gleich viele sind ein [Unentschieden](draw).",
        "After 30 [rounds](round) the free fields around both queens are counted. More of them win; equal numbers are a [draw](draw).",
      ],
    ],
    position: "-4,2:# -1,1:Q -1,2:S 0,0:B 1,-1:g 2,-2:q 2,-1:S 3,-3:a 3,1:# 4,-4:# | b 59",
    task: [
      "Letzter Zug, und diesmal bist du Blau. Gib deiner Königin Luft und nimm der roten welche.",
      "The last turn, and this time you are Blue. Give your queen air and take some from the red one.",
    ],
    goal: { facts: [["over.winner", "=", "blue"]] },
    solution: "3,-3>0,1",
    hint: [
      "Deine Ameise liegt neben deiner eigenen Königin. Neben der roten ist sie besser.",
      "Your ant lies beside your own queen. It is better beside the red one.",
    ],
    other: ["Das geht, aber damit gewinnt Blau nicht.", "That is possible, but Blue does not win like this."],
    done: ["Vier freie Felder gegen drei: Blau gewinnt.", "Four free fields against three: Blue wins."],
    wrong: [{ words: "2,-2>3,-2", code: "one_hive" }],
  },
];

// Lessons of Mississippi Queen; what the parts mean is in index.mjs.
// The rivers are straight and nearly empty; a segment is 20 letters in the order of docs/console.md.
const WATER = "W".repeat(20);
const AHEAD = "WWBWWWWWWWLWWWWWWWWW"; // an island and a log to look at
const GOAL = "WWWWWWWWWBWWWWWWWGGG";

/** A river whose first segment is given; `rest`: highest segment reached, side, turn, red ship, blue ship. */
const river = (first, rest) => `00000000 ${[first, AHEAD, WATER, WATER, WATER, WATER, WATER, GOAL].join("/")} ${rest}`;

const red = (name) => `pieces.side=red.${name}`;

export default [
  {
    id: "fahren",
    title: ["Den Dampfer fahren", "Sailing the steamer"],
    rule: [
      "Jeder Zug verbraucht genau so viele Bewegungspunkte, wie das Tempo sagt.",
      "Each turn uses exactly as many movement points as the speed says.",
    ],
    text: [
      [
        "Du bist Rot und fährst den Fluss hinunter. Dein Dampfer hat [Tempo](speed) 1, also einen [Bewegungspunkt](point). Ein Feld geradeaus kostet einen. Übrig bleiben darf keiner.",
        "You are Red and sail down the river. Your steamer has [speed](speed) 1, so one [movement point](point). One step ahead costs one. None may be left over.",
      ],
      [
        "Klick auf das Feld vor dem Bug (Taste W), dann auf „Senden“ (Taste S).",
        "Click the place in front of the bow (key W), then “Send” (key S).",
      ],
    ],
    position: river(WATER, "0 r 0 -1,1,0,1,6,0,1 -1,-1,0,1,6,0,1"),
    task: ["Fahr ein Feld geradeaus und sende den Zug.", "Sail one step straight ahead and send it off."],
    goal: { facts: [[red("at"), "=", "0,1"]] },
    solution: "step:1",
    hint: ["Das Feld rechts von deinem Dampfer, dann Senden.", "The place to the right of your steamer, then Send."],
    other: [
      "Das geht, aber gesucht ist ein Feld geradeaus.",
      "That is possible, but one step straight ahead is wanted.",
    ],
    done: ["Ein Bewegungspunkt, ein Feld.", "One movement point, one step."],
    wrong: [
      { words: "step:2", code: "mp_overdrawn" },
      { words: "turn:+1", code: "mp_left" },
    ],
  },

  {
    id: "tempo",
    title: ["Tempo und Kohle", "Speed and coal"],
    rule: [
      "Am Anfang des Zuges darfst du das Tempo um 1 frei ändern, jede weitere Stufe kostet Kohle.",
      "At the start of a turn you change the speed by 1 for free, each further step costs coal.",
    ],
    text: [
      [
        "Zu Beginn eines Zuges kannst du beschleunigen oder bremsen. Eine Stufe ist umsonst, jede weitere kostet ein Stück [Kohle](fuel). Davon hast du sechs, und es kommt keine dazu.",
        "At the beginning of a turn you may go faster or slower. One step is free, each further one costs a piece of [coal](fuel). You have six, and there will never be more.",
      ],
      [
        "Das neue [Tempo](speed) bleibt auch für den nächsten Zug. Klickst du einfach ein entferntes Feld an, stellt es sich von selbst ein.",
        "The new [speed](speed) stays for the next turn. If you just click a place further away, it is set by itself.",
      ],
    ],
    position: river(WATER, "0 r 0 -1,1,0,1,6,0,1 -1,-1,0,1,6,0,1"),
    task: [
      "Beschleunige auf Tempo 3 und fahr drei Felder geradeaus.",
      "Go up to speed 3 and sail three steps straight ahead.",
    ],
    goal: {
      facts: [
        [red("speed"), "=", 3],
        [red("coal"), "=", 5],
        [red("at"), "=", "2,1"],
      ],
    },
    solution: "acc:+2;step:3",
    hint: [
      "Klick das dritte Feld vor dem Bug an, oder drück dreimal W. Dann senden.",
      "Click the third place in front of the bow, or press W three times. Then send.",
    ],
    other: [
      "Das geht, aber gesucht sind Tempo 3 und drei Felder geradeaus.",
      "That is possible, but speed 3 and three steps straight ahead are wanted.",
    ],
    done: [
      "Zwei Stufen schneller: eine frei, eine für ein Stück Kohle.",
      "Two steps faster: one free, one for a piece of coal.",
    ],
    wrong: [
      { words: "acc:+2;step:2", code: "mp_left" },
      { words: "acc:+1;acc:+1;step:3", code: "acc_not_first" },
      { words: "acc:-1;step:1", code: "speed_lt1" },
    ],
  },

  {
    id: "drehen",
    title: ["Drehen", "Turning"],
    rule: [
      "Eine Drehung je Zug ist frei, jede weitere kostet Kohle.",
      "One turn of the bow is free each time, each further one costs coal.",
    ],
    text: [
      [
        "Der Dampfer fährt nur dorthin, wohin sein Bug zeigt. Eine [Drehung](turn) um ein Sechstel ist je Zug frei, jede weitere kostet ein Stück [Kohle](fuel). Bewegungspunkte kostet sie nicht.",
        "The steamer only goes where its bow points. One [turn](turn) by a sixth is free each time, each further one costs a piece of [coal](fuel). It takes no movement points.",
      ],
      [
        "Inseln und das Ufer sind im Weg, und man kommt nicht hindurch.",
        "Islands and the bank are in the way, and nobody gets through.",
      ],
    ],
    position: river("WWWWWWWWWWWWWBWWWWWW", "0 r 4 0,0,0,1,6,0,1 -1,-1,0,1,6,0,1"),
    task: [
      "Vor dir liegt eine Insel. Dreh um ein Sechstel (Tasten A und D) und fahr ein Feld daran vorbei, ohne Kohle zu verbrennen.",
      "An island lies ahead. Turn by a sixth (keys A and D) and sail one step past it without burning coal.",
    ],
    goal: {
      facts: [
        [red("coal"), "=", 6],
        [red("speed"), "=", 1],
      ],
    },
    solution: "turn:+1;step:1",
    hint: ["Einmal drehen, ein Feld vor, senden.", "Turn once, one step ahead, send."],
    other: [
      "Das geht, aber gesucht ist ein Zug mit Tempo 1 und ohne Kohle.",
      "That is possible, but speed 1 without burning coal is wanted.",
    ],
    done: ["An der Insel vorbei, ganz ohne Kohle.", "Past the island, and no coal burnt."],
    wrong: [
      { words: "step:1", code: "blocked" },
      { words: "turn:+1", code: "mp_left" },
    ],
  },

  {
    id: "baumstamm",
    title: ["Baumstämme", "Logs"],
    rule: [
      "Ein Baumstamm kostet zwei Bewegungspunkte und eins vom Tempo.",
      "A log costs two movement points and one off the speed.",
    ],
    text: [
      [
        "Über einen [Baumstamm](log) zu fahren kostet zwei [Bewegungspunkte](point) statt einem, und dein [Tempo](speed) sinkt um eins.",
        "Sailing over a [log](log) costs two [movement points](point) instead of one, and your [speed](speed) drops by one.",
      ],
    ],
    position: river("WWWWWWWWWWWWWLWWWWWW", "0 r 4 0,0,0,2,6,0,1 -1,-1,0,1,6,0,1"),
    task: ["Dein Tempo ist 2. Fahr auf den Baumstamm vor dir.", "Your speed is 2. Sail onto the log ahead."],
    goal: { facts: [[red("at"), "=", "1,0"]] },
    solution: "step:1",
    hint: [
      "Ein Feld geradeaus verbraucht beide Bewegungspunkte.",
      "One step straight ahead uses both movement points.",
    ],
    other: [
      "Das geht, aber der Zug soll auf dem Baumstamm enden.",
      "That is possible, but the trip should end on the log.",
    ],
    done: [
      "Zwei Bewegungspunkte für ein Feld, und das Tempo ist nur noch 1.",
      "Two movement points for one step, and the speed is only 1 now.",
    ],
    wrong: [
      { words: "acc:-1;step:1", code: "log_mp" },
      { words: "step:2", code: "mp_overdrawn" },
    ],
  },

  {
    id: "sandbank",
    title: ["Sandbänke", "Sandbanks"],
    rule: [
      "Auf einer Sandbank endet der Zug mit Tempo 1; herunter geht es ein Feld vor oder, für Kohle, zurück.",
      "A trip ends on a sandbank at speed 1; one leaves it by one step ahead or, for coal, back.",
    ],
    text: [
      [
        "Fährst du auf eine [Sandbank](sandbank), ist der Zug zu Ende, und dein Tempo fällt auf 1. Von dort geht es nur ein Feld vor oder eines zurück. Rückwärts kostet ein Stück [Kohle](fuel). Erst danach darfst du wieder drehen.",
        "If you run onto a [sandbank](sandbank), the trip is over, and your speed drops to 1. From there you go just one step ahead or one back. Backwards costs a piece of [coal](fuel). Only then may you turn again.",
      ],
      [
        "Wer gar nicht mehr fahren kann, etwa ohne Kohle vor einer Insel, verliert.",
        "A steamer that cannot sail at all, say without coal in front of an island, loses.",
      ],
    ],
    position: river("WWWWWWWWWSWWWBWWWWWW", "0 r 4 0,0,0,1,6,0,1 -1,-1,0,1,6,0,1"),
    task: [
      "Du liegst auf einer Sandbank, vor dir eine Insel. Befrei dich.",
      "You are on a sandbank, an island ahead. Free yourself.",
    ],
    goal: { facts: [[red("at"), "=", "-1,0"]] },
    solution: "step:-1",
    hint: ["Klick das Feld hinter deinem Dampfer an und sende.", "Click the place behind your steamer and send."],
    other: ["Das geht, aber gesucht ist das Feld hinter dir.", "That is possible, but the place behind you is wanted."],
    done: ["Frei, für ein Stück Kohle.", "Free, for a piece of coal."],
    wrong: [
      { words: "step:1", code: "blocked" },
      { words: "turn:+1;step:1", code: "turn_on_sandbank" },
      { words: "acc:+1;step:-1", code: "acc_on_sandbank" },
    ],
  },

  {
    id: "passagier",
    title: ["Passagiere aufnehmen", "Taking passengers aboard"],
    rule: [
      "Wer seinen Zug mit Tempo 1 am Anleger beendet, nimmt den Passagier mit.",
      "Who ends a trip at a jetty at speed 1 takes the passenger aboard.",
    ],
    text: [
      [
        "Ohne zwei Passagiere gewinnt man nicht im Ziel. Sie warten auf Inseln, und vor jeder liegt ein [Anleger](jetty). Wer dort seinen Zug mit [Tempo](speed) 1 beendet, nimmt den Passagier an Bord. Vorbeifahren reicht nicht.",
        "Without two passengers nobody wins at the goal. They wait on islands, each behind a [jetty](jetty). Who ends a trip there at [speed](speed) 1 takes the passenger aboard. Passing by is not enough.",
      ],
      ["Mehr als zwei passen nicht auf den Dampfer.", "There is room for two."],
    ],
    position: river("WWWWWWWWWWWW2WWWWWWW", "0 r 4 -1,0,0,2,6,0,1 -1,-1,0,1,6,0,1"),
    task: ["Bremse und halte am Anleger vor dir.", "Slow down and stop at the jetty ahead."],
    goal: { facts: [[red("passengers"), "=", 1]] },
    solution: "acc:-1;step:1",
    hint: [
      "Der Anleger liegt ein Feld vor dir. Fahr nur dieses eine, dann bremst der Dampfer von selbst auf Tempo 1.",
      "The jetty is one step ahead. Take just this one, and the steamer slows down to speed 1 by itself.",
    ],
    other: [
      "Das geht, aber so steigt niemand ein: Tempo 1, am Anleger.",
      "That is possible, but nobody boards like this: speed 1, at the jetty.",
    ],
    done: ["Der erste Passagier ist an Bord.", "The first passenger is aboard."],
    wrong: [{ words: "step:1", code: "mp_left" }],
  },

  {
    id: "abdraengen",
    title: ["Abdrängen", "Pushing"],
    rule: [
      "Wer auf das Feld des Gegners fährt, drängt ihn für einen Bewegungspunkt weg.",
      "Who sails onto the opponent pushes it aside for one movement point.",
    ],
    text: [
      [
        "Fährst du auf das Feld des Gegners, musst du ihn [abdrängen](push): auf ein freies Nachbarfeld deiner Wahl, nur nicht hinter dich. Das kostet einen [Bewegungspunkt](point) zusätzlich.",
        "If you sail onto the opponent, you have to [push](push) it: to a free neighbouring place of your choice, just not behind you. This costs one more [movement point](point).",
      ],
      [
        "Abgedrängte haben danach eine freie Drehung mehr – außer auf einer [Sandbank](sandbank).",
        "A pushed ship then has one more free turn – except on a [sandbank](sandbank).",
      ],
    ],
    position: river("WWWWWWWWWWWWSWWWWWWW", "0 r 4 0,0,0,2,6,0,1 1,0,0,1,6,0,1"),
    task: ["Dräng Blau auf die Sandbank.", "Push Blue onto the sandbank."],
    goal: { facts: [["pieces.side=blue.at", "=", "1,1"]] },
    solution: "step:1;push:DOWN_LEFT",
    hint: [
      "Fahr ein Feld vor, auf Blau. Dann klick die Sandbank links unten an (Taste 4), und sende.",
      "Go one step ahead, onto Blue. Then click the sandbank at the lower left (key 4), and send.",
    ],
    other: [
      "Das geht, aber Blau soll auf der Sandbank landen.",
      "That is possible, but Blue should end up on the sandbank.",
    ],
    done: ["Blau sitzt auf der Sandbank und hat nur noch Tempo 1.", "Blue sits on the sandbank at speed 1."],
    wrong: [
      { words: "step:2", code: "blocked" },
      { words: "step:1;push:LEFT", code: "push_behind" },
    ],
  },

  {
    id: "ziel",
    title: ["So gewinnst du", "How you win"],
    rule: [
      "Mit zwei Passagieren und Tempo 1 auf einem Zielfeld gewinnst du sofort.",
      "Two passengers and speed 1 on a goal field win at once.",
    ],
    text: [
      [
        "Im letzten [Segment](segment) liegen drei Zielfelder. Wer dort seinen Zug mit zwei Passagieren und [Tempo](speed) 1 beendet, hat gewonnen.",
        "There are three goal fields in the last [segment](segment). Who ends a trip there at [speed](speed) 1 and has two passengers aboard has won.",
      ],
      [
        "Bleib dran: Wer am Ende einer [Runde](round) vier Segmente zurückliegt, ist abgehängt und verliert. Und wer vorn liegt, beginnt die nächste Runde.",
        "Keep up: a ship four segments behind at the end of a [round](round) has been left behind and loses. And the ship ahead begins the next round.",
      ],
    ],
    position: `00000000 ${[WATER, WATER, WATER, WATER, WATER, WATER, WATER, GOAL].join("/")} 7 r 40 29,0,0,2,3,2,1 26,1,0,2,4,1,1`,
    task: ["Beide Passagiere sind an Bord. Lauf ins Ziel ein.", "Both passengers are aboard. Enter the goal."],
    goal: {
      facts: [
        ["over.winner", "=", "red"],
        ["over.reason", "=", "goal"],
      ],
    },
    solution: "acc:-1;step:1",
    hint: [
      "Ein Feld geradeaus liegt das Ziel. Mit Tempo 1 bist du da.",
      "The goal is one step straight ahead. At speed 1 you are there.",
    ],
    other: [
      "Das geht, aber so gewinnst du nicht: ins Ziel mit Tempo 1.",
      "That is possible, but you do not win like this: into the goal at speed 1.",
    ],
    done: ["Zwei Passagiere, Tempo 1, im Ziel: Rot gewinnt.", "Two passengers, speed 1, in the goal: Red wins."],
    wrong: [
      { words: "step:1", code: "mp_left" },
      { words: "step:2", code: "no_field" },
    ],
  },

  {
    id: "schluss",
    title: ["Wenn keiner ankommt", "If nobody arrives"],
    rule: [
      "Nach 30 Runden entscheiden die Punkte: Strecke und Passagiere.",
      "After 30 rounds points decide: progress and passengers.",
    ],
    text: [
      [
        "Nach 30 [Runden](round) gewinnt, wer mehr Punkte hat: fünf für jedes geschaffte [Segment](segment), null bis vier für die Reihe darin, fünf für jeden Passagier. Bei Gleichstand zählen die Passagiere.",
        "After 30 [rounds](round) more points win: five for each [segment](segment) passed, zero to four for the row in it, five for each passenger. If these are equal, passengers count.",
      ],
    ],
    position: `00000000 ${[WATER, WATER, WATER, WATER, WATER, WATER, WATER, GOAL].join("/")} 5 r 59 20,0,0,1,2,2,1 21,1,0,2,4,2,1`,
    task: [
      "Letzter Zug des Spiels, und Blau liegt einen Punkt vorn. Hol dir den Sieg.",
      "The last turn of the game, and Blue is one point ahead. Take the victory.",
    ],
    goal: { facts: [["over.winner", "=", "red"]] },
    solution: "acc:+1;step:2",
    hint: ["Eine Reihe weiter ist ein Gleichstand. Fahr zwei Felder.", "One row further is a tie. Sail two steps."],
    other: ["Das geht, aber es reicht nicht zum Sieg.", "That is possible, but it is not enough to win."],
    done: ["Ein Punkt mehr als Blau: Rot gewinnt.", "One point more than Blue: Red wins."],
    wrong: [{ words: "step:2", code: "mp_overdrawn" }],
  },
];

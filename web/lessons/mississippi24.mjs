// Lessons of Mississippi Queen 2024; what the parts mean is in index.mjs. The rivers are straight and nearly empty.

/** Four columns of five fields: {"2,1": "I"} is an island in column 2, row 1 (docs/console.md). */
function segment(fields = {}) {
  const letters = Array(20).fill("W");
  for (const [at, letter] of Object.entries(fields)) {
    const [column, row] = at.split(",").map(Number);
    letters[5 * column + row] = letter;
  }
  return letters.join("");
}

const WATER = segment();
const AHEAD = segment({ "1,1": "I", "2,3": "I", "0,4": "0" }); // islands and a passenger to look at
const GOAL = segment({ "1,4": "I", "3,1": "G", "3,2": "G", "3,3": "G" });

/** A river whose first segments are given; `rest`: visible segments, side, turn, red ship, blue ship. */
const river = (first, rest) => `00000000 ${[...first, ...Array(7 - first.length).fill(WATER), GOAL].join("/")} ${rest}`;

const red = (name) => `pieces.side=red.${name}`;

export default [
  {
    id: "fahren",
    title: ["Fahren, Tempo und Kohle", "Sailing, speed and coal"],
    rule: [
      "Jeder Zug verbraucht genau so viele Bewegungspunkte, wie das Tempo sagt; eine Stufe Tempo ist frei, mehr kostet Kohle.",
      "Each turn uses exactly as many movement points as the speed says; one step of speed is free, more costs coal.",
    ],
    text: [
      [
        "Du bist Rot und fährst den Fluss hinunter. Das [Tempo](speed) gibt dir [Bewegungspunkte](point); ein Feld geradeaus kostet einen, und übrig bleiben darf keiner. Zu Beginn des Zuges darfst du das Tempo um 1 frei ändern, jede weitere Stufe kostet ein Stück [Kohle](fuel).",
        "You are Red and sail down the river. The [speed](speed) gives you [movement points](point); one step ahead costs one, and none may be left over. At the beginning of a turn you change the speed by 1 for free, each further step costs a piece of [coal](fuel).",
      ],
      [
        "Klick das Feld an, bis zu dem du fahren willst (oder drück W für jedes Feld): Das Tempo stellt sich von selbst ein. Dann „Senden“ (Taste S).",
        "Click the place you want to sail to (or press W for each step): the speed is set by itself. Then “Send” (key S).",
      ],
    ],
    position: river([WATER, AHEAD], "2 r 0 -1,-1,0,1,6,0,1,0 -2,1,0,1,6,0,1,0"),
    task: [
      "Beschleunige auf Tempo 3 und fahr drei Felder geradeaus.",
      "Go up to speed 3 and sail three steps straight ahead.",
    ],
    goal: {
      facts: [
        [red("speed"), "=", 3],
        [red("coal"), "=", 5],
        [red("at"), "=", "2,-1"],
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
      { words: "step:2", code: "no_mp" },
      { words: "step:1;acc:+1;step:1", code: "acc_not_first" },
      { words: "acc:-1;step:1", code: "speed_lt1" },
    ],
  },

  {
    id: "drehen",
    title: ["Drehen", "Turning"],
    rule: [
      "Gedreht wird in eine von sechs Richtungen; ein Sechstel je Zug ist frei, jedes weitere kostet Kohle.",
      "A ship turns to one of six directions; a sixth is free each time, each further one costs coal.",
    ],
    text: [
      [
        "Der Dampfer fährt nur dorthin, wohin sein Bug zeigt. Bei einer [Drehung](turn) sagst du, wohin er danach zeigen soll: Klick das Feld daneben in dieser Richtung an, nimm einen der Pfeile oder den Ziffernblock; A und D drehen um ein Sechstel.",
        "The steamer only goes where its bow points. For a [turn](turn) you say where it should point afterwards: click the place beside it in that direction, take one of the arrows or the number pad; A and D turn by a sixth.",
      ],
      [
        "Ein Sechstel ist je Zug frei, jedes weitere kostet ein Stück [Kohle](fuel). Bewegungspunkte kostet es nicht. Durch Inseln und Ufer kommt man nicht hindurch.",
        "A sixth is free each time, each further one costs a piece of [coal](fuel). It takes no movement points. Nobody gets through islands and banks.",
      ],
    ],
    position: river([segment({ "2,1": "I" }), AHEAD], "2 r 4 0,-1,0,1,6,0,1,1 -2,1,0,1,6,0,1,0"),
    task: [
      "Vor dir liegt eine Insel. Dreh nach rechts oben und fahr ein Feld.",
      "An island lies ahead. Turn to the upper right and sail one step.",
    ],
    goal: {
      facts: [
        [red("at"), "=", "1,-2"],
        [red("coal"), "=", 6],
      ],
    },
    solution: "turn:UP_RIGHT;step:1",
    hint: ["Einmal nach rechts oben drehen, ein Feld vor, senden.", "Turn to the upper right, one step ahead, send."],
    other: [
      "Das geht, aber gesucht ist ein Feld nach rechts oben, ohne Kohle.",
      "That is possible, but one step to the upper right without burning coal is wanted.",
    ],
    done: ["An der Insel vorbei, ganz ohne Kohle.", "Past the island, and no coal burnt."],
    wrong: [
      { words: "step:1", code: "blocked" },
      { words: "turn:UP_RIGHT", code: "mp_left" },
    ],
  },

  {
    id: "stroemung",
    title: ["Die Strömung", "The current"],
    rule: [
      "Wer auf die Strömung fährt, zahlt einen Bewegungspunkt mehr – einmal, solange er geradeaus fährt.",
      "Sailing onto the current costs one more movement point – once, as long as the ship goes straight on.",
    ],
    text: [
      [
        "Auf der Mitte des Flusses liegt die [Strömung](current); Pfeile zeigen, wohin sie fließt. Das erste Feld mit Strömung kostet zwei [Bewegungspunkte](point) statt einem. Wer geradeaus in ihr weiterfährt, zahlt nicht noch einmal, nach einer Drehung schon.",
        "The [current](current) lies in the middle of the river; arrows show where it flows. The first place with a current costs two [movement points](point) instead of one. Who goes straight on in it does not pay again, but does after a turn.",
      ],
      [
        "In der Strömung gilt ein Dampfer als um 1 langsamer als sein [Tempo](speed): Das hilft am Anleger und im Ziel.",
        "In the current a steamer counts as slower by 1 than its [speed](speed): that helps at a jetty and in the goal.",
      ],
    ],
    position: river([WATER, AHEAD], "2 r 4 0,-1,1,2,6,0,1,1 -2,1,0,1,6,0,1,0"),
    task: ["Dein Tempo ist 2. Fahr auf die Strömung vor dir.", "Your speed is 2. Sail onto the current ahead."],
    goal: {
      facts: [
        [red("at"), "=", "0,0"],
        [red("speed"), "=", 2],
      ],
    },
    solution: "step:1",
    hint: [
      "Ein Feld geradeaus verbraucht beide Bewegungspunkte.",
      "One step straight ahead uses both movement points.",
    ],
    other: [
      "Das geht, aber der Zug soll mit Tempo 2 in der Strömung enden.",
      "That is possible, but the trip should end in the current at speed 2.",
    ],
    done: [
      "Zwei Bewegungspunkte für das erste Feld in der Strömung.",
      "Two movement points for the first place in the current.",
    ],
    wrong: [
      { words: "acc:-1;step:1", code: "no_mp" },
      { words: "step:2", code: "no_mp" },
    ],
  },

  {
    id: "passagier",
    title: ["Passagiere aufnehmen", "Taking passengers aboard"],
    rule: [
      "Wer seinen Zug langsam am Anleger beendet, nimmt den Passagier mit: mit Tempo 1, in der Strömung mit 2.",
      "Who ends a trip slowly at a jetty takes the passenger aboard: at speed 1, or 2 in the current.",
    ],
    text: [
      [
        "Ohne zwei Passagiere gewinnt man nicht im Ziel. Fünf warten auf Inseln, vor jeder ein [Anleger](jetty). Wer dort seinen Zug mit [Tempo](speed) 1 beendet – in der [Strömung](current) auch mit 2 –, nimmt einen an Bord.",
        "Without two passengers nobody wins at the goal. Five wait on islands, each behind a [jetty](jetty). Who ends a trip there at [speed](speed) 1 – in the [current](current) also at 2 – takes one aboard.",
      ],
      ["Jeder bringt fünf Punkte, auch der dritte.", "Each is worth five points, also the third."],
    ],
    position: river([segment({ "1,0": "1" }), AHEAD], "2 r 4 -1,-1,0,2,6,0,1,0 -2,1,0,1,6,0,1,0"),
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
        "Fährst du auf das Feld des Gegners, musst du ihn [abdrängen](push): auf ein freies Nachbarfeld deiner Wahl, nur nicht dorthin, woher du kommst. Das kostet einen [Bewegungspunkt](point) zusätzlich, auch in die [Strömung](current).",
        "If you sail onto the opponent, you have to [push](push) it: to a free neighbouring place of your choice, just not where you come from. This costs one more [movement point](point), also into the [current](current).",
      ],
    ],
    position: river([WATER, AHEAD], "2 r 4 -1,-1,0,2,6,0,1,0 0,-1,0,1,6,0,1,1"),
    task: ["Dräng Blau nach rechts unten in die Strömung.", "Push Blue to the lower right, into the current."],
    goal: { facts: [["pieces.side=blue.at", "=", "0,0"]] },
    solution: "step:1;push:DOWN_RIGHT",
    hint: [
      "Fahr ein Feld vor, auf Blau. Dann klick das Feld rechts unten an (Taste 1), und sende.",
      "Go one step ahead, onto Blue. Then click the place at the lower right (key 1), and send.",
    ],
    other: [
      "Das geht, aber Blau soll rechts unten in der Strömung landen.",
      "That is possible, but Blue should end up at the lower right, in the current.",
    ],
    done: [
      "Blau liegt in der Strömung – und darf dafür im nächsten Zug zweimal frei drehen.",
      "Blue lies in the current – and for that may turn twice for free next time.",
    ],
    wrong: [
      { words: "step:2", code: "through_ship" },
      { words: "step:1;push:LEFT", code: "push_behind" },
    ],
  },

  {
    id: "freidrehung",
    title: ["Frei drehen nach dem Abdrängen", "Free turns after being pushed"],
    rule: [
      "Wer abgedrängt wurde, dreht im nächsten Zug für jedes Mal ein Sechstel mehr umsonst.",
      "A pushed ship turns by one more sixth for free in its next move, for each push.",
    ],
    text: [
      [
        "Für jedes [Abdrängen](push), das dir geschieht, hast du im nächsten Zug eine freie [Drehung](turn) mehr. Das Zeichen ⟳ am Dampfer erinnert daran. Was du nicht brauchst, verfällt.",
        "For each [push](push) that hits you, you have one more free [turn](turn) in your next move. The sign ⟳ at the steamer reminds you. What you do not use is lost.",
      ],
    ],
    position: river([segment({ "2,1": "I", "3,0": "I" }), AHEAD], "2 r 6 1,-2,0,1,6,0,2,2 -2,1,0,1,6,0,1,0"),
    task: [
      "Du wurdest in die Ecke gedrängt. Dreh um zwei Sechstel nach links unten und fahr hinaus – ohne Kohle.",
      "You were pushed into the corner. Turn by two sixths to the lower left and sail out – without coal.",
    ],
    goal: {
      facts: [
        [red("at"), "=", "0,-1"],
        [red("coal"), "=", 6],
      ],
    },
    solution: "turn:DOWN_LEFT;step:1",
    hint: ["Nach links unten drehen, ein Feld vor, senden.", "Turn to the lower left, one step ahead, send."],
    other: [
      "Das geht, aber gesucht ist das Feld links unten, ohne Kohle.",
      "That is possible, but the place at the lower left without burning coal is wanted.",
    ],
    done: ["Zwei Sechstel gedreht, beide frei.", "Turned by two sixths, both free."],
    wrong: [
      { words: "step:1", code: "blocked" },
      { words: "turn:DOWN_RIGHT;step:1", code: "blocked" },
    ],
  },

  {
    id: "ziel",
    title: ["So gewinnst du", "How you win"],
    rule: [
      "Wer am Ende einer Runde mit zwei Passagieren und Tempo 1 im Ziel liegt, gewinnt.",
      "Who is in the goal with two passengers and speed 1 at the end of a round wins.",
    ],
    text: [
      [
        "Im letzten [Segment](segment) liegen drei Zielfelder. Wer dort mit mindestens zwei Passagieren und [Tempo](speed) 1 einläuft (auf dem mittleren, in der [Strömung](current), auch mit 2), gewinnt am Ende der [Runde](round). Sind es beide, entscheiden die Punkte.",
        "There are three goal fields in the last [segment](segment). Who enters with at least two passengers and [speed](speed) 1 (on the middle one, in the [current](current), also 2) wins at the end of the [round](round). If both do, points decide.",
      ],
      [
        "Kommt nach 30 Runden niemand an, gewinnt, wer mehr Punkte hat: fünf für jedes Segment, null bis drei für die Reihe darin, fünf für jeden Passagier.",
        "If nobody arrives in 30 rounds, more points win: five for each segment, zero to three for the row in it, five for each passenger.",
      ],
    ],
    position: river([], "8 r 41 29,-1,0,2,3,2,1,47 24,1,0,2,4,1,1,37"),
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
      { words: "step:2", code: "blocked" },
    ],
  },

  {
    id: "abgehaengt",
    title: ["Abhängen", "Leaving behind"],
    rule: [
      "Liegt ein Dampfer am Ende einer Runde mehr als drei Segmente zurück, ist das Spiel zu Ende.",
      "If a steamer is more than three segments behind at the end of a round, the game is over.",
    ],
    text: [
      [
        "Bleib dran: Wer am Ende einer [Runde](round) mehr als drei [Segmente](segment) zurückliegt, ist abgehängt. Dann gewinnt, wer mehr Punkte hat – so gut wie immer der vordere.",
        "Keep up: a steamer that at the end of a [round](round) is more than three [segments](segment) behind has been left behind. Then more points win – nearly always those of the one ahead.",
      ],
      [
        "Wer vorn liegt, beginnt die nächste Runde. So kann ein Dampfer auch zweimal hintereinander fahren.",
        "The ship ahead begins the next round. So a steamer may also sail twice running.",
      ],
    ],
    position: river([], "6 r 31 18,-1,0,1,3,0,1,23 4,1,0,1,2,0,1,7"),
    task: [
      "Blau liegt drei Segmente zurück. Fahr ins nächste und häng ihn ab.",
      "Blue is three segments behind. Sail into the next one and leave it behind.",
    ],
    goal: {
      facts: [
        ["over.winner", "=", "red"],
        ["over.reason", "=", "lag"],
      ],
    },
    solution: "step:1",
    hint: ["Ein Feld geradeaus beginnt das nächste Segment.", "The next segment begins one step straight ahead."],
    other: [
      "Das geht, aber damit bist du nicht vier Segmente voraus.",
      "That is possible, but then you are not four segments ahead.",
    ],
    done: ["Vier Segmente voraus: Blau ist abgehängt.", "Four segments ahead: Blue has been left behind."],
    wrong: [{ words: "step:2", code: "no_mp" }],
  },

  {
    id: "festgefahren",
    title: ["Festgefahren", "Stuck"],
    rule: ["Wer am Zug ist und nicht fahren kann, verliert.", "A steamer that is to move and cannot sail loses."],
    text: [
      [
        "Ohne [Kohle](fuel) in einer Sackgasse gibt es keinen gültigen Zug mehr: Der Dampfer ist festgefahren und verliert. Spar also ein Stück auf.",
        "Without [coal](fuel) in a dead end there is no legal move any more: the steamer is stuck and loses. So save a piece.",
      ],
    ],
    position: river(
      [WATER, segment({ "2,0": "I", "1,1": "I", "0,1": "I" })],
      "3 r 20 2,-2,0,2,4,0,1,3 3,-2,0,1,0,0,1,5",
    ),
    task: [
      "Blau hat keine Kohle mehr. Dräng ihn nach rechts in die Sackgasse.",
      "Blue has no coal left. Push it to the right, into the dead end.",
    ],
    goal: {
      facts: [
        ["over.winner", "=", "red"],
        ["over.reason", "=", "stuck"],
      ],
    },
    solution: "step:1;push:RIGHT",
    hint: [
      "Fahr ein Feld vor, auf Blau. Dann klick das Feld rechts davon an (Taste 0), und sende.",
      "Go one step ahead, onto Blue. Then click the place to its right (key 0), and send.",
    ],
    other: ["Das geht, aber Blau kann danach noch fahren.", "That is possible, but Blue can still sail then."],
    done: [
      "Ringsum Inseln und Ufer, und zum Umdrehen fehlt die Kohle: Blau ist festgefahren.",
      "Islands and banks all around, and no coal to turn round: Blue is stuck.",
    ],
    wrong: [
      { words: "step:2", code: "through_ship" },
      { words: "step:1;push:LEFT", code: "push_behind" },
    ],
  },
];

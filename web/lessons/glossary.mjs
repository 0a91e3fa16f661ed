// The terms of all games: how they are called, what they mean, in which games, and which lesson shows them.
const PIRANHAS = ["piranhas", "piranhas26"];
const RIVER = ["mississippi", "mississippi24"];
const ALL = [...PIRANHAS, "hive", ...RIVER, "penguins"];

export default {
  draw: {
    term: ["Unentschieden", "Draw"],
    games: ALL,
    say: [
      "Das Spiel endet ohne Sieger; jede Seite bekommt einen Siegpunkt.",
      "The game ends without a winner; each side gets one win point.",
    ],
  },
  move: {
    term: ["Zug", "Move"],
    games: ALL,
    say: [
      "Was eine Seite tut, wenn sie an der Reihe ist. Beide Seiten ziehen meist abwechselnd.",
      "What a side does when it is its turn. Both sides usually take turns.",
    ],
  },
  round: {
    term: ["Runde", "Round"],
    games: ALL,
    lesson: "piranhas/sieg",
    say: [
      "Ein Zug von Rot und einer von Blau. Außer bei den Pinguinen ist nach 30 Runden Schluss.",
      "One move of Red and one of Blue. Except with the penguins the game ends after 30 of them.",
    ],
  },

  distance: {
    term: ["Zugweite", "Distance"],
    games: PIRANHAS,
    lesson: "piranhas/zugweite",
    say: [
      "So viele Felder weit, wie Fische beider Farben auf der Linie sind, der ziehende mitgezählt.",
      "As many squares as there are fish of both colours on the line, the moving one included.",
    ],
  },
  line: {
    term: ["Linie", "Line"],
    games: PIRANHAS,
    lesson: "piranhas/linien",
    say: [
      "Eine Reihe, Spalte oder Diagonale in ganzer Länge, von Rand zu Rand.",
      "A row, a column or a diagonal in its full length, from edge to edge.",
    ],
  },
  swarm: {
    term: ["Schwarm", "Swarm"],
    games: PIRANHAS,
    lesson: "piranhas/schwarm",
    say: [
      "Fische einer Farbe, die sich berühren, gerade oder schräg.",
      "Fish of one colour that touch, straight or diagonally.",
    ],
  },
  weight: {
    term: ["Gewicht", "Weight"],
    games: ["piranhas26"],
    lesson: "piranhas26/gewicht",
    say: [
      "Kleine Fische wiegen 1, mittlere 2, große 3. Ein Schwarm wiegt so viel wie alle seine Fische zusammen.",
      "Small fish weigh 1, middle ones 2, large ones 3. A swarm weighs as much as all its fish together.",
    ],
  },
  union: {
    term: ["Erste Vereinigung", "First union"],
    games: ["piranhas26"],
    lesson: "piranhas26/vereinigung",
    say: [
      "Der erste Zug, nach dem alle Fische einer Farbe ein Schwarm sind. Bei gleichem Gewicht gewinnt, wer ihn gemacht hat.",
      "The first move after which all fish of one colour are one swarm. With equal weights the side that made it wins.",
    ],
  },
  octopus: {
    term: ["Krake", "Octopus"],
    games: PIRANHAS,
    lesson: "piranhas/springen",
    say: [
      "Zwei sitzen auf dem Brett und bleiben dort. Man springt über sie hinweg, landet aber nie auf ihnen; gezählt werden sie nicht.",
      "Two of them sit there all game long. Fish jump over them but never land on them, and they are not counted.",
    ],
  },
  eat: {
    term: ["Fressen", "Eating"],
    games: PIRANHAS,
    lesson: "piranhas/fressen",
    say: [
      "Auf einem gegnerischen Fisch landen: er kommt für immer vom Brett.",
      "Landing on an opposing fish: it leaves the game for good.",
    ],
  },

  stock: {
    term: ["Vorrat", "Reserve"],
    games: ["hive"],
    lesson: "hive/setzen",
    say: [
      "Deine Steine, die noch nicht liegen: eine Königin, zwei Spinnen, zwei Käfer, drei Grashüpfer, drei Ameisen.",
      "Your pieces that do not lie yet: one queen, two spiders, two beetles, three grasshoppers, three ants.",
    ],
  },
  place: {
    term: ["Setzen", "Placing"],
    games: ["hive", "penguins"],
    lesson: "hive/setzen",
    say: ["Einen neuen Stein oder Pinguin aufs Brett bringen.", "Bringing a new piece or penguin into play."],
  },
  bee: {
    term: ["Bienenkönigin", "Queen bee"],
    games: ["hive"],
    lesson: "hive/koenigin",
    say: [
      "Dein wichtigster Stein: Ist sie rundum eingeschlossen, hast du verloren. Sie geht einen Schritt.",
      "Your most important piece: once she is surrounded you have lost. She walks one step.",
    ],
  },
  bramble: {
    term: ["Brombeere", "Bramble"],
    games: ["hive"],
    lesson: "hive/einschliessen",
    say: [
      "Auf drei Feldern wachsen welche. Dort liegt nie ein Stein; beim Einschließen zählen sie mit.",
      "They grow on three fields. No piece ever lies there; they help to surround.",
    ],
  },
  hive: {
    term: ["Zusammenhalt", "One hive"],
    games: ["hive"],
    lesson: "hive/zusammenhalt",
    say: [
      "Alle Steine bilden eine einzige Gruppe, auch während einer unterwegs ist.",
      "All pieces form a single group, even while one of them is on its way.",
    ],
  },
  glide: {
    term: ["Gleiten", "Sliding"],
    games: ["hive"],
    lesson: "hive/ameise",
    say: [
      "Am Rand der Gruppe entlang gehen, immer in Berührung; durch eine Lücke zwischen zwei Steinen, die zu eng ist, passt niemand.",
      "Walking along the group, always in touch; nobody fits through a gap between two pieces that is too narrow.",
    ],
  },
  stack: {
    term: ["Stapel", "Stack"],
    games: ["hive"],
    lesson: "hive/kaefer",
    say: [
      "Steine übereinander. Das Feld gehört dem, dessen Stein oben liegt; wer darunter liegt, kann nicht weg.",
      "Pieces on top of each other. The field belongs to the topmost one; those below are held.",
    ],
  },
  skip: {
    term: ["Aussetzen", "Pass"],
    games: ["hive", "penguins"],
    lesson: "hive/setzen",
    say: [
      "Wer gar nichts tun kann, lässt einen Zug aus. Freiwillig geht das nie.",
      "A side that has nothing to do misses a turn. Nobody may do so by choice.",
    ],
  },

  speed: {
    term: ["Tempo", "Speed"],
    games: RIVER,
    lesson: "mississippi/tempo",
    say: [
      "1 bis 6. So viele Bewegungspunkte hat der Dampfer in diesem Zug.",
      "1 to 6. So many movement points the steamer has this turn.",
    ],
  },
  point: {
    term: ["Bewegungspunkt", "Movement point"],
    games: RIVER,
    lesson: "mississippi/fahren",
    say: [
      "Ein Feld Fahrt kostet einen, ein Feld mit Baumstamm zwei. Alle müssen verbraucht werden.",
      "One step costs one, a step onto a log two. All of them must be used.",
    ],
  },
  fuel: {
    term: ["Kohle", "Coal"],
    games: RIVER,
    lesson: "mississippi/tempo",
    say: [
      "Sechs Stück für das ganze Spiel. Sie bezahlt, was über das Freie hinausgeht: mehr Tempowechsel, mehr Drehungen, rückwärts von der Sandbank.",
      "Six pieces for the whole game. They pay for what is beyond the free part: more change of speed, more turns, backing off a sandbank.",
    ],
  },
  turn: {
    term: ["Drehung", "Turn"],
    games: RIVER,
    lesson: "mississippi/drehen",
    say: [
      "Der Bug zeigt danach ein Sechstel weiter nach links oder rechts. Eine je Zug ist frei.",
      "The bow swings by a sixth to the left or right. One each time is free.",
    ],
  },
  log: {
    term: ["Baumstamm", "Log"],
    games: ["mississippi"],
    lesson: "mississippi/baumstamm",
    say: [
      "Kostet zwei Bewegungspunkte und nimmt eins vom Tempo.",
      "Costs two movement points and takes one off the speed.",
    ],
  },
  sandbank: {
    term: ["Sandbank", "Sandbank"],
    games: ["mississippi"],
    lesson: "mississippi/sandbank",
    say: ["Hier endet jede Fahrt, und das Tempo fällt auf 1.", "Every trip ends here, and the speed drops to 1."],
  },
  current: {
    term: ["Strömung", "Current"],
    games: ["mississippi24"],
    lesson: "mississippi24/stroemung",
    say: [
      "Die Mittellinie des Flusses. Ihr erstes Feld kostet auf einer Geraden einen Bewegungspunkt mehr; wer in ihr liegt, gilt als um 1 langsamer.",
      "The middle line of the river. Its first place costs one more movement point on a straight way; a ship in it counts as slower by 1.",
    ],
  },
  jetty: {
    term: ["Anleger", "Jetty"],
    games: RIVER,
    lesson: "mississippi/passagier",
    say: [
      "Das Wasserfeld vor einem wartenden Passagier. Wer dort mit Tempo 1 hält, nimmt ihn mit.",
      "The water in front of a waiting passenger. Who stops there at speed 1 takes them aboard.",
    ],
  },
  push: {
    term: ["Abdrängen", "Pushing"],
    games: RIVER,
    lesson: "mississippi/abdraengen",
    say: [
      "Auf das Feld des Gegners fahren und ihn auf ein Nachbarfeld schieben; das kostet einen Bewegungspunkt.",
      "Sailing onto the opponent and shoving it to a neighbouring place; this costs one movement point.",
    ],
  },
  segment: {
    term: ["Segment", "Segment"],
    games: RIVER,
    lesson: "mississippi/schluss",
    say: [
      "Ein Stück Fluss aus 20 Feldern. Acht gibt es; das nächste wird erst sichtbar, wenn jemand das davor erreicht.",
      "A piece of river, 20 hexagons. There are eight; the next comes into sight when somebody reaches the one before.",
    ],
  },

  floe: {
    term: ["Scholle", "Floe"],
    games: ["penguins"],
    lesson: "penguins/fische",
    say: [
      "Ein Stück Eis mit ein bis vier Fischen. Verlässt ein Pinguin es, versinkt es.",
      "A piece of ice that carries one to four fish. When a penguin leaves it, it sinks.",
    ],
  },
  slide: {
    term: ["Rutschen", "Slide"],
    games: ["penguins"],
    lesson: "penguins/rutschen",
    say: [
      "Geradeaus in eine der sechs Richtungen, beliebig weit, solange Eis da und frei ist.",
      "Straight on in one of the six directions, as far as there is free ice.",
    ],
  },
  stuck: {
    term: ["Festsitzen", "Stuck"],
    games: ["penguins"],
    lesson: "penguins/festsetzen",
    say: [
      "Rundum nur Wasser, Rand oder Pinguine: dieser Pinguin bewegt sich nie wieder.",
      "Nothing but water, edge or penguins around: this penguin never slides again.",
    ],
  },
  region: {
    term: ["Revier", "Territory"],
    games: ["penguins"],
    lesson: "penguins/revier",
    say: [
      "Schollen, zu denen nur eine Seite noch kommt. Ihre Fische nimmt dir niemand mehr.",
      "Floes that only one side can still get to. Nobody takes their fish from you any more.",
    ],
  },
};

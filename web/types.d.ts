// The things that flow through the page, for tsc (jsconfig.json) and for readers; docs/web.md explains them.
// Declared globally: a comment of any module may name them.  Nothing here reaches the browser.

type Side = "red" | "blue";

/** A value for each side. */
interface BySide<T> {
    red: T;
    blue: T;
}

/** A text in both languages, as C and the server send it. */
interface Both {
    de: string;
    en: string;
}

/** A text of the page: German, English; {one, other} where a number chooses. */
type TextPair = [string | { one?: string; other: string }, string | { one?: string; other: string }];

interface Refusal extends Both {
    ok: false;
    code: string;
    details?: string;
    /** Fields involved; the first is where the message belongs. */
    fields: string[];
    cause?: Refusal;
}

// ---- positions and moves: answers of the rules (WebAssembly) ----

interface Field {
    id: string;
    x: number;
    y: number;
    kind: string;
    [fact: string]: any;
}

interface Piece {
    at: string;
    side: Side;
    kind: string;
    [fact: string]: any;
}

interface View {
    game: string;
    rules: string;
    turn: number;
    round: number;
    rounds: number;
    side: Side | null;
    key: string;
    over: { winner: Side | null; reason: string; say: Both } | null;
    scores: BySide<number[]>;
    parts: { name: string }[];
    criteria: { name: string; red: number; blue: number; decides: boolean }[];
    fields: Field[];
    pieces: Piece[];
    facts: BySide<any> & { [fact: string]: any };
}

/** A position that is set up (src/game/edit.h): its text, what can be put on a field, and what else can be set. */
interface EditedPosition {
    ok: true;
    position: string;
    pieces: EditPiece[];
    turns: boolean;
    settings: EditSetting[];
}

interface EditPiece {
    id: string;
    kind: string;
    side?: Side;
    [fact: string]: any;
}

interface EditSetting {
    name: string;
    side?: Side;
    value: string | number;
    min?: number;
    max?: number;
    of?: string[];
}

interface Move {
    move: string;
    words?: string;
    from: string | null;
    to: string | null;
    [fact: string]: any;
}

interface Played {
    ok: true;
    position: string;
    words: string;
    move: Move;
}

interface Ply {
    words: string;
    ms: number | null;
    /** Milliseconds that the move waited for the server, taken off. */
    lag?: number;
    hint?: string;
    /** After the move. */
    position: string;
}

interface Outcome {
    winner: Side | null;
    cause: BySide<string>;
    say: BySide<any>;
    reason: string | null;
    scores: BySide<number[]> | null;
}

/** What one person asks the other one for. */
interface Offer {
    kind: "draw" | "takeback";
    /** Who asks. */
    side: Side;
}

/** What a room of this browser answers (wasm/ops_room.c). */
interface RoomAnswer {
    ok: true;
    room: number;
    phase: "running" | "over";
    side: Side | null;
    /** null: no side is asked. */
    askedAgoMs: number | null;
    /** The room wants to know the time then. */
    dueMs: number | null;
    paused: boolean;
    paceMs: number;
    limits: BySide<number | null>;
    offer: Offer | null;
    result: Outcome | null;
    /** So many plies of the answer before stay, then come `plies`. */
    kept: number;
    plies: Ply[];
}

/** A game as files and links hold it. */
interface GameRecord {
    game: string;
    rules: string;
    seed: string | null;
    names: BySide<string>;
    start: string;
    plies: Ply[];
    outcome: Outcome | null;
    /** No refusal. */
    ok?: true;
    report?: { damage: Refusal | null; difference: Refusal | null; states: number } | null;
}

/** What a search found so far. */
interface SearchInfo {
    best: string;
    words: string;
    depth: number;
    nodes: number;
    ms: number;
    /** `win` is for the side to move. */
    lines: { words: string[]; win: number; score: number; own: number }[];
}

interface SearchLimits {
    player?: string;
    ms?: number;
    nodes?: number;
    depth?: number;
    lines?: number;
    seed?: string;
}

/** A SearchInfo from red's point of view. */
interface Opinion {
    win: number;
    own: number;
    best: string;
    depth: number;
    nodes: number;
    lines: { words: string[]; win: number; own: number }[];
}

/** One position of a game with variations (play/tree.mjs). */
interface TreeNode {
    ply: number;
    position: string;
    words: string | null;
    ms: number | null;
    lag: number;
    hint: string;
    parent: TreeNode | null;
    children: TreeNode[];
    opinion: Opinion | null;
    /** Chance that the mover gave away, once the game was reviewed. */
    loss: number | null;
    view: View | null;
    move: Move | null | undefined;
}

// ---- games of the server and of this browser ----

type SeatKind = "person" | "builtin" | "bot" | "manual";

/** A seat as POST /api/games takes it. */
interface Seat {
    kind: SeatKind;
    name?: string;
    player?: string;
    bot?: string | number | null;
    command?: string;
    args?: string;
    folder?: string;
}

interface SeatState extends Seat {
    /** The time for a move that is enforced at this seat. */
    limitMs?: number | null;
    state: "empty" | "starting" | "ready" | "gone";
    pid?: number;
    sinceMs?: number;
    /** Has not joined within 10 s. */
    late?: boolean;
    says?: string[];
    exit?: Refusal | null;
    reservation?: string;
}

/** A line of GET /api/games. */
interface Summary {
    id: string;
    number: number | null;
    game: string;
    phase: "waiting" | "running" | "over";
    red: SeatState;
    blue: SeatState;
    ply: number;
    side: Side | null;
    position: string;
    last: string | null;
    limitMs: number | null;
    paused: boolean;
    /** It is paused because the server's disk is full. */
    diskFull?: boolean;
    startedMs: number;
    result: Outcome | null;
    /** A game of this browser. */
    local?: boolean;
}

/** GET /api/games/ID. */
interface GameState extends Summary {
    rules: string;
    seed?: string | null;
    start: string;
    plies: Ply[];
    /** How long ago the side to move was asked. */
    askedAgoMs?: number | null;
    paceMs: number;
    offer?: Offer | null;
    /** The next game of the same people. */
    rematch?: string | null;
    port?: number | null;
    limitFor?: "bots" | "all";
    tips?: number;
    [fact: string]: any;
}

/** The body of POST /api/games. */
interface NewGameOptions {
    game: string;
    rules?: string;
    seed?: string;
    hand?: string;
    start?: string;
    red: Seat;
    blue: Seat;
    limitMs?: number | null;
    limitFor?: string;
    paused?: boolean;
    paceMs?: number;
    port?: number;
    log?: boolean;
}

interface Bot {
    id: number;
    name: string;
    /** "": it plays every game. */
    game: string;
    command: string;
    folder: string;
    note: string;
    addedMs: number;
    language: string;
    active: number;
    turns: { version: number; sinceMs: number }[];
    versions: BotVersion[];
    test: any;
}

interface BotVersion {
    number: number;
    command: string;
    folder: string;
    note: string;
    addedMs: number;
    language: string;
    uploaded: boolean;
    test: any;
}

/** A player of a mass test as POST /api/tests takes it. */
interface TestPlayer {
    kind: "builtin" | "bot" | "command";
    spec?: string;
    bot?: number | string;
    command?: string;
    name?: string;
}

interface KeptPosition {
    id: number;
    game: string;
    position: string;
    name: string;
    addedMs: number;
}

/** GET /api/hello. */
interface Hello {
    version: string;
    build: string;
    owner: boolean;
    /** What others than the owner may do. */
    guests: "watch" | "play" | "off";
    port: number;
    cell: boolean;
    games: { name: string; title: string }[];
    players: string[];
}

/** What can be subscribed to; "game:7" is one game. */
type Topic = "games" | "tests" | "tournaments" | `game:${string}`;

// ---- the board ----

interface Point {
    x: number;
    y: number;
}

interface Cell extends Point {
    id: string;
    r: number;
    shape: "square" | "hex";
    [fact: string]: any;
}

/** Where everything is on the screen; made by plan() of board/geometry.mjs from a look's own layout. */
interface Layout {
    box: number[];
    tight?: number[];
    cells: Cell[];
    rows: string[][];
    at(id: string): Cell;
    nearest(x: number, y: number): Cell | null;
    step(id: string, direction: string): string | null;
    [fact: string]: any;
}

/** What a board shows of a river: board/looks/river-frame.mjs. */
interface RiverFrame {
    /** Segments in a row. */
    span: number[];
    /** Sixths, counter-clockwise. */
    turn: number;
    /** Pixels for a unit of the drawing. */
    scale: number;
    /** In units of the drawing: x, y, width, height. */
    box: number[];
    room: { width: number; height: number };
    /** The fields would be too small: a part of the span is outside. */
    isCut: boolean;
    flipped: boolean;
    scales: number[];
    /** Of which river, in which room. */
    key: string;
}

/** How a game is drawn and named: one object per game in board/looks, described in docs/web.md. */
interface Look {
    layout(view: View): any;
    pieces(view: View, layout: any, pen: any): any[];
    label(id: string, view: View): string;
    spoken(move: Move, view: View): string;
    notation(move: Move, view: View): string;
    facts(view: View, side: Side): any[];
    words(from: string | null, to: string, kind?: string): string;
    /** Settings that not every game has a use for, and this one has. */
    settings: string[];
    /** What turns clicks into moves, if not board/input.mjs. */
    input?(): Promise<any>;
    [part: string]: any;
}

interface Arrow {
    from: string | null;
    to: string;
    kind: string;
    /** Of the move, where the arrow shall go along its way. */
    words?: string;
    colour?: string | null;
    label?: string | null;
}

/** What turns clicks, drags, keys and typed words into moves: board/input.mjs, board/steamer.mjs. */
interface BoardInput {
    reset?(): void;
    refresh?(): void;
    panel: HTMLElement | null;
    position(position: string, view: View, options: { side: Side | null }): void;
    type(text: string): any;
    complete(text: string): Move[];
    cancel(): boolean;
    hint(info: any): number;
    key(event: KeyboardEvent): boolean;
    close(): void;
    [part: string]: any;
}

/** What an input calls. */
interface InputHandlers {
    onMove(words: string, force?: boolean): void;
    say?(text: string): void;
    isPatient?: boolean;
}

// ---- pages ----

interface PageParams {
    id: string | null;
    query: URLSearchParams;
    hash: string;
    files: File[] | null;
    error?: any;
}

type Unmount = (() => void) | null | undefined | void;

/** An entry of the palette (Ctrl+K). */
interface Command {
    label: string;
    key?: string;
    group?: string;
    run(): void;
}

/** Children of an element made by h(): what is false, null or undefined is left out. */
type Child = Node | string | number | boolean | null | undefined | Child[];

/** The element of h("div.row"). */
type ElementOf<Tag> = Tag extends `${infer Name}.${string}`
    ? ElementOf<Name>
    : Tag extends keyof HTMLElementTagNameMap
      ? HTMLElementTagNameMap[Tag]
      : HTMLElement;

// ---- what lib.dom says otherwise, or not at all ----

/** The page asks for elements it has made itself, most of them fields of forms. */
interface ParentNode {
    querySelector(selectors: string): HTMLInputElement | null;
    querySelectorAll(selectors: string): NodeListOf<HTMLInputElement>;
}

/** A field of a form by its name. */
interface HTMLFormControlsCollection {
    [name: string]: any;
}

/** Events of games and boards are CustomEvents. */
interface EventTarget {
    addEventListener(type: string, callback: (event: any) => void, options?: any): void;
}
declare function addEventListener(type: "install" | "activate" | "message" | "fetch", run: (event: any) => void): void;

/** Node only: tests load the rules from the file system. */
declare const process: { versions?: { node?: string }; env: { [name: string]: string | undefined } };
declare module "node:fs/promises" {
    export function readFile(path: string): Promise<BufferSource>;
}

/** Workers only. */
declare const WorkerGlobalScope: any;
declare const clients: any;
declare function skipWaiting(): Promise<void>;

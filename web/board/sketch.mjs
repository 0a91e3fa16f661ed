// What a person draws with the right mouse button: a drag is an arrow, a click marks a field, the same again takes it
// away.

export class Sketch {
  constructor(board) {
    this.board = board;
    this.list = [];
    this.begun = null; // the field where the button went down
    this.next = null; // the arrow under the hand
  }

  /** All that is to be seen now. */
  get arrows() {
    return this.next ? [...this.list, this.next] : this.list;
  }

  begin(field) {
    this.begun = field;
  }

  /** The hand is above this field. */
  reach(field) {
    if (!this.begun || field === this.next?.to) return;
    this.next = field && field !== this.begun ? { from: this.begun, to: field, kind: "user" } : null;
    this.board.arrows();
  }

  /** A click on a stack is no mark: it asks what lies in it. */
  end(field) {
    const from = this.begun;
    this.begun = this.next = null;
    if (!from) return;
    if (field === from && this.board.view.pieces.filter((piece) => piece.at === field).length > 1) {
      this.board.fire("menu", { field, pointer: "mouse" });
    } else if (field) this.toggle({ from: field === from ? null : from, to: field, kind: "user" });
    this.board.arrows();
  }

  toggle(arrow) {
    const others = this.list.filter(({ from, to }) => from !== arrow.from || to !== arrow.to);
    this.list = others.length < this.list.length ? others : [...others, arrow];
  }

  clear() {
    if (!this.list.length) return;
    this.list = [];
    this.board.arrows();
  }
}

"""pack.py - scripts and styles without what only readers need: comments, indentation, blanks beside punctuation.
usage: pack.py FILE...     prints them packed, for a look
Line ends of scripts stay, so that nothing depends on semicolons; names stay, so that errors can be read."""
import re, sys

TOKEN = re.compile(r"""(?P<comment>//[^\n]*|/\*.*?\*/)
 |(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
 |(?P<blank>\s+)
 |(?P<word>[\w$\#@]+)
 |(?P<sign>.)""", re.S | re.X)
TIGHT = set("{}()[],;:=<>&|?!*%^~.")  # beside these a blank says nothing
REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")


def template_end(text, at):
    """Behind the template literal that begins at `at`, whatever is inside its ${…}."""
    at += 1
    while text[at] != "`":
        if text[at] == "\\":
            at += 2
        elif text.startswith("${", at):
            at = braces_end(text, at + 1)
        else:
            at += 1
    return at + 1


def braces_end(text, at):
    depth, before = 0, ""
    while True:
        kind, end = token(text, at, before)
        piece, at = text[at:end], end
        depth += {"{": 1, "}": -1}.get(piece, 0)
        before = before if kind == "blank" else piece
        if depth == 0:
            return at


def token(text, at, before):
    """Kind and end of the token at `at`; `before` is the one before it, which tells a division from a pattern."""
    if text[at] == "`":
        return "text", template_end(text, at)
    if text[at] == "/" and text[at + 1] not in "/*" and (before == "return" or before[-1:] in tuple("(,=:[!&|?{};")):
        return "text", REGEX.match(text, at).end()
    match = TOKEN.match(text, at)
    return match.lastgroup, match.end()


def pack_script(text):
    out, at, before, gap = [], 0, "", ""
    while at < len(text):
        kind, end = token(text, at, before)
        piece, at = text[at:end], end
        if kind in ("blank", "comment"):
            gap = "\n" if "\n" in piece or gap == "\n" else " "
            continue
        is_tight = before[-1:] in TIGHT or piece[0] in TIGHT
        if before and (gap == "\n" or gap and not is_tight):
            out.append(gap)
        out.append(piece)
        before, gap = piece, ""
    return "".join(out) + "\n"


def pack_style(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r" ?([{};,>]) ?|: ", lambda found: found[1] or ":", text)
    return text.strip() + "\n"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            print((pack_style if name.endswith(".css") else pack_script)(file.read()), end="")

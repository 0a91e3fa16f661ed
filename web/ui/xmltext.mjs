// XML as people read it: one tag per line, indented.  It may be cut, half or no XML at all; then it stays as it is.

const TOKEN = /<[^<>]*>?|[^<]+/g;

export function prettyXml(text) {
  const lines = [];
  let depth = 0;
  let isLeaf = false; // the line ends with an opening tag that may close on the same line
  for (const token of text.match(TOKEN) ?? []) {
    const part = token.trim();
    if (!part) continue;
    const isClosing = /^<\//.test(part);
    const isOpening = /^<[^!?/]/.test(part) && /[^/]>$/.test(part);
    if (isClosing) depth = Math.max(0, depth - 1);
    if ((isClosing || !part.startsWith("<")) && isLeaf) lines.push(lines.pop() + part);
    else lines.push("  ".repeat(depth) + part);
    isLeaf = isOpening || (isLeaf && !part.startsWith("<"));
    if (isOpening && !/^<protocol\b/.test(part)) depth++;
  }
  return lines.join("\n");
}

/** What a message is about, in a word: the class of its data, or the name of its first tag. */
export function subjectOf(text) {
  const data = /<data[^>]*\bclass="([^"]*)"/.exec(text)?.[1];
  const tag = /<(?!protocol|[!?/])([\w.:-]+)/.exec(text)?.[1] ?? /<([\w.:-]+)/.exec(text)?.[1];
  return data ?? tag ?? "…";
}

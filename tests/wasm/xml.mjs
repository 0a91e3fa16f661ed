// A tree from well-formed XML, where there is no DOMParser; null for anything else.

const ENTITIES = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const decode = (text) =>
  text.replace(/&(#x?)?(\w+);/g, (_, number, name) =>
    number ? String.fromCodePoint(parseInt(name, number === "#x" ? 16 : 10)) : ENTITIES[name],
  );

const ATTRIBUTES = /((?:\s+[^\s=<>]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)/.source;
const TAG = `<(\\/?)([^\\s<>/!?]+)${ATTRIBUTES}\\s*(\\/?)>`;
const TOKEN = new RegExp(`<\\?[^]*?\\?>|<!--[^]*?-->|${TAG}|([^<]+)`, "gy");

export function parseXml(text) {
  const open = [["", {}, "", []]];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text);
    if (!token) return null;
    const [, closes, name, attributes, isEmpty, characters] = token;
    if (characters !== undefined) open.at(-1)[2] += decode(characters);
    else if (closes && open.length > 1 && open.at(-1)[0] === name) open.pop();
    else if (closes) return null;
    else if (name) {
      const pairs = [...attributes.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
      const node = [name, Object.fromEntries(pairs.map(([, key, a, b]) => [key, decode(a ?? b)])), "", []];
      open.at(-1)[3].push(node);
      if (!isEmpty) open.push(node);
    }
  }
  return open.length === 1 && open[0][3].length === 1 ? open[0][3][0] : null;
}

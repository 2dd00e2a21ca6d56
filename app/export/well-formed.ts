/**
 * Whether text is a well-formed XML document, as far as figures use XML: elements, attributes in quotes, character and
 * predefined entities, comments, CDATA. So a figure that no program could open is found before it is saved.
 */
const NAME = "[A-Za-z_:][\\w:.-]*";
const TAG = new RegExp(`^<(/?)(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>`);
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "g");
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)/;
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

interface Reader {
  readonly open: string[];
  roots: number;
}

function attributeProblem(attributes: string): string | null {
  const seen = new Set<string>();
  for (const [, name = "", double, single] of attributes.matchAll(ATTRIBUTE)) {
    if (seen.has(name)) return `attribute ${name} stands twice`;
    seen.add(name);
    if (ENTITY.test(double ?? single ?? "")) return `attribute ${name} has a bare &`;
  }
  return null;
}

/** Reads the tag at the start of `rest`; its length, or what is wrong with it. */
function readTag(rest: string, reader: Reader): number | string {
  const match = TAG.exec(rest);
  if (match === null) return `no tag can be read in ${JSON.stringify(rest.slice(0, 40))}`;
  const [whole, closing, name = "", attributes = "", empty] = match;
  if (closing === "/") {
    const opened = reader.open.pop();
    return opened === name ? whole.length : `</${name}> closes <${opened ?? "nothing"}>`;
  }
  if (reader.open.length === 0 && ++reader.roots > 1) return `a second root <${name}>`;
  if (empty !== "/") reader.open.push(name);
  return attributeProblem(attributes) ?? whole.length;
}

/** Comments, CDATA and the declaration: their length, null where there is none, or what is wrong. */
function skipSpecial(rest: string): number | string | null {
  for (const [start, end] of [
    ["<!--", "-->"],
    ["<![CDATA[", "]]>"],
    ["<?", "?>"],
  ] as const) {
    if (!rest.startsWith(start)) continue;
    const at = rest.indexOf(end, start.length);
    return at < 0 ? `${start} is never closed` : at + end.length;
  }
  return null;
}

/** The first fault of `text` as XML, in words; null where it is well-formed. */
export function xmlProblem(text: string): string | null {
  if (FORBIDDEN.test(text)) return "a control character";
  const reader: Reader = { open: [], roots: 0 };
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf("<", at);
    const content = text.slice(at, next < 0 ? text.length : next);
    if (ENTITY.test(content)) return `a bare & at character ${at}`;
    if (reader.open.length === 0 && content.trim() !== "") return `text outside the root at character ${at}`;
    if (next < 0) break;
    const rest = text.slice(next, next + 200_000);
    const read = skipSpecial(text.slice(next)) ?? readTag(rest, reader);
    if (typeof read === "string") return `${read}, at character ${next}`;
    at = next + read;
  }
  if (reader.open.length > 0) return `<${reader.open.at(-1)}> is never closed`;
  return reader.roots === 1 ? null : "no root element";
}

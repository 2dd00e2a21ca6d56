/** The site's own font files, fetched when a figure is exported and written into it as data URIs. */
import { codePointOf } from "../../engine/kernel/items.ts";
import { ExportError } from "./svg-embed.ts";

interface Face {
  readonly family: string;
  readonly url: string;
  readonly descriptors: string;
  /** Its `unicode-range`; "" for all signs. */
  readonly signs: string;
}

const unquoted = (text: string): string => text.trim().replace(/^["']|["']$/g, "");

/** The rules of a sheet; none where it belongs to another origin and may not be read. */
function rulesOf(sheet: CSSStyleSheet): readonly CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    return [];
  }
}

function faceOf(rule: CSSFontFaceRule, base: string): Face | null {
  const { style } = rule;
  const file = /url\(\s*(?:"([^"]+)"|'([^']+)'|([^)]+?))\s*\)/.exec(style.getPropertyValue("src"));
  const path = file?.[1] ?? file?.[2] ?? file?.[3];
  if (path === undefined) return null; // a fallback with other metrics, from the reader's own fonts
  const descriptors = ["font-style", "font-weight", "font-stretch"]
    .map((name) => [name, style.getPropertyValue(name)] as const)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}:${value}`)
    .join(";");
  return {
    family: unquoted(style.getPropertyValue("font-family")),
    url: new URL(path, base).href,
    descriptors,
    signs: style.getPropertyValue("unicode-range"),
  };
}

function facesOfPage(): readonly Face[] {
  return [...document.styleSheets].flatMap((sheet) =>
    rulesOf(sheet)
      .filter((rule) => rule instanceof CSSFontFaceRule)
      .map((rule) => faceOf(rule, sheet.href ?? document.baseURI))
      .filter((face) => face !== null),
  );
}

async function dataUri(url: string): Promise<string> {
  const response = await fetch(url).catch(() => null);
  if (response === null || !response.ok) {
    throw new ExportError(`The font file ${url} could not be read. Check the connection and try again.`);
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return `data:font/woff2;base64,${btoa(binary)}`;
}

/**
 * Whether a text has a sign of a `unicode-range` such as "U+A1-FF, U+20AC"; any text of "".
 * @internal for its test
 */
export function hasSignOf(signs: string, text: string): boolean {
  if (signs === "") return true;
  const ranges = [...signs.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(([, from = "", to = from]) => {
    return [parseInt(from, 16), parseInt(to, 16)] as const;
  });
  return [...text].some((sign) => {
    const code = codePointOf(sign);
    return ranges.some(([from, to]) => code >= from && code <= to);
  });
}

/** `@font-face` rules, files inside, for the families that `svg` names; upright faces only unless it sets italics. */
export async function fontCssFor(svg: string): Promise<string> {
  const wantsItalic = /italic/.test(svg);
  const wanted = facesOfPage().filter(
    (face) =>
      svg.includes(face.family) &&
      (wantsItalic || !face.descriptors.includes("font-style:italic")) &&
      hasSignOf(face.signs, svg),
  );
  const rules = await Promise.all(
    wanted.map(
      async ({ family, url, descriptors }) =>
        `@font-face{font-family:"${family}";${descriptors};src:url(${await dataUri(url)}) format("woff2")}`,
    ),
  );
  return rules.join("\n");
}

/** Texts of several parts, and the lines of the C preprocessor that join them. */

/** A text, and what errors call it: a file, or a flag. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

/** What stands around a text. */
export interface Around {
  /** Names that are defined from the beginning, with what stands behind them: "" for nothing. */
  readonly defines?: ReadonlyMap<string, string>;
  /** A part by the name that an include has: "nis_object.x"; null where there is none. */
  readonly part?: (name: string) => Source | null;
}

/** A line without its comments and its breaks. */
export const plainLine = (line: string): string =>
  line
    .replaceAll(/\\\n/g, " ")
    .replaceAll(/\/\*.*?\*\//gs, " ")
    .replace(/\/[/*].*$/s, "");

/** The last part of the name in quotes or angles; null where there is none. */
export const included = (text: string): string | null =>
  /^(?:"([^"]+)"|<([^>]+)>)/.exec(text)?.slice(1).find(Boolean) ?? null;

const baseOf = (name: string): string => name.replace(/^.*[\\/]/, "");

/** The parts that a text includes by their last names; "part.h" is made from part.x. */
const includedBy = (text: string): readonly string[] =>
  text.split("\n").flatMap((line) => {
    const found = /^[ \t]*%?[ \t]*#[ \t]*include[ \t]+(.*)$/.exec(plainLine(line))?.[1];
    const name = found === undefined ? null : included(found);
    return name === null ? [] : [baseOf(name).replace(/\.h$/, ".x")];
  });

/** Of files that are given together those that no other includes; all where each is included. */
export function rootsOf(sources: readonly Source[]): readonly Source[] {
  const within = new Set(sources.flatMap(({ name, text }) => includedBy(text).filter((one) => one !== baseOf(name))));
  const roots = sources.filter(({ name }) => !within.has(baseOf(name)));
  return roots.length === 0 ? sources : roots;
}

/** Finds parts among files that are given together. */
export const partAmong =
  (sources: readonly Source[]) =>
  (name: string): Source | null =>
    sources.find((source) => baseOf(source.name) === baseOf(name)) ?? null;

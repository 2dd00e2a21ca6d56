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

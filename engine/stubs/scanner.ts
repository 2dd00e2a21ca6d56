/** Goes through a text from its beginning to its end, and knows at each moment in which line and column it is. */
import type { Place } from "./error.ts";

/** Characters of a text from a place on: a pair of surrogates is one. */
function charactersFrom(text: string, from: number): number {
  let count = 0;
  for (let i = from; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) count++;
  return count;
}

export class Scanner {
  private readonly text: string;
  private at = 0;
  private line = 1;
  private column = 1;

  /** Lines end with LF, CR LF or CR. */
  constructor(text: string) {
    this.text = text.replaceAll(/\r\n?/g, "\n");
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  get isAtLineStart(): boolean {
    return this.column === 1;
  }

  get place(): Place {
    return { line: this.line, column: this.column };
  }

  /** The next characters, without taking them. */
  peek(count: number): string {
    return this.text.slice(this.at, this.at + count);
  }

  /** Takes what a sticky pattern finds here; null where it finds nothing. */
  pass(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined || found === "") return null;
    this.at += found.length;
    let lineAt = 0; // where the last line of it begins
    for (let end = found.indexOf("\n"); end >= 0; end = found.indexOf("\n", lineAt)) {
      this.line++;
      lineAt = end + 1;
    }
    this.column = (lineAt > 0 ? 1 : this.column) + charactersFrom(found, lineAt);
    return found;
  }
}

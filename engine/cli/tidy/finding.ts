/** The files that the tidy check reads, and its findings. */

/** A text file of the project. `path` is relative to its folder and has forward slashes. */
export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

export interface Finding {
  readonly path: string;
  readonly line: number; // from 1
  readonly severity: "error" | "warning";
  readonly message: string; // what is wrong; what to do
}

export const isCode = (path: string): boolean => /\.(ts|tsx|mts|js|mjs)$/.test(path);
export const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path);
export const isConfig = (path: string): boolean => /\.config\.(ts|js)$/.test(path);
export const isDeclaration = (path: string): boolean => /\.d\.m?ts$/.test(path);

/** The engine's pure part: not the command line, the benchmarks or the tests. */
export const isPureEngine = (path: string): boolean =>
  path.startsWith("engine/") && !/^engine\/(cli|bench)\//.test(path) && !isTest(path);

/** Line of a character, from 1. */
export const lineAt = (text: string, position: number): number => text.slice(0, position).split("\n").length;

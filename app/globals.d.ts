/** Constants written into the page by the build (vite.config.ts). */
declare const __ROUNDTRIP_VERSION__: string;
/** The version of the engine with a hash of its sources; empty where these may change while the page stands. */
declare const __ROUNDTRIP_ENGINE__: string;
declare const __PYODIDE_BYTES__: number;
declare const __PYODIDE_VERSION__: string;

declare module "*?rules" {
  /** The numbered rules in the head of a source file (app/build/rules.ts). */
  const rules: readonly { readonly number: number; readonly text: string }[];
  export default rules;
}

declare module "*/report.yaml" {
  /** The access report with all verdicts (app/build/access-report.ts). */
  const report: import("./reference/access/report.ts").AccessReport;
  export default report;
}

declare module "virtual:room" {
  /** The document of the room that Python runs in, and its worker's script (app/build/room.ts). */
  export const page: string;
  export const worker: string;
}

declare module "pyodide/pyodide.asm.mjs" {
  /** For Pyodide's own option of this name. */
  const createPyodideModule: unknown;
  export default createPyodideModule;
}

declare module "virtual:model-values" {
  /** By paper: model call (see app/setup/models.ts) to value in the model's own unit. */
  export const modelValues: Readonly<Record<string, () => Promise<{ values: Readonly<Record<string, number>> }>>>;
}

declare module "virtual:lesson-words" {
  /** Each step of the written lessons, with the words of its text. */
  export const lessonWords: readonly {
    readonly slug: string;
    readonly step: number; // from 1
    readonly gist: string;
    readonly words: string;
    readonly experiment: string;
  }[];
}

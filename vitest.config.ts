/** What the parts `unit`, `paper` and `headless` of `npm test` run. `npx vitest run engine/kernel` runs a folder. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { lessonPlugins } from "./app/build/mdx.ts";
import { partOfFile } from "./engine/cli/test-results.ts";
import site from "./vite.config.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
// All papers are here before a test begins, as in the headless lab, and the seed of its draws.
const READY = ["engine/papers/index.ts", "engine/cli/draws.ts"];

const asked = process.env["ROUNDTRIP_PARTS"]?.split(",");
const leavesOutSlow = process.env["ROUNDTRIP_QUICK"] === "1";
const takesAll = process.env["ROUNDTRIP_EVERY"] === "1"; // `npm run audit`

const testFiles = ["app", "engine", "lessons"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      `${folder}/${file}`.replaceAll("\\", "/"),
    ),
  )
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => asked === undefined || asked.includes(partOfFile(file)))
  .filter((file) => !(leavesOutSlow && /\.slow\b/.test(file)))
  .filter((file) => takesAll || !/\.audit\b/.test(file));

/** What a test may leave behind for the next file of its process: modules that it replaced. */
const REPLACES = /\bvi\.(mock|doMock|resetModules)\b/;
const replaces = (file: string): boolean => REPLACES.test(readFileSync(join(root, file), "utf8"));

/** The page's build computes these; here no model is asked for them. */
const noModelValues = {
  name: "no-model-values",
  resolveId: (id: string) => (id === "virtual:model-values" ? `\0${id}` : undefined),
  load: (id: string) => (id === "\0virtual:model-values" ? "export const modelValues = {};" : undefined),
};

const { define = {} } = await site({ command: "serve", mode: "test" });
const project = (name: string, isolate: boolean, include: string[]) => ({
  define,
  plugins: [...lessonPlugins(root), noModelValues], // lessons' prose, as the page has it
  test: {
    name,
    isolate,
    include,
    setupFiles: READY,
    env: { ROUNDTRIP_RESULTS: "" }, // a test makes its runs: none is taken from an earlier command
    testTimeout: 600_000, // a limit for a test that hangs; a slow or busy machine never meets it
    hookTimeout: 600_000,
  },
});

export default defineConfig({
  test: {
    allowOnly: false,
    maxWorkers: 2,
    // Simulations leave much short-lived memory: with room for it, collecting takes a fifth less of all processor time.
    execArgv: ["--max-semi-space-size=64"],
    projects: [
      // One process for many files halves the work: the engine is loaded once.
      project(
        "together",
        false,
        testFiles.filter((file) => !replaces(file)),
      ),
      project("alone", true, testFiles.filter(replaces)),
    ],
  },
});

/** Three projects, one part of `npm test` each. `npx vitest run engine/kernel` runs the files of a folder. */
import { defineConfig } from "vitest/config";
import { fileURLToPath } from "node:url";
import { lessonPlugins } from "./app/build/mdx.ts";
import site from "./vite.config.ts";

const PAPER = "**/*.paper.test.ts"; // one test per claim of a paper
const HEADLESS = "engine/cli/**/*.test.ts"; // the commands, some of them run for real
const SLOW = "**/*.slow*.test.ts"; // left out of `npm test -- --quick`
const PAPERS = "engine/papers/index.ts"; // all of them are here before a test begins, as in the headless lab

const { define = {} } = await site({ command: "serve", mode: "test" });
const quick = process.env["ROUNDTRIP_QUICK"] === "1" ? [SLOW] : [];
const project = (name: string, include: string[], exclude: string[] = []) => ({
  define,
  plugins: lessonPlugins(fileURLToPath(new URL(".", import.meta.url))), // lessons' prose, as the page has it
  test: { name, include, setupFiles: [PAPERS], exclude: ["**/node_modules/**", "**/dist*/**", ...exclude, ...quick] },
});

export default defineConfig({
  test: {
    allowOnly: false,
    projects: [
      project("unit", ["{app,engine,lessons}/**/*.test.{ts,tsx}"], [PAPER, HEADLESS]),
      project("paper", [PAPER]),
      project("headless", [HEADLESS]),
    ],
  },
});

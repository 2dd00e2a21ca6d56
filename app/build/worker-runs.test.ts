/** What the build makes of an experiment’s run for a worker gives what the sources give. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, loadConfigFromFile } from "vite";
import { afterAll, expect, it } from "vitest";
import { withDefaults } from "../../engine/experiments/settings.ts";
import { echo } from "../../engine/experiments/echo-fixture/describe.ts";
import { runs } from "../../engine/experiments/echo-fixture/run.ts";
import { outlineOf } from "../../engine/experiments/outline.ts";
import type { Runs } from "../../engine/experiments/runnable.ts";
import { parseScript } from "../../engine/faults/parse-script.ts";

const FAMILY = "engine/experiments/echo-fixture/run.ts";
const folder = mkdtempSync(join(tmpdir(), "roundtrip-worker-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("a run with a fault from its experiment is the same when it is built as the site’s workers are", async () => {
  const site = await loadConfigFromFile({ command: "build", mode: "production" }, "vite.config.ts");
  const input = { run: FAMILY };
  const output = { entryFileNames: "[name].mjs" };
  await build({
    configFile: false,
    logLevel: "error",
    plugins: [site?.config.worker?.plugins?.()],
    build: {
      outDir: folder,
      minify: true,
      rolldownOptions: { input, output, preserveEntrySignatures: "strict" },
    },
  });
  const file = join(folder, "run.mjs");
  expect(readFileSync(file, "utf8")).not.toContain(echo.question); // texts are the page's
  const built = (await import(pathToFileURL(file).href)) as {
    readonly runs: Runs;
  };
  const hashOf = ({ [echo.id]: run }: Runs): string | undefined =>
    run?.(outlineOf(echo), parseScript, withDefaults(echo, { loss: 0.3 }), 1, ["delay call#2 by 1ms"], { keep: "none" })
      .traceHash;
  expect(hashOf(built.runs)).toBe(hashOf(runs));
  expect(hashOf(runs)).toMatch(/^[0-9a-f]{16}$/);
});

/** The examples in texts about the code run as they are printed there, or stand in the files that they name. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { expect, it } from "vitest";
import { root } from "./bootstrap.mjs";

const folder = join(root, ".cache", "documented");

/** Runs the one example in a text, and gives what it exports. Its imports lead from the folder of the text. */
async function example(model: string): Promise<Readonly<Record<string, unknown>>> {
  const [block, ...more] = [...readFileSync(join(root, model), "utf8").matchAll(/```ts\n([\s\S]*?)```/g)];
  if (block === undefined || more.length > 0)
    throw new Error(`${model}: want one example, a block that begins with ts.`);
  const lines = (block[1] ?? "")
    .trim()
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("import "));
  expect(lines.length, "lines without imports").toBeLessThanOrEqual(24);
  const whole = (block[1] ?? "").replace(/from "(\..*)"/g, (_, path: string) => {
    return `from ${JSON.stringify(join(root, dirname(model), path))}`;
  });
  const file = join(folder, `${model.replaceAll("/", "-")}.ts`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, whole);
  return (await import(/* @vite-ignore */ file)) as Readonly<Record<string, unknown>>;
}

it("a queue of the kernel’s parts waits as long as queueing theory says", async () => {
  const { meanWaitMs } = await example("engine/kernel/MODEL.md");
  expect(meanWaitMs).toBeGreaterThan(3.8); // M/M/1 with load 0.8 and services of 1 ms: 4 ms
  expect(meanWaitMs).toBeLessThan(4.2);
});

const HOW_TO = [
  ["engine/WRITE-A-SYSTEM.md", 5],
  ["lessons/WRITE-A-LESSON.md", 3],
] as const;

it.each(HOW_TO)("the pieces of code in %s stand in the files that it names", (path, least) => {
  const text = readFileSync(join(root, path), "utf8");
  const blocks = [...text.matchAll(/```ts (\S+)\n([\s\S]*?)```/g)];
  expect(blocks.length).toBeGreaterThanOrEqual(least);
  for (const [, file = "", block = ""] of blocks) {
    const source = readFileSync(join(root, dirname(path), file), "utf8");
    for (const piece of block.split("…\n")) expect(source, file).toContain(piece);
  }
});

const FILES = ["app", "e2e", "engine", "lessons"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) =>
    `${folder}/${path}`.replaceAll("\\", "/"),
  ),
);

/** The files in a text's links and code: `caller.ts`, `traces/*.txt`. */
function filesIn(text: string): readonly string[] {
  const prose = text.replace(/```[\s\S]*?```/g, "");
  const named = prose.matchAll(/`([\w./*-]+\.(?:tsx?|txt|py))`|\]\((?!https?:)([^)#]+)\)/g);
  return [...named].map(([, code, link]) => code ?? link ?? "");
}

/** Whether a file is there, by its path from the text's own folder, that folder's traces, the top, or the engine. */
function isThere(folder: string, name: string): boolean {
  const places = [folder, `${folder}/traces`, ".", "engine"].map((place) => posix.join(place, name));
  return places.some((place) => {
    const parts = place.split("*").map((part) => part.replace(/[.\\]/g, "\\$&"));
    const pattern = new RegExp(`^${parts.join("[^/]*")}$`);
    return FILES.some((file) => pattern.test(file)) || place === "README.md" || place === "CONTRIBUTING.md";
  });
}

it.each(FILES.filter((path) => /(?:MODEL|LAB|USE|SWEEPS)\.md$/.test(path)))(
  "every file that %s names is there",
  (model) => {
    const names = filesIn(readFileSync(join(root, model), "utf8"));
    expect(names.filter((name) => !isThere(dirname(model), name))).toEqual([]);
  },
);

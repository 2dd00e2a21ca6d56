/** A paper's data is fetched when a reader asks for it: nothing that is fetched before may hold it. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../engine/papers/catalogue.ts";
import { claimsOf } from "../../engine/papers/claims.ts";
import { correctionsOf } from "../../engine/papers/corrections.ts";
import { errataOf } from "../../engine/papers/errata.ts";
import { papers } from "../../engine/papers/index.ts";
import { loadClaims, loadCorrections, loadErrata } from "../../engine/papers/load-prose.ts";
import { loadPaper } from "../../engine/papers/load.ts";

const root = new URL("../../", import.meta.url);

/** What the page is made of: not its tests, nor what runs when it is built. */
const PAGE = ["app", "lessons"]
  .flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^app\/build\//.test(path));

/** Papers' files that a file takes in with itself, as engine/papers names them. Types weigh nothing. */
function takenIn(path: string): readonly string[] {
  const text = readFileSync(new URL(path, root), "utf8");
  const statics = [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from "[^"]*engine\/papers\/([^"]+)";/gms)];
  return statics.map(([, file = ""]) => file);
}

/** Files without any paper's data. */
const LIGHT = /^(bibtex|lookup|here|load|load-prose|catalogue|claims|corrections|errata|python|role|types)\.ts$/;

describe("the page", () => {
  it("takes a paper in with a place only where that place shows nothing without it", () => {
    const heavy = PAGE.flatMap((path) =>
      takenIn(path).flatMap((file) => (LIGHT.test(file) ? [] : [`${path}: ${file}`])),
    );
    expect(heavy.sort()).toEqual([
      "app/shell/palette-entries.ts: all.ts", // the palette, fetched when it opens
    ]);
    expect(PAGE.length).toBeGreaterThan(100);
  });

  it.each(papers)("can fetch $id with its claims, errata and corrections, and names it before", async (paper) => {
    expect(await loadPaper(paper.id)).toBe(paper);
    await Promise.all([loadClaims(paper.id), loadErrata(paper.id), loadCorrections(paper.id)]);
    expect(claimsOf(paper.id).length).toBeGreaterThan(0);
    expect(errataOf(paper.id).length).toBeGreaterThan(0);
    expect(correctionsOf(paper.id).length).toBeGreaterThan(0);
    const { id, name, citation } = paper;
    expect(CATALOGUE.find((one) => one.id === id)).toEqual({ id, name, citation });
  });

  it("names no paper that it cannot fetch", async () => {
    expect(CATALOGUE.map(({ id }) => id)).toEqual(papers.map(({ id }) => id));
    const said = 'no files of "dragonfly"; there are cedar, enutt, firefly, flexrpc, multirpc, today.';
    await expect(loadPaper("dragonfly")).rejects.toThrow(said);
  });
});

/** The data that only these pages need, each in a file of its own that is fetched when a page first asks for it. */
import { useCallback, useEffect, useState } from "react";
import { reproductions } from "virtual:reproduction";
import type { Reproduced } from "virtual:reproduction";
import { familyOf } from "../../engine/experiments/family.ts";
import { loadFamily } from "../../engine/experiments/load.ts";
import { loadClaims, loadCorrections, loadErrata } from "../../engine/papers/load-prose.ts";
import { loadPaper } from "../../engine/papers/load.ts";
import { CATALOGUE } from "../../engine/papers/catalogue.ts";
import { itemAt } from "../../engine/kernel/reads.ts";
import type { CatalogueEntry, Paper } from "../../engine/papers/types.ts";
import type { ClaimChecks } from "./claim-checks.ts";
import type { LessonLink } from "./claim-lessons.ts";
import type { ClaimRuns } from "./claim-runs.ts";
import type { PaperReproduction } from "./reproduction.ts";
import { messageOf } from "../words/message-of.ts";

export type Loaded<Value> =
  | { readonly tag: "loading" }
  | { readonly tag: "ready"; readonly value: Value }
  | { readonly tag: "failed"; readonly message: string; readonly again: () => void };

/** The numbers of the papers that have been fetched, by the paper's id. */
const numbers = new Map<string, PaperReproduction>();

/** Rejects where there is no such paper. */
async function made(paper: string): Promise<Reproduced> {
  const load = Object.hasOwn(reproductions, paper) ? reproductions[paper] : undefined;
  if (load === undefined) throw new RangeError(`papers: no numbers of ${JSON.stringify(paper)}.`);
  const all = await load();
  numbers.set(paper, all.reproduction);
  return all;
}

/** Facts about a paper's claims, by the claim's id: tests, lessons, runs. */
export interface ClaimFacts {
  readonly checks: ClaimChecks;
  readonly lessons: Readonly<Record<string, LessonLink>>;
  readonly runs: ClaimRuns;
  readonly version: string; // of the engine that made the runs
}

/** The facts, and the experiments of the runs, whose links hold their parameters. */
async function claimFacts(paper: string): Promise<ClaimFacts> {
  const [tested, { claims: runs, reproduction }] = await Promise.all([import("virtual:claim-checks"), made(paper)]);
  await loadExperiments(Object.values(runs).map(({ run }) => run.experiment));
  const { claimChecks, claimLessons } = tested;
  return { checks: claimChecks[paper] ?? {}, lessons: claimLessons[paper] ?? {}, runs, version: reproduction.version };
}

/** Fetches the families of experiments, so that these are found. */
export async function loadExperiments(ids: readonly string[]): Promise<void> {
  await Promise.all([...new Set(ids.map(familyOf))].map(loadFamily));
}

const opened = new Map<string, Paper>();

/** A paper with all that it says: its claims and errata are taken in with it. */
async function open(id: string): Promise<Paper> {
  const [paper] = await Promise.all([loadPaper(id), loadClaims(id), loadErrata(id), loadCorrections(id)]);
  opened.set(id, paper);
  return paper;
}

/** Fetches what the pages of a paper begin with, of the first where there is no such paper. Rejects as `loadPaper`. */
export async function paperAhead(id: string | null): Promise<void> {
  const entry = paperOr(id);
  await Promise.all([open(entry.id), made(entry.id)]);
}

/** The paper of this id, or the first. */
export function paperOr(id: string | null): CatalogueEntry {
  return CATALOGUE.find((one) => one.id === id) ?? itemAt(CATALOGUE, 0, "paper");
}

/** @param known what was loaded before, so that it stands there at once, as long as the component stands */
function useLoaded<Value>(load: () => Promise<Value>, known?: Value): Loaded<Value> {
  const [state, setState] = useState<Loaded<Value>>(
    known === undefined ? { tag: "loading" } : { tag: "ready", value: known },
  );
  const [attempt, setAttempt] = useState(0);
  const [isHere] = useState(known !== undefined);
  const again = useCallback(() => {
    setState({ tag: "loading" });
    setAttempt((before) => before + 1);
  }, []);
  useEffect(() => {
    if (isHere) return;
    let here = true;
    load().then(
      (value) => here && setState({ tag: "ready", value }),
      (error: unknown) => {
        const message = messageOf(error);
        if (here) setState({ tag: "failed", message, again });
      },
    );
    return () => {
      here = false;
    };
  }, [load, attempt, again, isHere]);
  return state;
}

/** The paper of this id, one as long as the component stands. */
export function usePaper(id: string): Loaded<Paper> {
  return useLoaded(
    useCallback(() => open(id), [id]),
    opened.get(id),
  );
}

export const useReproduction = (paper: string): Loaded<PaperReproduction> =>
  useLoaded(
    useCallback(async () => (await made(paper)).reproduction, [paper]),
    numbers.get(paper),
  );
export const useClaimFacts = (paper: string): Loaded<ClaimFacts> =>
  useLoaded(useCallback(() => claimFacts(paper), [paper]));

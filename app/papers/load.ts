/** The data that only these pages need, each in a file of its own that is fetched when a page first asks for it. */
import { useCallback, useEffect, useState } from "react";
import { loadClaims, loadCorrections, loadErrata, loadPaper } from "../../engine/papers/load.ts";
import type { Paper } from "../../engine/papers/types.ts";
import type { ClaimChecks } from "./claim-checks.ts";
import type { LessonLink } from "./claim-lessons.ts";
import type { ClaimRuns } from "./claim-runs.ts";
import type { Reproduction } from "./reproduction.ts";

export type Loaded<Value> =
  | { readonly tag: "loading" }
  | { readonly tag: "ready"; readonly value: Value }
  | { readonly tag: "failed"; readonly message: string; readonly again: () => void };

const reproduction = async (): Promise<Reproduction> => (await import("virtual:reproduction")).reproduction;

/** What is known of the claims beside what they say, each by the paper's id. */
export interface ClaimFacts {
  readonly checks: Readonly<Record<string, ClaimChecks>>;
  readonly lessons: Readonly<Record<string, Readonly<Record<string, LessonLink>>>>;
  readonly runs: Readonly<Record<string, ClaimRuns>>;
  readonly version: string; // of the engine that made the runs
}

async function claimFacts(): Promise<ClaimFacts> {
  const [tested, made] = await Promise.all([import("virtual:claim-checks"), import("virtual:reproduction")]);
  return {
    checks: tested.claimChecks,
    lessons: tested.claimLessons,
    runs: made.claims,
    version: made.reproduction.version,
  };
}

const opened = new Map<string, Paper>();

/** A paper with all that it says: its claims and errata are taken in with it. */
async function open(id: string): Promise<Paper> {
  const [paper] = await Promise.all([loadPaper(id), loadClaims(id), loadErrata(id), loadCorrections(id)]);
  opened.set(id, paper);
  return paper;
}

/** @param known what was loaded before, so that it stands there at once */
function useLoaded<Value>(load: () => Promise<Value>, known?: Value): Loaded<Value> {
  const [state, setState] = useState<Loaded<Value>>(
    known === undefined ? { tag: "loading" } : { tag: "ready", value: known },
  );
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => {
    setState({ tag: "loading" });
    setAttempt((before) => before + 1);
  }, []);
  useEffect(() => {
    let here = true;
    load().then(
      (value) => here && setState({ tag: "ready", value }),
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        if (here) setState({ tag: "failed", message, again });
      },
    );
    return () => {
      here = false;
    };
  }, [load, attempt, again]);
  return state;
}

/** The paper of this id, one as long as the component stands. */
export function usePaper(id: string): Loaded<Paper> {
  return useLoaded(
    useCallback(() => open(id), [id]),
    opened.get(id),
  );
}

export const useReproduction = (): Loaded<Reproduction> => useLoaded(reproduction);
export const useClaimFacts = (): Loaded<ClaimFacts> => useLoaded(claimFacts);

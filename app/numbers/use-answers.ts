/** The runs behind the place: the reader’s own first, then those that judge it. A newer setting takes over at once. */
import { useEffect, useMemo, useState } from "react";
import type { ParamValues, Run } from "../../engine/experiments/types.ts";
import { DEFAULT_SEED } from "../setup/setup.ts";
import { runOfNumbers } from "../setup/your-numbers.ts";
import { messageOf } from "../words/message-of.ts";
import { Cancelled, EngineClient } from "../workers/engine-client.ts";
import { SweepClient } from "../workers/sweep-client.ts";
import { factsOf } from "./facts.ts";
import type { Facts } from "./facts.ts";
import { judge } from "./judge.ts";
import type { Ask, Try, Verdict } from "./judge.ts";
import { assumptionsOf, movedTo } from "./assumptions.ts";
import type { Assumption, Moved } from "./assumptions.ts";

const EXPERIMENT = "services/graph";

export interface Base {
  readonly values: ParamValues;
  readonly facts: Facts;
  readonly run: Run;
}

export interface Judged {
  readonly of: ParamValues;
  readonly verdict: Verdict;
  /** The run of the verdict’s other case; null where it has none. */
  readonly other: Run | null;
}

export interface MovedRows {
  readonly of: ParamValues;
  readonly rows: readonly (Assumption & Moved)[];
}

/** The last answers that came; each says of which values it is. */
export interface FoundSoFar {
  readonly base: Base | null;
  readonly judged: Judged | null;
  readonly moved: MovedRows | null;
  readonly problem: string | null;
}

const NOTHING: FoundSoFar = { base: null, judged: null, moved: null, problem: null };

/** Two workers’ worth of runs; both end with the place. */
function useClients() {
  const clients = useMemo(() => ({ engine: new EngineClient(), sweeps: new SweepClient() }), []);
  useEffect(
    () => () => {
      clients.engine.cancel();
      clients.sweeps.cancel();
    },
    [clients],
  );
  return clients;
}

/** @param isHeld while a hand moves a thumb only the reader’s own run is made */
export function useAnswers(values: ParamValues, isHeld: boolean): FoundSoFar {
  const { engine, sweeps } = useClients();
  const [answers, setAnswers] = useState(NOTHING);
  useEffect(() => {
    let isOver = false;
    const tell = (some: Partial<FoundSoFar>): void => {
      if (!isOver) setAnswers((before) => ({ ...before, ...some }));
    };
    const run = ({ values: of, blipMs, seed = DEFAULT_SEED }: Try): Promise<Run> =>
      engine.run({
        ...{ experiment: EXPERIMENT, parameters: runOfNumbers(of, blipMs), seed, faults: [], keepCalls: 1 },
      });
    const ask: Ask = async (tries) => {
      if (isOver) throw new Cancelled();
      const runs = tries.map(({ values: of, blipMs, seed = DEFAULT_SEED }) => ({
        ...{ parameters: runOfNumbers(of, blipMs), seed },
      }));
      const found = runs.length === 0 ? [] : await sweeps.each(EXPERIMENT, runs);
      if (found === null || isOver) throw new Cancelled();
      return found.map(({ measures }) => factsOf(measures));
    };
    const work = async (): Promise<void> => {
      const mine = await run({ values, blipMs: 0 });
      const facts = factsOf(mine.measures);
      tell({ base: { values, facts, run: mine }, problem: null });
      if (isHeld) return;
      const verdict = await judge(values, facts, ask);
      const other = verdict.other === null ? null : await run(verdict.other);
      tell({ judged: { of: values, verdict, other } });
      const assumptions = assumptionsOf(values);
      const found = [...(await ask(assumptions.flatMap(({ tries }) => tries)))];
      const rows = assumptions.map((one) => ({ ...one, ...movedTo(one, found.splice(0, one.tries.length)) }));
      tell({ moved: { of: values, rows } });
    };
    work().catch((error: unknown) => {
      if (!(error instanceof Cancelled)) tell({ problem: messageOf(error) });
    });
    return () => {
      isOver = true;
      sweeps.drop();
    };
  }, [values, isHeld, engine, sweeps]);
  return answers;
}

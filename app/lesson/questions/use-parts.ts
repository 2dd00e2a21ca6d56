/** The parts of the checkpoint on the page, and the stage as it follows the one that the reader works on. */
import { useEffect, useMemo } from "react";
import { createStore, useStore } from "zustand";
import type { Attempt } from "../../../lessons/judge.ts";
import type { Checkpoint, CheckpointPart } from "../../../lessons/types.ts";
import { useBench, useBenchStore } from "../../lab/context.ts";
import { change } from "../../lab/store.ts";
import { recordOf } from "../../record/answers.ts";
import type { CheckRecord } from "../../record/record.ts";
import { useLesson } from "../context.ts";
import { afterChange, attemptOf, firstParts, FRESH, isShown, stageOf } from "./checkpoint-parts.ts";
import type { Parts } from "./checkpoint-parts.ts";

export interface PartsHere {
  /** What would be submitted of a part now. */
  readonly attemptOf: (part: CheckpointPart) => Attempt;
  readonly isShown: (part: CheckpointPart) => boolean;
  /** Brings a part to the stage, as its reader left it. */
  readonly takeUp: (part: CheckpointPart) => void;
  /** The reader sets a free parameter of a part. */
  readonly put: (part: CheckpointPart, key: string, value: string | number) => void;
  readonly shown: string; // id of the part that the stage shows, or showed last
}

/** What was submitted of a part. */
const checkOf = (slug: string, checkpoint: string, part: CheckpointPart): CheckRecord =>
  recordOf(slug).checks[`${checkpoint}/${part.id}`] ?? FRESH;

export function useParts({ id: checkpoint, parts }: Checkpoint): PartsHere {
  const bench = useBenchStore();
  const { lesson, step, show } = useLesson();
  const { slug } = lesson;
  const setup = useBench((state) => state.setup);
  const [of, kept] = useMemo(() => {
    const known = { stage: step.stage, parts, recordOf: (part: CheckpointPart) => checkOf(slug, checkpoint, part) };
    return [known, createStore<Parts>(() => firstParts(known))] as const;
  }, [step, slug, checkpoint, parts]);
  const here = useStore(kept);
  useEffect(() => {
    let gone = false;
    const follow = (): void => {
      if (!gone) kept.setState(afterChange(of, kept.getState(), bench.getState().setup));
    };
    queueMicrotask(follow); // the step brings its stage in the same turn
    const stop = bench.subscribe((state, before) => {
      if (state.setup !== before.setup) follow();
    });
    return () => {
      gone = true;
      stop();
    };
  }, [of, kept, bench]);
  // An effect of this turn may have changed both.
  const attempt = (part: CheckpointPart): Attempt => attemptOf(of, kept.getState(), part, bench.getState().setup);
  const takeUp = (part: CheckpointPart): void => {
    if (isShown(of, kept.getState(), part, bench.getState().setup)) return;
    const left = attempt(part);
    kept.setState(({ set }) => ({ shown: part.id, set: { ...set, [part.id]: left.set } }));
    show(stageOf(of.stage, part, left));
  };
  return {
    attemptOf: attempt,
    isShown: (part) => isShown(of, here, part, setup),
    takeUp,
    put: (part, key, value) => {
      takeUp(part);
      change(bench, key, (before) => ({ ...before, parameters: { ...before.parameters, [key]: value } }));
    },
    shown: here.shown,
  };
}

/**
 * What the reader has set in each part of a checkpoint. The stage shows one part at a time: what is changed there is
 * that part's, and the others keep their own. A fault script is the stage's, and each part that passes keeps its own.
 */
import { itemAt } from "../../../engine/kernel/reads.ts";
import { asItStands } from "../../../lessons/judge.ts";
import type { Attempt } from "../../../lessons/judge.ts";
import type { CheckpointPart, ParamValues, StageState } from "../../../lessons/types.ts";
import type { CheckRecord } from "../../record/record.ts";
import { setupKey } from "../../setup/setup.ts";
import type { Setup } from "../../setup/setup.ts";
import { setupOf } from "../stage-state.ts";

const freeIn = ({ free }: CheckpointPart, values: ParamValues): ParamValues =>
  Object.fromEntries(Object.entries(values).filter(([key]) => free.includes(key)));

/** The stage of the step as a part with these settings changes it. */
export function stageOf(stage: StageState, part: CheckpointPart, { set, faults }: Attempt): Partial<StageState> {
  const isOfStep = stage.experiment === part.experiment;
  const { faults: ofStage = [] } = stage;
  return {
    ...(isOfStep ? {} : { experiment: part.experiment }),
    set: { ...(isOfStep ? stage.set : {}), ...part.set, ...set },
    faults: part.breaks === undefined ? ofStage : faults,
  };
}

const attemptIn = (part: CheckpointPart, { parameters, faults }: Setup): Attempt => ({
  set: freeIn(part, parameters),
  faults: part.breaks === undefined ? [] : faults,
});

/** Whether the stage shows the run of a part, with whatever values of what the reader may set. */
const isOnStage = (stage: StageState, part: CheckpointPart, setup: Setup): boolean =>
  setupKey(setupOf({ ...stage, ...stageOf(stage, part, attemptIn(part, setup)) })) === setupKey(setup);

/** The record of a part of which nothing was submitted. */
export const FRESH: CheckRecord = { passed: false, failures: 0, set: {}, faults: [], hints: 0, told: false };

const isSubmitted = ({ passed, failures }: CheckRecord): boolean => passed || failures > 0;

/** The parts as the reader left them: which one the stage shows, and what was set in each that was taken up. */
export interface Parts {
  readonly shown: string; // id
  readonly set: Readonly<Record<string, ParamValues>>; // by part
}

/** All that is known where parts meet: the step's stage, its parts, and what was submitted. */
export interface PartsOf {
  readonly stage: StageState;
  readonly parts: readonly CheckpointPart[];
  readonly recordOf: (part: CheckpointPart) => CheckRecord;
}

/** The stage shows the first part that is not passed. */
export const firstParts = ({ parts, recordOf }: PartsOf): Parts => ({
  shown: (parts.find((part) => !recordOf(part).passed) ?? itemAt(parts, 0, "part")).id,
  set: {},
});

/** What would be submitted of a part now. */
export function attemptOf(of: PartsOf, { set }: Parts, part: CheckpointPart, setup: Setup): Attempt {
  const record = of.recordOf(part);
  const first = asItStands(of.stage, part);
  const begun = isSubmitted(record) ? { ...first.set, ...freeIn(part, record.set) } : first.set;
  const isKept = record.passed || setup.experiment !== part.experiment;
  return {
    set: set[part.id] ?? begun,
    faults: part.breaks === undefined ? [] : isKept ? record.faults : setup.faults,
  };
}

/** The parts after the stage has come to a setup: the part that it shows has the values of the setup. */
export function afterChange(of: PartsOf, parts: Parts, setup: Setup): Parts {
  const isThere = (part: CheckpointPart): boolean => isOnStage(of.stage, part, setup);
  const chosen = of.parts.find(({ id }) => id === parts.shown);
  // A link may bring another part to the stage before the reader has done anything.
  const other = Object.keys(parts.set).length === 0 ? of.parts.find(isThere) : undefined;
  const part = chosen !== undefined && isThere(chosen) ? chosen : other;
  if (part === undefined) return parts;
  const { set } = attemptIn(part, setup);
  const before = attemptOf(of, parts, part, setup).set;
  const isSame = part.free.every((key) => before[key] === set[key]);
  return { shown: part.id, set: isSame ? parts.set : { ...parts.set, [part.id]: set } };
}

/** Whether what the stage shows is what would be submitted of a part. */
export const isShown = (of: PartsOf, parts: Parts, part: CheckpointPart, setup: Setup): boolean =>
  isOnStage(of.stage, part, setup) && (part.free.length === 0 || parts.shown === part.id);

/** The steps of a lane that have names: rows of the trace, or several of them as one. */
import type { ShownSpan } from "../trace/story.ts";

/** A step as it is named: neighbours of one published row on one lane share its name and add their time. */
export interface NamedStep {
  readonly lane: number;
  readonly layer: ShownSpan["layer"];
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly onPath: boolean;
  /** The end of the ink behind it: a step that only mirrors a packet may follow without a name. */
  readonly reach: number;
}

/** A span in a row of the ladder: it is named as its row is, or its row says what it is. */
const isInRow = ({ name, group }: ShownSpan): boolean => group !== "" && (name === "" || name === group);

/**
 * The stretches of work in one row of the ladder: each has the time of all that follows without a pause. What goes on
 * beside the critical path has no time of its own where the two overlap.
 */
function stretchesOf(spans: readonly ShownSpan[]): readonly NamedStep[] {
  const stretches: NamedStep[] = [];
  for (const onPath of [true, false]) {
    const own: NamedStep[] = [];
    for (const { lane, layer, name, from, to } of spans.filter((span) => span.onPath === onPath)) {
      const last = own.at(-1);
      const touches = last !== undefined && (onPath ? last.to === from : last.to >= from);
      if (touches && last.name === name) own[own.length - 1] = { ...last, to: Math.max(last.to, to), reach: to };
      else own.push({ lane, layer, name, from, to, onPath, reach: to });
    }
    const path = onPath ? [] : [...stretches];
    stretches.push(...own.filter(({ from, to }) => path.every((one) => one.to < from || one.from > to)));
  }
  return stretches.sort((a, b) => a.from - b.from);
}

/** Steps in order of time. A step that only mirrors a packet (the controller that sends it) has no name of its own. */
export function namedSteps(spans: readonly ShownSpan[]): readonly NamedStep[] {
  const ordered = [...spans].sort((a, b) => a.from - b.from);
  return ordered.some(isInRow) ? stretchesOf(ordered) : stepsOf(ordered);
}

function stepsOf(spans: readonly ShownSpan[]): readonly NamedStep[] {
  const steps: NamedStep[] = [];
  let before: ShownSpan | undefined;
  for (const span of spans) {
    const { lane, layer, name, group, from, to, onPath } = span;
    const last = steps.at(-1);
    if (layer === "wire") {
      if (last !== undefined && last.to === from) steps[steps.length - 1] = { ...last, reach: to };
      continue;
    }
    // Two turns at one published row are told apart by what caused them: only a chain is one row.
    const goesOn = before !== undefined && group !== "" && group === before.group && span.cause === before.ref;
    if (goesOn && last !== undefined && last.lane === lane && last.to === from) {
      steps[steps.length - 1] = { ...last, name: group, to, reach: to };
    } else steps.push({ lane, layer, name, from, to, onPath, reach: to });
    before = span;
  }
  return steps;
}

/** Among names that collide the one with the greater weight stays: steps on the path first, then the longer ones. */
export const weightOf = ({ from, to, onPath }: Pick<NamedStep, "from" | "to" | "onPath">): number =>
  (to - from) * (onPath ? 1 : 1e-9);

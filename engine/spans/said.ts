/** Sentences for what is not as it should be in a trace: said, never guessed. */
import { nanosText } from "./number.ts";
import { shiftsOf } from "./skew.ts";
import { summaryOf } from "./summary.ts";
import { durationOf } from "./tree.ts";
import type { Trace } from "./tree.ts";

const SHOWN = 3; // of each kind; the others are counted

function listed<Item>(items: readonly Item[], text: (item: Item) => string): string {
  const more = items.length > SHOWN ? ` and ${items.length - SHOWN} more` : "";
  return `${items.slice(0, SHOWN).map(text).join(", ")}${more}`;
}

export function saidOf(trace: Trace): readonly string[] {
  const { nodes, roots, orphans, repeatedIds, cycles } = trace;
  const { startBeforeParent, endAfterParent } = summaryOf(trace);
  const open = nodes.filter(({ span }) => span.end === null);
  const unstarted = nodes.filter(({ span }) => span.start === null);
  const negative = nodes.flatMap((node) => {
    const length = durationOf(node);
    return length !== null && length < 0n ? [{ id: node.id, by: -length }] : [];
  });
  const shifts = [...roots, ...orphans].flatMap(shiftsOf);
  const [shift] = shifts;
  const early = listed(negative, ({ id, by }) => `${id} by ${nanosText(by)}`);
  const sentences = [
    orphans.length > 0 &&
      `The parent is missing: ${listed(orphans, ({ id, span }) => `${id} asks for ${span.parentKey ?? ""}`)}.`,
    roots.length > 1 && `There are ${roots.length} roots, each with a path of its own.`,
    repeatedIds.length > 0 &&
      `Ids that are used more than once: ${repeatedIds.slice(0, SHOWN).join(", ")}; the later ones are numbered.`,
    ...cycles.map((ring) => `A circle of parents, cut at the oldest: ${ring.map(({ id }) => id).join(" under ")}.`),
    open.length > 0 && `Without an end: ${listed(open, ({ id }) => id)}; no path goes through it.`,
    unstarted.length > 0 && `Without a start: ${listed(unstarted, ({ id }) => id)}; no path goes through it.`,
    negative.length > 0 && `Ends before it starts: ${early}.`,
    startBeforeParent + endAfterParent > 0 &&
      `${startBeforeParent} start before their parent, ${endAfterParent} end after it: clocks that are apart, or ` +
        "work that nobody waits for.",
    shift !== undefined &&
      `Clocks seem to be apart: ${shift.node.id} would fit its parent if moved by ${nanosText(shift.nanos)}` +
        `${shifts.length > 1 ? `, and ${shifts.length - 1} more` : ""}. All times here are the recorded ones.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}

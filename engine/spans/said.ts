/** Sentences for what is not as it should be in a trace: said, never guessed. */
import { nanosText } from "./number.ts";
import { shiftsOf } from "./skew.ts";
import { summaryOf } from "./summary.ts";
import { durationOf } from "./tree.ts";
import type { Node, Trace } from "./tree.ts";

const SHOWN = 3; // of each kind; the others are counted

function listed(nodes: readonly Node[], text: (node: Node) => string): string {
  const more = nodes.length > SHOWN ? ` and ${nodes.length - SHOWN} more` : "";
  return `${nodes.slice(0, SHOWN).map(text).join(", ")}${more}`;
}

export function saidOf(trace: Trace): readonly string[] {
  const { nodes, roots, orphans, repeatedIds, cycles } = trace;
  const { startBeforeParent, endAfterParent } = summaryOf(trace);
  const open = nodes.filter(({ span }) => span.end === null);
  const unstarted = nodes.filter(({ span }) => span.start === null);
  const negative = nodes.filter((node) => (durationOf(node) ?? 0n) < 0n);
  const shifts = [...roots, ...orphans].flatMap(shiftsOf);
  const [shift] = shifts;
  const early = listed(negative, (node) => `${node.id} by ${nanosText(-(durationOf(node) ?? 0n))}`);
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

/** The figure in words: for the accessible name of the canvas, and for the title and description of a file. */
import { titleOf } from "../../../engine/experiments/traced.ts";
import type { Traced } from "../../../engine/experiments/types.ts";
import { refTable } from "../../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import { deadIn } from "../../trace/machine-events.ts";
import { isMany } from "../../trace/lanes.ts";
import { storyGroupsOf } from "../../trace/story-groups.ts";
import { machineName } from "../../trace/machine-names.ts";
import { counted, grouped } from "../../words/numbers.ts";
import { repeatsOf } from "../../trace/repeats.ts";
import type { Repeats } from "../../trace/repeats.ts";
import { durationText, gapText } from "../../words/times.ts";
import { analysis } from "../../trace/analysis.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import { inSentence } from "../../language/in-sentence.ts";
import { capital, listed, packetName } from "../../words/sentences.ts";
import { OUTCOME_WORDS } from "../../words/outcomes.ts";
import { fateOf, itemAt, lastItem, numberAt, originOf, outcomeOf } from "../../../engine/kernel/reads.ts";
import { tally } from "../../../engine/kernel/tally.ts";

interface Summary {
  readonly title: string;
  readonly description: string;
}

export function summaryOf(run: Traced, shown: ShownCall): Summary {
  const { trace, call, story } = shown;
  if (trace.calls.count === 0) {
    return { title: `Timeline of ${titleOf(run)}`, description: "The run made no call." };
  }
  if (story.call === 0) {
    const description = `All of the run, with what comes before its first call. ${packetWords(shown)}`;
    return { title: `Timeline of ${titleOf(run)}`, description };
  }
  const isMade = story.call <= trace.calls.count; // a link may name a call that the run has not made
  const ended = isMade ? outcomeOf(trace, story.call - 1) : "pending";
  const outcome = ended === "pending" ? OUTCOME_WORDS.pending.over : OUTCOME_WORDS[ended].verb;
  const spans = story.path.filter(({ ref, part }) => part === "work" && refTable(ref) === "span").length;
  const parts = [`Call ${story.call} ${outcome} after ${durationText(call.to - call.from)}.`];
  if (!shown.kept) parts.push("The trace does not keep its steps.");
  else {
    const packets = isMany(shown.plan) ? machineWords(shown) : packetWords(shown);
    parts.push(`${counted(spans, "step")} on its critical path. ${packets}`);
    const dead = deadIn(trace);
    if (dead.length > 0) parts.push(deadWords(dead.map((machine) => machineName(trace, machine))));
  }
  if (shown.end > call.to) parts.push(`What comes later is shown for ${durationText(shown.end - call.to)}.`);
  const repeats = repeatsOf(trace, story.call);
  if (repeats !== null) parts.push(gapWords(repeats));
  if (shown.log !== null) parts.push("The axis is logarithmic.");
  if (shown.folds.length > 0) {
    parts.push(`${counted(shown.folds.length, "long silence is", "long silences are")} folded.`);
  }
  return { title: `Timeline of ${titleOf(run)}, call ${story.call}`, description: parts.join(" ") };
}

/** More gaps are told by the first and the last. */
const MOST_GAPS = 6;

/** "Gaps between its probe packets: 11 ms, 21 ms, 41 ms … 164 s, 5 min, 5 min." */
function gapWords({ kind, times }: Repeats): string {
  const gaps = times.slice(1).map((time, i) => gapText(time - (times[i] ?? time)));
  const half = MOST_GAPS / 2;
  const told =
    gaps.length <= MOST_GAPS ? gaps.join(", ") : `${gaps.slice(0, half).join(", ")} … ${gaps.slice(-half).join(", ")}`;
  return `Gaps between its ${inSentence(packetName(kind))}s: ${told}.`;
}

interface PacketCounts {
  readonly all: number;
  readonly kinds: ReadonlyMap<string, number>;
  /** The numbers of packets by their remarks: lost, sent again. */
  readonly remarks: ReadonlyMap<string, number>;
}

/** Packets of a call by what they are. */
export const packetCounts = analysis((trace: TraceData, call: number): PacketCounts => {
  const { packets, packetKinds } = trace;
  const [kinds, remarks] = [new Map<string, number>(), new Map<string, number>()];
  let all = 0;
  for (let row = 0; row < packets.count; row++) {
    if (packets.call[row] !== call) continue;
    all++;
    tally(kinds, itemAt(packetKinds, numberAt(packets.kind, row), "packet kind"));
    const fate = fateOf(trace, row);
    if (fate !== "delivered") tally(remarks, fate);
    if (originOf(trace, row) === "retransmission") tally(remarks, "sent again");
  }
  return { all, kinds, remarks };
});

/** More are counted, not named. */
const MOST_NAMED = 8;

/** "Server4 and server7 are dead from the beginning." */
function deadWords(dead: readonly string[]): string {
  const names = dead.length > MOST_NAMED ? counted(dead.length, "machine") : capital(listed(dead));
  return dead.length === 1 ? `${names} is dead from the beginning.` : `${names} are dead from the beginning.`;
}

/** "8 machines, caller to callee7. 1,192 packets: 161 argument, 637 result, 394 acknowledgement; 2 of them lost." */
function machineWords({ trace, plan, story }: ShownCall): string {
  const { all, kinds, remarks } = packetCounts(trace, story.call);
  const list = (counts: ReadonlyMap<string, number>): string =>
    [...counts].map(([name, number]) => `${grouped(number, 0)} ${name}`).join(", ");
  const ends = [itemAt(plan.machines, 0, "machine"), lastItem(plan.machines, "machine")];
  const names = ends.map((machine) => machineName(trace, machine)).join(" to ");
  const machines = `${counted(plan.machines.length, "machine")}, ${names}`;
  const fates = remarks.size === 0 ? "" : `; of these ${list(remarks)}`;
  const shared = plan.machines.length > MOST_NAMED ? storyGroupsOf(trace, story.call).groups : [];
  const stories = shared.flatMap(({ machines, title, story }) => (machines.length < 2 ? [] : [`${title}: ${story}`]));
  const told = stories.length === 0 ? "" : ` ${capital(stories.join("; "))}.`;
  return `${machines}.${told} ${all === 0 ? "No packet" : `${counted(all, "packet")}: ${list(kinds)}${fates}`}.`;
}

/** "Packets: Call packet; Result packet, lost; Call packet." */
function packetWords({ trace, story }: ShownCall): string {
  const names: string[] = [];
  for (let row = 0; row < trace.packets.count && names.length < 12; row++) {
    if (trace.packets.call[row] !== story.call) continue;
    const fate = fateOf(trace, row);
    const name = packetName(itemAt(trace.packetKinds, numberAt(trace.packets.kind, row), "packet kind"));
    names.push(fate === "delivered" ? name : `${name}, ${fate}`);
  }
  return names.length === 0 ? "No packet." : `Packets: ${names.join("; ")}.`;
}

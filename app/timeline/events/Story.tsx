/** One sentence for what happens at a moment of a run: who does it, and which machine it concerns. */
import { useDeferredValue } from "react";
import { FAMILY_SENTENCES } from "../../../engine/systems/all-sentences.ts";
import { sentenceFrom } from "../../../engine/systems/world/narration.ts";
import type { Told } from "../../../engine/systems/world/narration.ts";
import { MARK_SENTENCES, NETWORK_SENTENCES } from "../../../engine/systems/world/sentences.ts";
import { causeOf, fateOf, itemAt, lossOf, numberAt, originOf, outcomeOf } from "../../../engine/kernel/reads.ts";
import type { PathSegment } from "../../../engine/kernel/critical-path.ts";
import { NO_REF, packetRef, refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../../engine/kernel/trace-data.ts";
import { effectOf, isThrownAway } from "../../trace/row-names.ts";
import { currentEvent, eventsOfCall } from "../../trace/events.ts";
import { analysis } from "../../trace/analysis.ts";
import { OUTCOME_WORDS } from "../../words/outcomes.ts";
import { capital } from "../../words/sentences.ts";
import { machineName } from "../../trace/machine-names.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import { trackAt } from "../../trace/tables.ts";

/** The sentence of a step, by the systems whose step it may be; undefined where it has none. */
function stepSentence({ family = "" }: TraceData, name: string): string | undefined {
  const known = Object.hasOwn(FAMILY_SENTENCES, family) ? FAMILY_SENTENCES[family] : undefined;
  return [...(known ?? []), NETWORK_SENTENCES].find((sentences) => Object.hasOwn(sentences, name))?.[name];
}

/** A packet is looked for among so many causes, or effects, of a step: it is sent by the same piece of work. */
const NEAR = 6;

/** A machine in a sentence: "the caller", "callee 3" as figures have it, "the network" where it is none. */
function machineOf(trace: TraceData, track: number | undefined): string {
  const { machine } = trackAt(trace, track);
  if (machine === "") return "the network";
  const name = machineName(trace, machine);
  return /^(caller|client|server)$/.test(machine) ? `the ${name}` : name;
}

/** Of each row that sends packets, the first that it sends. */
const sentBy = analysis((trace: TraceData): ReadonlyMap<Ref, Ref> => {
  const sent = new Map<Ref, Ref>();
  for (let row = 0; row < trace.packets.count; row++) {
    const cause = numberAt(trace.packets.cause, row);
    if (cause !== NO_REF && !sent.has(cause)) sent.set(cause, packetRef(row));
  }
  return sent;
});

/** The packet that a step comes from, or leads to, without leaving its machine; NO_REF where there is none near. */
function packetNear(trace: TraceData, ref: Ref, way: "from" | "to"): Ref {
  const ownMachine = (at: Ref): string => {
    const track = trace[refTable(at) === "span" ? "spans" : "marks"].track[refRow(at)];
    return trackAt(trace, track).machine;
  };
  const machine = ownMachine(ref);
  let at = ref;
  for (let i = 0; i < NEAR; i++) {
    const sent = way === "to" ? sentBy(trace).get(at) : undefined;
    at = sent ?? (way === "to" ? effectOf(trace, at) : causeOf(trace, at));
    if (at === NO_REF || refTable(at) === "packet") return at;
    if (ownMachine(at) !== machine) return NO_REF;
  }
  return NO_REF;
}

function told(trace: TraceData, ref: Ref, track: number | undefined): Told {
  const isSpan = refTable(ref) === "span";
  const [came, goes] = isSpan ? [packetNear(trace, ref, "from"), packetNear(trace, ref, "to")] : [NO_REF, NO_REF];
  const { packets } = trace;
  return {
    machine: machineOf(trace, track),
    cpu: trackAt(trace, track).name,
    from: came === NO_REF ? null : machineOf(trace, packets.from[refRow(came)]),
    to: goes === NO_REF ? null : machineOf(trace, packets.to[refRow(goes)]),
  };
}

const LOST = " It is lost on the way.";

function packetSentence(trace: TraceData, row: number): string {
  const { packets } = trace;
  const kind = itemAt(trace.packetKinds, numberAt(packets.kind, row), "packet kind");
  const [from, to] = [machineOf(trace, packets.from[row]), machineOf(trace, packets.to[row])];
  const origin = originOf(trace, row);
  if (origin === "other traffic") return "Another host uses the network.";
  const why = lossOf(trace, row);
  const end = why !== null && isThrownAway(why) ? " A byte of it is damaged, and its receiver throws it away." : LOST;
  const lost = fateOf(trace, row) === "lost" ? end : "";
  if (origin === "retransmission") return capital(`${from} sends the ${kind} packet to ${to} again.${lost}`);
  if (origin === "duplicate") return `A copy of the ${kind} packet goes from ${from} to ${to}.${lost}`;
  return `The ${kind} packet goes from ${from} to ${to}.${lost}`;
}

/** A row of the trace in one sentence; a lost packet has a second one. */
export function sentenceOf(trace: TraceData, ref: Ref): string {
  const row = refRow(ref);
  const table = refTable(ref);
  if (table === "packet") return packetSentence(trace, row);
  const isSpan = table === "span";
  const track = isSpan ? trace.spans.track[row] : trace.marks.track[row];
  const name = isSpan
    ? itemAt(trace.steps, numberAt(trace.spans.step, row), "step").name
    : itemAt(trace.labels, numberAt(trace.marks.label, row), "label");
  const marked = Object.hasOwn(MARK_SENTENCES, name) ? MARK_SENTENCES[name] : undefined;
  const template = isSpan ? stepSentence(trace, name) : marked;
  if (template !== undefined) return sentenceFrom(template, told(trace, ref, track));
  return capital(isSpan ? `${machineOf(trace, track)}: ${name}.` : `${name}.`);
}

/** A playhead that was set by hand stands between nanoseconds. */
const NOW = 0.5;

const isWire = (trace: TraceData, ref: Ref): boolean =>
  refTable(ref) === "span" && trace.steps[numberAt(trace.spans.step, refRow(ref))]?.layer === "wire";

/** Of all that begins at a moment: the step of the path, else a packet, else the last; NO_REF where nothing does. */
function eventAt(trace: TraceData, call: number, time: number, segment: PathSegment | undefined): Ref {
  const isNow = segment?.part === "work" && Math.abs(segment.from - time) <= NOW;
  if (isNow && !isWire(trace, segment.ref)) return segment.ref;
  const rows = eventsOfCall(trace, call);
  let last = NO_REF;
  for (let i = currentEvent(rows, time); i >= 0; i--) {
    const row = rows[i];
    if (row === undefined || row.at < time - NOW) break;
    if (refTable(row.ref) === "packet") return row.ref;
    if (last === NO_REF) last = row.ref;
  }
  return last;
}

/** The sentence of a moment: of what begins then, else of the step of the critical path, or of its wait. */
export function narration({ trace, call, story }: ShownCall, time: number): string {
  const { path, waits } = story;
  const later = time > call.to + NOW ? eventAt(trace, story.call, time, undefined) : NO_REF;
  if (later !== NO_REF) return sentenceOf(trace, later);
  if (path.length > 0 && time >= call.to - NOW) {
    return `The call ${OUTCOME_WORDS[outcomeOf(trace, story.call - 1)].over}.`;
  }
  const segment = path.findLast(({ from }) => from <= time + NOW);
  const begins = eventAt(trace, story.call, time, segment);
  if (begins !== NO_REF) return sentenceOf(trace, begins);
  if (segment === undefined) return "";
  if (segment.part === "work") return sentenceOf(trace, segment.ref);
  const { ref } = segment;
  const tables = { span: trace.spans.track, mark: trace.marks.track, packet: trace.packets.from };
  const wait = waits.find(({ from, to }) => from === segment.from && to === segment.to);
  return capital(`${machineOf(trace, tables[refTable(ref)][refRow(ref)])} ${wait?.reason() ?? "waits"}.`);
}

interface Props {
  readonly shown: ShownCall;
  readonly time: number;
  readonly playing: boolean;
}

/**
 * One sentence on the event at the playhead. It is read aloud when a reader steps, and not while the run plays. Of
 * another run it comes once the figure is drawn.
 */
export function Story({ shown, time, playing }: Props) {
  const drawn = useDeferredValue(shown);
  return (
    <p className="tl-story" aria-live={playing ? "off" : "polite"}>
      {narration(drawn, time)}
    </p>
  );
}

/** The machines in words, at a moment: for the text below the figure, its places, its table, and who listens to it. */
import { itemAt, lossOf, numberAt } from "../../engine/kernel/reads.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { numberUnder } from "../../engine/kernel/tally.ts";
import { mediumOf } from "../trace/lanes.ts";
import type { Condition } from "../trace/machine-events.ts";
import { machineName } from "../trace/machine-names.ts";
import { counted, plain } from "../words/numbers.ts";
import { capital, listed, packetName, sentence } from "../words/sentences.ts";
import type { HostNow, Now, PacketNow, ProcessorNow, Waiting, WorkNow } from "./state.ts";
import type { Journey } from "./stays.ts";

export const trackName = ({ tracks }: TraceData, track: number): string => itemAt(tracks, track, "track").name;

/** "Caller". */
export const hostName = (trace: TraceData, { host }: HostNow): string => capital(machineName(trace, host.machine));

/** "call packet of call 3". */
function packetText(trace: TraceData, { packet, call }: Journey): string {
  const kind = packetName(itemAt(trace.packetKinds, numberAt(trace.packets.kind, packet), "kind"));
  const name = kind.charAt(0).toLowerCase() + kind.slice(1);
  return call === 0 ? name : `${name} of call ${call}`;
}

const forCall = ({ call }: { readonly call: number }): string => (call === 0 ? "" : ` for call ${call}`);

/** "interrupt for call 1: Handle interprocessor interrupt; it stops caller thread 1", "idle", "off". */
export function processorText({ condition }: HostNow, { work, isInterrupt, stopped }: ProcessorNow): string {
  if (work === null) return condition.up ? "idle" : "off";
  const who = isInterrupt ? "interrupt" : work.thread;
  const stops = stopped === null ? "" : `; it stops ${stopped.thread}`;
  return `${who}${forCall(work)}: ${work.name}${stops}`;
}

/** "caller thread 1 for call 1, caller thread 2 for call 2", "none". */
export const threadsText = (list: readonly Waiting[]): string =>
  list.length === 0 ? "none" : list.map((one) => `${one.thread}${forCall(one)}`).join(", ");

/** "call packet of call 1, result packet of call 2", "none". */
export const packetsText = (trace: TraceData, list: readonly PacketNow[]): string =>
  list.length === 0 ? "none" : list.map(({ journey }) => packetText(trace, journey)).join(", ");

/** The bus or a controller: its step, the packet in it, its buffers. */
export function partText(trace: TraceData, own: HostNow, track: number): string {
  const work = own.hardware.get(track);
  const packets = own.moving.filter(({ stay }) => stay.track === track);
  const said = [workText(work), ...packets.map(({ journey }) => packetText(trace, journey))].filter(
    (text) => text !== "",
  );
  const { buffers } = itemAt(trace.tracks, track, "track");
  if (buffers !== undefined) said.push(`${buffers - numberUnder(own.held, track)} of ${buffers} receive buffers free`);
  return said.join("; ");
}

const workText = (work: WorkNow | undefined): string => (work === undefined ? "idle" : `${work.name}${forCall(work)}`);

/** "call packet of call 1, 40 % of the way"; "no packet"; a packet that was lost. */
export function wireText(trace: TraceData, { wire, lost }: Now): string {
  if (wire.length > 0) {
    return wire
      .map(({ journey, share }) => `${packetText(trace, journey)}, ${Math.round(100 * share)}\u2009% of the way`)
      .join("; ");
  }
  return lost === null ? "no packet" : `no packet; the ${packetText(trace, lost)} was lost`;
}

/** "down", "3 times as slow", "standing still"; "" for a machine that is up and has its own pace. */
export function conditionText({ up, dead, times }: Condition): string {
  if (!up) return dead ? "dead" : "down";
  if (times === 0) return "standing still";
  return times === 1 ? "" : `${plain(times)} times as slow`;
}

/** More than so many of a kind are counted in a sentence; the table has their names. */
const MOST_NAMED = 3;

const threadsIn = (list: readonly Waiting[]): string =>
  list.length > MOST_NAMED ? counted(list.length, "thread") : listed(list.map(({ thread }) => thread));

/** Packets of one name are counted, too. */
function packetsIn(trace: TraceData, list: readonly PacketNow[]): string {
  const names = new Set(list.map(({ journey }) => `the ${packetText(trace, journey)}`));
  return list.length > MOST_NAMED || names.size < list.length ? counted(list.length, "packet") : listed([...names]);
}

const verb = (list: readonly unknown[], one: string, many: string): string => (list.length === 1 ? one : many);

/** What happens in a machine now, a sentence for each part that has something to do. */
export function hostSentences(trace: TraceData, own: HostNow): readonly string[] {
  const { processors, ready, waiting, queue, received, moving, returning, condition } = own;
  if (!condition.up) return [sentence("the machine is down")];
  const said = processors.flatMap((one) => processorSentences(trace, one));
  if (said.length === 0) said.push(processors.length === 1 ? "the processor is idle" : "all processors are idle");
  if (ready.length > 0) said.push(`${threadsIn(ready)} ${verb(ready, "waits", "wait")} for a processor`);
  if (waiting.length > 0)
    said.push(`${threadsIn(waiting)} ${verb(waiting, "waits for an answer", "wait for their answers")}`);
  if (queue.length > 0) said.push(`${packetsIn(trace, queue)} ${verb(queue, "waits", "wait")} to be sent`);
  for (const one of moving) said.push(movingSentence(trace, one));
  if (received.length > 0) {
    const verbs = verb(received, "lies in memory and waits", "lie in memory and wait");
    said.push(`${packetsIn(trace, received)} ${verbs} for an interrupt`);
  }
  if (condition.times !== 1) said.push(`the processors are ${conditionText(condition)}`);
  if (returning !== null) said.push("the controller gets an empty buffer back");
  return said.map(sentence);
}

function processorSentences(trace: TraceData, { track, work, isInterrupt, stopped }: ProcessorNow): string[] {
  if (work === null) return [];
  const runs = `${trackName(trace, track)} runs ${isInterrupt ? "an interrupt" : work.thread}: ${work.name}`;
  return stopped === null ? [runs] : [runs, `the interrupt stops ${stopped.thread}`];
}

function movingSentence(trace: TraceData, { journey, stay }: PacketNow): string {
  const packet = packetText(trace, journey);
  const part = trackName(trace, stay.track);
  if (stay.kind === "controller") return `the ${packet} is in ${part}`;
  return `${part} carries the ${packet} ${stay.way === "out" ? "to the controller" : "into memory"}`;
}

/** What happens between the machines now. */
export function wireSentence(trace: TraceData, { wire, lost }: Now): string {
  const medium = mediumOf(trace);
  if (wire.length > 0) return sentence(`${medium} carries ${packetsIn(trace, wire)}`);
  if (lost === null) return sentence(`${medium} carries no packet`);
  const why = lossOf(trace, lost.packet);
  return sentence(`the ${packetText(trace, lost)} was lost${why === null ? "" : `: ${why}`}`);
}

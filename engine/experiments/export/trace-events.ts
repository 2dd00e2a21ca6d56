/**
 * A run in the Trace Event Format (JSON object form), which Perfetto and Chrome's tracing page open. A process is a
 * machine, a thread is a track; the network is a process of its own, with the medium and the packets on it.
 *
 * - A span is a complete event (X). Spans of one track do not overlap, so they nest as the format demands.
 * - A packet is a complete event too, on the first packet lane that is free, because packets may overlap: a delayed one
 *   and its copy.
 * - A packet's way is a flow (s, t, f): from the span that sent it, through the packet, to the first span that it
 *   enabled. It ends at the packet where that was lost or enabled nothing.
 * - A mark is an instant (i). So is a step of a protocol's state machine, on a lane of its machine.
 *
 * Two habits of readers shape the details. A flow event belongs to the slice around its time, and events of one time
 * are sorted in ways of their own, so flow events stand a nanosecond inside their slices. And there is no
 * displayTimeUnit: Perfetto counts one as an error, because readers disagree whether it changes the unit of `ts`.
 */
import { fateOf, itemAt, lossOf, numberAt, originOf, ownerOf, timeAt } from "../../kernel/reads.ts";
import { NO_REF, refRow, refTable, type TraceData } from "../../kernel/trace-data.ts";
import { byDeparture, factsOf, packetName, refText, trackOf, wordOf, type Exported } from "./facts.ts";

/** A lane on the reader's screen. Numbers start at 1: 0 is the idle process to some readers. */
interface Lane {
  readonly pid: number;
  readonly tid: number;
}

/** An event of the format, with the fields that we use. Times are microseconds with three decimals. */
interface TraceEvent extends Partial<Lane> {
  readonly name: string;
  readonly ph: "M" | "X" | "i" | "s" | "t" | "f";
  readonly cat?: string;
  readonly ts?: number;
  readonly dur?: number;
  readonly id?: number;
  readonly s?: "t"; // an instant of its thread
  readonly bp?: "e"; // a flow's end binds to the enclosing slice
  readonly args?: Readonly<Record<string, string | number>>;
}

const micros = (ns: number): number => ns / 1000;
const NETWORK = "network";

export function toTraceEvents(exported: Exported): string {
  const { trace } = exported;
  const lanes = new Lanes(trace);
  const packets = placePackets(trace, lanes);
  const events = [
    ...spanEvents(trace, lanes),
    ...packetEvents(trace, packets),
    ...flowEvents(trace, lanes, packets),
    ...markEvents(trace, lanes),
    ...transitionEvents(trace, lanes),
  ];
  events.unshift(...lanes.events());
  const otherData = Object.fromEntries(factsOf(exported).map(({ name, value }) => [name, value]));
  const lines = events.map((event) => JSON.stringify(event)).join(",\n");
  return `{"traceEvents":[\n${lines}\n],\n"otherData":${JSON.stringify(otherData)}}\n`;
}

/** Numbers for processes and threads: machines in the order of their first track, thread numbers used only once. */
class Lanes {
  readonly #trace: TraceData;
  readonly #machines: string[];
  readonly #packetLanes: Lane[] = [];
  readonly #protocolLanes = new Map<string, Lane>();

  constructor(trace: TraceData) {
    this.#trace = trace;
    this.#machines = [...new Set([...trace.tracks.map(({ machine }) => machine).filter((name) => name !== ""), ""])];
  }

  of(track: number): Lane {
    return { pid: this.#pid(trackOf(this.#trace, track).machine), tid: track + 1 };
  }

  /** The nth packet lane, from 0. */
  packets(lane: number): Lane {
    const pid = this.#pid("");
    return (this.#packetLanes[lane] ??= { pid, tid: this.#trace.tracks.length + lane + 1 });
  }

  /** The lane of a machine's protocols. To be asked once all packets have theirs. */
  protocols(machine: string): Lane {
    const known = this.#protocolLanes.get(machine);
    if (known !== undefined) return known;
    const before = this.#trace.tracks.length + this.#packetLanes.length + this.#protocolLanes.size;
    const lane = { pid: this.#pid(machine), tid: before + 1 };
    this.#protocolLanes.set(machine, lane);
    return lane;
  }

  #pid(machine: string): number {
    return this.#machines.indexOf(machine) + 1;
  }

  /** Names and order of all lanes in use. */
  events(): TraceEvent[] {
    const processes = this.#machines.flatMap((machine, index): TraceEvent[] => [
      { name: "process_name", ph: "M", pid: index + 1, args: { name: machine === "" ? NETWORK : machine } },
      { name: "process_sort_index", ph: "M", pid: index + 1, args: { sort_index: index + 1 } },
    ]);
    const tracks = this.#trace.tracks.map((track, index) => ({ name: track.name, ...this.of(index) }));
    const lanes = this.#packetLanes.map((lane, index) => ({
      name: index === 0 ? "packets" : `packets ${index + 1}`,
      ...lane,
    }));
    const protocols = [...this.#protocolLanes.values()].map((lane) => ({ name: "protocols", ...lane }));
    const threads = [...tracks, ...lanes, ...protocols].flatMap(({ name, pid, tid }): TraceEvent[] => [
      { name: "thread_name", ph: "M", pid, tid, args: { name } },
      { name: "thread_sort_index", ph: "M", pid, tid, args: { sort_index: tid } },
    ]);
    return [...processes, ...threads];
  }
}

/** The lane of each packet row: the first that is free when it departs. */
function placePackets(trace: TraceData, lanes: Lanes): Lane[] {
  const { departs, arrives } = trace.packets;
  const freeAt: number[] = [];
  const placed: Lane[] = [];
  for (const row of byDeparture(trace)) {
    const free = freeAt.findIndex((time) => time <= timeAt(departs, row));
    const lane = free < 0 ? freeAt.length : free;
    freeAt[lane] = timeAt(arrives, row);
    placed[row] = lanes.packets(lane);
  }
  return placed;
}

/** A row's call and cause, each only where the row has one. */
function links(call: number, cause: number): Record<string, string | number> {
  return { ...(call === 0 ? {} : { call }), ...(cause === NO_REF ? {} : { cause: refText(cause) }) };
}

function spanEvents(trace: TraceData, lanes: Lanes): TraceEvent[] {
  const { spans } = trace;
  return Array.from({ length: spans.count }, (_, row): TraceEvent => {
    const { name, layer, source } = itemAt(trace.steps, numberAt(spans.step, row), "step");
    const owner = ownerOf(trace, row);
    const start = timeAt(spans.start, row);
    return {
      name,
      cat: layer,
      ph: "X",
      ts: micros(start),
      dur: micros(timeAt(spans.end, row) - start),
      ...lanes.of(numberAt(spans.track, row)),
      args: {
        ref: `span ${row}`,
        ...links(numberAt(spans.call, row), numberAt(spans.cause, row)),
        source: `${source.kind}: ${source.text}`,
        ...(owner === "" ? {} : { owner }),
      },
    };
  });
}

function packetEvents(trace: TraceData, placed: readonly Lane[]): TraceEvent[] {
  const { packets } = trace;
  return placed.map((lane, row): TraceEvent => {
    const departs = timeAt(packets.departs, row);
    const fate = fateOf(trace, row);
    const loss = lossOf(trace, row);
    const from = trackOf(trace, numberAt(packets.from, row));
    const to = trackOf(trace, numberAt(packets.to, row));
    return {
      name: `${packetName(trace, row)}${fate === "delivered" ? "" : ` (${fate})`}`,
      cat: "packet",
      ph: "X",
      ts: micros(departs),
      dur: micros(timeAt(packets.arrives, row) - departs),
      ...lane,
      args: {
        ref: `packet ${row}`,
        ...links(numberAt(packets.call, row), numberAt(packets.cause, row)),
        from: `${from.machine} ${from.name}`.trim(),
        to: `${to.machine} ${to.name}`.trim(),
        bytes: numberAt(packets.bytes, row),
        fate,
        ...(loss === null ? {} : { loss }),
        origin: originOf(trace, row),
        delayedNs: timeAt(packets.delayed, row),
      },
    };
  });
}

/** A place in a slice where a flow may be tied. */
interface Knot extends Lane {
  readonly ns: number;
}

function flowEvents(trace: TraceData, lanes: Lanes, placed: readonly Lane[]): TraceEvent[] {
  const { packets, spans } = trace;
  const effects = firstEffects(trace);
  const knot = (row: number, side: "start" | "end"): Knot => {
    const [start, end] = [timeAt(spans.start, row), timeAt(spans.end, row)];
    const inside = end - start > 1 ? 1 : 0;
    return { ...lanes.of(numberAt(spans.track, row)), ns: side === "start" ? start + inside : end - inside };
  };
  return placed.flatMap((lane, row) => {
    const cause = numberAt(packets.cause, row);
    const isSpan = cause !== NO_REF && refTable(cause) === "span" && refRow(cause) < spans.count;
    const effect = numberAt(effects, row);
    const knots = [
      ...(isSpan ? [knot(refRow(cause), "end")] : []),
      { ...lane, ns: timeAt(packets.departs, row) + 1 },
      ...(effect < 0 ? [] : [knot(effect, "start")]),
    ];
    return knots.length < 2 ? [] : knots.map((one, index) => flowEvent(one, row, index, knots.length));
  });
}

function flowEvent({ ns, pid, tid }: Knot, row: number, index: number, count: number): TraceEvent {
  const common = { name: "packet", cat: "flow", id: row + 1, ts: micros(ns), pid, tid };
  if (index === 0) return { ...common, ph: "s" };
  return index === count - 1 ? { ...common, ph: "f", bp: "e" } : { ...common, ph: "t" };
}

/** For each packet the row of the first span that it enabled; -1 where there is none. */
function firstEffects(trace: TraceData): Int32Array {
  const { packets, spans } = trace;
  const effects = new Int32Array(packets.count).fill(-1);
  for (let row = spans.count - 1; row >= 0; row--) {
    const cause = numberAt(spans.cause, row);
    if (cause !== NO_REF && refTable(cause) === "packet") effects[refRow(cause)] = row;
  }
  return effects;
}

function markEvents(trace: TraceData, lanes: Lanes): TraceEvent[] {
  const { marks, labels } = trace;
  return Array.from({ length: marks.count }, (_, row): TraceEvent => ({
    name: itemAt(labels, numberAt(marks.label, row), "label"),
    cat: "mark",
    ph: "i",
    s: "t",
    ts: micros(timeAt(marks.at, row)),
    ...lanes.of(numberAt(marks.track, row)),
    args: { ref: `mark ${row}`, ...links(numberAt(marks.call, row), numberAt(marks.cause, row)) },
  }));
}

function transitionEvents(trace: TraceData, lanes: Lanes): TraceEvent[] {
  const { transitions: steps } = trace;
  return Array.from({ length: steps.count }, (_, row): TraceEvent => ({
    name: `${wordOf(trace, numberAt(steps.from, row))} to ${wordOf(trace, numberAt(steps.to, row))}`,
    cat: "protocol",
    ph: "i",
    s: "t",
    ts: micros(timeAt(steps.at, row)),
    ...lanes.protocols(wordOf(trace, numberAt(steps.machine, row))),
    args: {
      protocol: wordOf(trace, numberAt(steps.protocol, row)),
      instance: wordOf(trace, numberAt(steps.instance, row)),
      input: wordOf(trace, numberAt(steps.input, row)),
      ...links(numberAt(steps.call, row), numberAt(steps.cause, row)),
    },
  }));
}

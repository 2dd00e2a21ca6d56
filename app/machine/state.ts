/** The machines of a run at a moment: who has each processor, what waits, and where each packet is. */
import { itemAt, numberAt, ownerOf, timeAt } from "../../engine/kernel/reads.ts";
import { packetRef, spanRef } from "../../engine/kernel/trace-data.ts";
import type { Layer, Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import { conditionAt } from "../trace/machine-events.ts";
import type { Condition } from "../trace/machine-events.ts";
import { pathOf } from "../trace/path.ts";
import { firstOver, indexTrace } from "../trace/trace-index.ts";
import { hostsOf } from "./hosts.ts";
import type { Host } from "./hosts.ts";
import { journeysOf, stayAt } from "./stays.ts";
import type { Journey, Stay } from "./stays.ts";
import { threadAt, threadsOf } from "./threads.ts";

/** A span that is on a part of a machine now. */
export interface WorkNow {
  readonly ref: Ref;
  readonly name: string; // of the step
  readonly layer: Layer;
  readonly thread: string; // "" for hardware and interrupts
  readonly call: number;
  readonly from: number;
  readonly to: number;
  /** Whether it is on the way of the shown call. */
  readonly onPath: boolean;
}

/** Something that waits: a thread, by its name and the call that it serves. */
export interface Waiting {
  readonly thread: string;
  readonly call: number;
}

export interface ProcessorNow {
  readonly track: number;
  readonly work: WorkNow | null;
  readonly isInterrupt: boolean;
  /** The thread that the interrupt stops, or none. */
  readonly stopped: Waiting | null;
}

export interface PacketNow {
  readonly journey: Journey;
  readonly stay: Stay;
  readonly ref: Ref;
  /** 0 to 1: how much of the stay is over. */
  readonly share: number;
  readonly isShown: boolean; // of the shown call
}

export interface HostNow {
  readonly host: Host;
  readonly processors: readonly ProcessorNow[];
  /** Work on its bus and controllers, by track. */
  readonly hardware: ReadonlyMap<number, WorkNow>;
  readonly ready: readonly Waiting[];
  readonly waiting: readonly Waiting[];
  /** Packets in memory: those to be sent, the first first, and those that came and wait for an interrupt. */
  readonly queue: readonly PacketNow[];
  readonly received: readonly PacketNow[];
  /** On bus or in a controller, by its track. */
  readonly moving: readonly PacketNow[];
  /** Receive buffers that packets hold, by the controller’s track. */
  readonly held: ReadonlyMap<number, number>;
  /** Of the interrupt that gives a receive buffer back when a thread has the packet: how much is over, 0 to 1. */
  readonly returning: number | null;
  readonly condition: Condition;
}

export interface Now {
  readonly time: number;
  readonly call: number;
  readonly hosts: readonly HostNow[];
  readonly wire: readonly PacketNow[];
  /** The last packet of the shown call that was lost, until another of the call leaves. */
  readonly lost: Journey | null;
  /** Whether it was lost on the wire; else the machine that it came to threw it away. */
  readonly isLostOnWire: boolean;
}

/** @param call from 1: the shown one. null where the figure has no place for the run’s machines. */
export function stateAt(trace: TraceData, call: number, time: number): Now | null {
  const plan = hostsOf(trace);
  if (plan === null) return null;
  const moving = journeysOf(trace)
    .at(time)
    .flatMap((journey): readonly PacketNow[] => {
      const stay = stayAt(journey, time);
      return stay === null ? [] : [packetNow(journey, stay, call, time)];
    });
  const lost = lostBefore(trace, call, time);
  return {
    time,
    call,
    hosts: plan.hosts.map((host) => hostAt(trace, host, moving, { call, time })),
    wire: moving.filter(({ stay }) => stay.kind === "wire"),
    lost,
    isLostOnWire: lost?.stays.at(-1)?.kind === "wire",
  };
}

const packetNow = (journey: Journey, stay: Stay, call: number, time: number): PacketNow => ({
  journey,
  stay,
  ref: packetRef(journey.packet),
  share: (time - stay.from) / (stay.to - stay.from),
  isShown: journey.call === call,
});

interface Moment {
  readonly call: number;
  readonly time: number;
}

function hostAt(trace: TraceData, host: Host, packets: readonly PacketNow[], moment: Moment): HostNow {
  const { time } = moment;
  const ready: Waiting[] = [];
  const waiting: Waiting[] = [];
  const stopped = new Map<number, Waiting>();
  for (const thread of threadsOf(trace)) {
    if (thread.machine !== host.machine) continue;
    const now = threadAt(trace, thread, time);
    const name = itemAt(trace.owners, thread.owner, "owner");
    if (now.state === "ready") ready.push({ thread: name, call: now.call });
    if (now.state === "waiting") waiting.push({ thread: name, call: now.call });
    if (now.state !== "stopped") continue;
    const track = numberAt(trace.spans.track, now.row);
    stopped.set(track, { thread: name, call: numberAt(trace.spans.call, now.row) });
  }
  const tracks = new Set([host.bus, ...host.out, ...host.into]);
  const own = packets.filter(({ stay }) => tracks.has(stay.track));
  const hardware = [...tracks].flatMap((track): readonly (readonly [number, WorkNow])[] => {
    const work = workAt(trace, track, moment);
    return work === null ? [] : [[track, work]];
  });
  return {
    host,
    processors: host.processors.map((track): ProcessorNow => {
      const work = workAt(trace, track, moment);
      return { track, work, isInterrupt: work?.thread === "", stopped: stopped.get(track) ?? null };
    }),
    hardware: new Map(hardware),
    ready,
    waiting,
    queue: own.filter(({ stay }) => stay.kind === "queue"),
    received: own.filter(({ stay }) => stay.kind === "received"),
    moving: own.filter(({ stay }) => stay.kind === "bus" || stay.kind === "controller"),
    held: new Map(host.into.map((track) => [track, heldAt(trace, track, time)])),
    returning: returningAt(trace, host, moment),
    condition: conditionAt(trace, host.machine, time),
  };
}

/** The span on a track at a moment; null for none. */
function workAt(trace: TraceData, track: number, { call, time }: Moment): WorkNow | null {
  const on = indexTrace(trace).tracks[track];
  const i = on === undefined ? -1 : firstOver(on.starts, time) - 1;
  const row = on?.rows[i];
  if (on === undefined || row === undefined || timeAt(on.ends, i) <= time) return null;
  const { spans, steps } = trace;
  const step = itemAt(steps, numberAt(spans.step, row), "step");
  return {
    ref: spanRef(row),
    name: step.name,
    layer: step.layer,
    thread: ownerOf(trace, row),
    call: numberAt(spans.call, row),
    from: timeAt(spans.start, row),
    to: timeAt(spans.end, row),
    onPath: onPath(trace, call, spanRef(row), time),
  };
}

function onPath(trace: TraceData, call: number, ref: Ref, time: number): boolean {
  const segment = pathOf(trace, call).find(({ from, to }) => from <= time && time < to);
  return segment?.part === "work" && segment.ref === ref;
}

/** Receive buffers that packets hold: from the arrival of each until its machine gives the buffer back. */
function heldAt({ packets }: TraceData, track: number, time: number): number {
  let held = 0;
  for (let row = 0; row < packets.count; row++) {
    if (packets.to[row] !== track || timeAt(packets.arrives, row) > time) continue;
    if (timeAt(packets.freed, row) > time) held++;
  }
  return held;
}

/** The interrupt ends when the buffer is free, and begins when the interrupts are done with the packet itself. */
function returningAt(trace: TraceData, host: Host, moment: Moment): number | null {
  const work = workAt(trace, host.interrupted, moment);
  if (work === null || work.thread !== "") return null;
  const { packets } = trace;
  for (const { packet, stays } of journeysOf(trace).all) {
    if (packets.freed[packet] !== work.to || !host.into.includes(numberAt(packets.to, packet))) continue;
    const handled = stays.find(({ kind }) => kind === "interrupt")?.to ?? Infinity;
    if (handled <= work.from) return (moment.time - work.from) / Math.max(1, work.to - work.from);
  }
  return null;
}

function lostBefore(trace: TraceData, call: number, time: number): Journey | null {
  let last: Journey | null = null;
  for (const journey of journeysOf(trace).all) {
    if (journey.call !== call || timeAt(trace.packets.departs, journey.packet) > time) continue;
    if (last === null || journey.from >= last.from) last = journey;
  }
  return last?.isLost === true && last.to <= time ? last : null;
}

/**
 * The things of a call, or of the whole run, that a reader can take hold of, in order of time. Only what can be set is
 * among them: a packet that a fault can name, a machine that can crash, the end of what a parameter makes longer. In
 * the whole run the things of parameters are those of no call, as an import: they move all calls behind them.
 */
import { isMachineName, isPacketFault } from "../../../engine/faults/fault.ts";
import type { Fault, PacketName } from "../../../engine/faults/fault.ts";
import { parseFault } from "../../../engine/faults/parse-fault.ts";
import { formatPacket } from "../../../engine/faults/text.ts";
import type { Stretched } from "../../../engine/experiments/stretched.ts";
import { stretchedBy } from "../../../engine/experiments/stretched.ts";
import type { Param, ParamTable, ParamValues, TracedRun } from "../../../engine/experiments/types.ts";
import { fateOf, namedIn, originOf, timeAt } from "../../../engine/kernel/reads.ts";
import { NO_REF, packetRef, refRow } from "../../../engine/kernel/trace-data.ts";
import { downTimes } from "../../trace/machine-events.ts";
import { isMany } from "../../trace/lanes.ts";
import { packetNames } from "../../trace/packet-names.ts";
import { machineName } from "../../trace/machine-names.ts";
import { isMeasured } from "../measured.ts";
import { theMachine } from "../the-machine.ts";
import { experimentOf } from "../../setup/setup.ts";
import type { Setup } from "../../setup/setup.ts";
import { plain } from "../../words/numbers.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import type { About, PlaceInRun } from "./about.ts";
import { inOrder } from "./handle.ts";
import type { Handle, HandleKind, HandleValue, Sets, Snap } from "./handle.ts";
import { allowedValue, handleValue, hasNumbers, limitsOf, settingOf } from "./parameters.ts";
import { isOfPacket, outagesOf } from "./script-lines.ts";
import { snapsOf } from "./snaps.ts";

interface Asked {
  /** Says of a change why the link that was opened refuses it; what cannot be changed has no handle. */
  readonly lock?: ((before: Setup, after: Setup) => string | null) | null;
  /** Rows of the packets that are drawn one by one. Left out: all. */
  readonly alone?: readonly number[];
}

interface Parts {
  readonly key: string;
  readonly rest: Handle["rest"];
  readonly name: string;
  readonly hint: () => string;
  readonly value: () => HandleValue | null;
  readonly sets: () => Sets;
}

/** A figure of a hundred machines has thousands of handles: what one says of itself is found when it is asked for. */
class FoundHandle implements Handle {
  readonly kind: HandleKind;
  readonly ref: Handle["ref"];
  readonly machine: string;
  readonly from: number;
  readonly to: number;
  readonly key: string;
  readonly rest: Handle["rest"];
  readonly name: string;
  readonly #about: About;
  readonly #parts: Parts;
  #value: HandleValue | null | undefined;
  #sets: Sets | undefined;
  #snaps: readonly Snap[] | undefined;

  constructor(about: About, { kind, ref, machine, from, to }: PlaceInRun, parts: Parts) {
    this.kind = kind;
    this.ref = ref;
    this.machine = machine;
    this.from = from;
    this.to = to;
    this.key = parts.key;
    this.rest = parts.rest;
    this.name = parts.name;
    this.#about = about;
    this.#parts = parts;
  }

  get hint(): string {
    return this.#parts.hint();
  }

  get value(): HandleValue | null {
    if (this.#value === undefined) this.#value = this.#parts.value();
    return this.#value;
  }

  get sets(): Sets {
    return (this.#sets ??= this.#parts.sets());
  }

  get snaps(): readonly Snap[] {
    return (this.#snaps ??= snapsOf(this.#about, this));
  }
}

/** @param run of the setup; its trace is the one that is shown */
export const handlesOf = (run: TracedRun, shown: ShownCall, setup: Setup, asked: Asked = {}): readonly Handle[] =>
  inOrder([...packetHandlesOf(run, shown, setup, asked), ...otherHandlesOf(run, shown, setup, asked)]);

/** Packets, and the copies that lines of the script make of them. */
export function packetHandlesOf(
  run: TracedRun,
  shown: ShownCall,
  setup: Setup,
  { lock = null, alone }: Asked,
): readonly Handle[] {
  if (!shown.kept || hasLockedFaults(setup, lock)) return [];
  const about: About = { run, shown, setup, experiment: experimentOf(setup) };
  const names = packetNames(run.trace, shown.story.call);
  const faults = setup.faults.map((line) => parseFault(line)).filter(isPacketFault);
  return (alone ?? [...names.keys()]).flatMap((row): readonly Handle[] => {
    const packet = names.get(row);
    if (packet === undefined || !about.experiment.packetKinds.includes(packet.kind)) return [];
    const place = placeOfPacket(about, "packet", row);
    const isLost = faults.some(isOfPacket(packet, ["drop"]));
    const undelayed = place.to - timeAt(run.trace.packets.delayed, row);
    const own = packetHandle(about, place, packet, undelayed, isLost);
    const copying = faults.find(isOfPacket(packet, ["duplicate"]));
    const copy = copying === undefined ? -1 : copyOf(about, row, undelayed);
    return copy < 0 ? [own] : [own, copyHandle(about, placeOfPacket(about, "copy", copy), copying, undelayed)];
  });
}

/** Machines, and what parameters make longer. */
export function otherHandlesOf(
  run: TracedRun,
  shown: ShownCall,
  setup: Setup,
  { lock = null }: Pick<Asked, "lock">,
): readonly Handle[] {
  if (!shown.kept) return [];
  const about: About = { run, shown, setup, experiment: experimentOf(setup) };
  const isLocked = (after: Setup): boolean => lock !== null && lock(setup, after) !== null;
  const machines = hasLockedFaults(setup, lock) ? [] : machineHandles(about);
  return [...machines, ...parameterHandles(about, isLocked)];
}

const hasLockedFaults = (setup: Setup, lock: Asked["lock"]): boolean =>
  typeof lock === "function" && lock(setup, { ...setup, faults: [...setup.faults, "lose 100% of packets"] }) !== null;

function placeOfPacket({ run: { trace } }: About, kind: "packet" | "copy", row: number): PlaceInRun {
  const [from, to] = [timeAt(trace.packets.departs, row), timeAt(trace.packets.arrives, row)];
  return { kind, ref: packetRef(row), machine: "", from, to };
}

/** The row of the copy of a packet that arrives first; -1 for none. */
function copyOf({ run: { trace } }: About, row: number, from: number): number {
  const { packets } = trace;
  let found = -1;
  for (let other = row + 1; other < packets.count; other++) {
    const isSame = (["call", "kind", "from", "to"] as const).every(
      (name) => packets[name][other] === packets[name][row],
    );
    if (!isSame || originOf(trace, other) !== "duplicate" || timeAt(packets.arrives, other) < from) continue;
    if (found < 0 || timeAt(packets.arrives, other) < timeAt(packets.arrives, found)) found = other;
  }
  return found;
}

/** "2 milliseconds", "133.3 microseconds" */
const spokenTime = (nanos: number): string =>
  Math.abs(nanos) >= 1e6 ? `${plain(nanos / 1e6)} milliseconds` : `${plain(nanos / 1e3)} microseconds`;

/** A duration as a slider counts it, in milliseconds. */
function durationValue(nanos: number, most: number, text: string): HandleValue {
  return { now: nanos / 1e6, least: 0, most: Math.max(nanos, most) / 1e6, text };
}

function packetHandle(about: About, place: PlaceInRun, packet: PacketName, undelayed: number, isLost: boolean): Handle {
  const name = formatPacket(packet);
  const value = (): HandleValue => {
    const late = place.to - undelayed;
    const text = isLost ? "lost" : late === 0 ? "not delayed" : `delayed by ${spokenTime(late)}`;
    return durationValue(late, about.shown.end - undelayed, text);
  };
  return new FoundHandle(about, place, {
    key: `packet ${name}`,
    rest: isLost ? "ground" : "middle",
    name,
    hint: () => `Drag to the ground: lose ${name}. Along time: delay it. Up: copy it.`,
    value,
    sets: () => ({ tag: "packet", packet, undelayed, behind: behindOf(about, place, undelayed) }),
  });
}

/** A copy is sent when its original arrives, and takes as long as that. */
function behindOf({ run: { trace } }: About, { ref }: PlaceInRun, undelayed: number): number {
  const { packets } = trace;
  const row = refRow(ref);
  const slot = timeAt(packets.arrives, row) - timeAt(packets.delayed, row) - timeAt(packets.departs, row);
  return undelayed + slot;
}

function copyHandle(about: About, place: PlaceInRun, fault: Fault | undefined, undelayed: number): Handle {
  if (fault?.what !== "duplicate") throw new Error("handle: a copy is made by no line of the script.");
  const { packet, afterNs: after } = fault;
  const name = formatPacket(packet);
  return new FoundHandle(about, place, {
    key: `copy ${name}`,
    rest: "lift",
    name: `copy of ${name}`,
    hint: () => `Drag along time: when the copy of ${name} arrives. Back to the middle: no copy.`,
    value: () => durationValue(after, about.shown.end - undelayed, `${spokenTime(after)} after the first`),
    sets: () => ({ tag: "packet", packet, undelayed, behind: place.to - after }),
  });
}

function machineHandles(about: About): Handle[] {
  return about.shown.plan.machines
    .filter((machine) => isMachineName(machine) && !isMeasured(about.experiment, machine) && !isDead(about, machine))
    .flatMap((machine) => [...edgeHandle(about, machine), ...outageHandles(about, machine)]);
}

/** Whether a machine is down because the run’s parameters say so: no line of the script changes that. */
function isDead({ run, shown, setup }: About, machine: string): boolean {
  const isDown = downTimes(run.trace, machine).some(({ from, to }) => from <= shown.call.from && to > shown.call.from);
  return isDown && outagesOf(setup, machine).every(({ crash }) => crash.at > shown.call.from);
}

function edgeHandle(about: About, machine: string): Handle[] {
  const { from } = about.shown.call;
  const place: PlaceInRun = { kind: "edge", ref: NO_REF, machine, from, to: from };
  const parts: Parts = {
    key: `edge ${machine}`,
    rest: "out",
    name: machineName(about.run.trace, machine),
    hint: () => `Drag inwards: crash ${theMachine(about.run.trace, machine)} at that moment.`,
    value: () => null,
    sets: () => ({ tag: "machine", machine, at: null }),
  };
  return [new FoundHandle(about, place, parts)];
}

function outageHandles(about: About, machine: string): Handle[] {
  const { shown, setup, run } = about;
  const name = theMachine(run.trace, machine);
  const [begin, end] = [shown.call.from, shown.end];
  const isInView = ({ to }: PlaceInRun): boolean => to >= begin && to <= end;
  return outagesOf(setup, machine).flatMap(({ crash, restart }, i): Handle[] => {
    const fell: PlaceInRun = { kind: "crash", ref: NO_REF, machine, from: crash.at, to: crash.at };
    const rose: PlaceInRun = {
      kind: "restart",
      ref: NO_REF,
      machine,
      from: crash.at,
      to: restart?.at ?? Math.max(end, crash.at),
    };
    const found: readonly (readonly [PlaceInRun, Parts])[] = [
      [
        fell,
        {
          key: `crash ${machine} ${i}`,
          rest: "middle",
          name: `crash of ${name}`,
          hint: () => `Drag along time: when ${name} crashes. Outwards: no crash.`,
          value: () => durationValue(crash.at, restart?.at ?? end, `at ${spokenTime(crash.at)}`),
          sets: () => ({ tag: "machine", machine, at: crash.at }),
        },
      ],
      [
        rose,
        {
          key: `restart ${machine} ${i}`,
          rest: "middle",
          name: `restart of ${name}`,
          hint: () => `Drag along time: when ${name} restarts. To the end of the axis: it stays down.`,
          value: () => durationValue(rose.to, end, restart === null ? "stays down" : `at ${spokenTime(rose.to)}`),
          sets: () => ({ tag: "machine", machine, at: restart?.at ?? null }),
        },
      ],
    ];
    return found.filter(([place]) => isInView(place)).map(([place, parts]) => new FoundHandle(about, place, parts));
  });
}

/** Another value of the parameter, by which a lock is tried. */
function otherValue({ setup }: About, key: string, param: Param): Setup {
  const { least, most } = limitsOf(param);
  const value = Number(setup.parameters[key]) === most ? least : most;
  return { ...setup, parameters: { ...setup.parameters, [key]: settingOf(param, allowedValue(param, value)) } };
}

/** Among many machines so many ends of packets can be pulled, spread over the call. */
const MOST_WIRES = 2000;

function parameterHandles(about: About, isLocked: (after: Setup) => boolean): Handle[] {
  const { experiment, setup, run, shown } = about;
  const apart = isMany(shown.plan) ? (shown.end - shown.call.from) / MOST_WIRES : 0;
  return Object.entries(experiment.params).flatMap(([key, param]): Handle[] => {
    const { stretches, only, needs } = param;
    const value = setup.parameters[key];
    if (stretches === undefined || value === undefined || !hasNumbers(param)) return [];
    if (only !== undefined && !only.values.includes(namedIn(setup.parameters, only.parameter, "parameter"))) return [];
    if (needs !== undefined && !hasChoices(experiment.params, setup, needs.with)) return [];
    if (isLocked(otherValue(about, key, param))) return [];
    const kind = "timer" in stretches ? "timer" : "wire" in stretches ? "wire" : "bar";
    let before = -Infinity;
    return stretchedBy(run.trace, shown.story.call, param, value).flatMap((thing, i) => {
      // Thousands of packets may leave at one moment: one handle is enough to drag the speed of their wire.
      if (kind === "wire" && Math.abs(thing.to - before) < apart) return [];
      before = thing.to;
      const place: PlaceInRun = { kind, ref: thing.ref, machine: thing.machine, from: thing.from, to: thing.to };
      if (kind === "wire" && fateOf(run.trace, refRow(thing.ref)) === "lost") return []; // it has no arrival
      return [parameterHandle(about, { key, param, place, thing }, i)];
    });
  });
}

/** Whether the setup has what a parameter needs, as far as words say it: its numbers are examples. */
const hasChoices = (params: ParamTable, { parameters }: Setup, wanted: ParamValues): boolean =>
  Object.entries(wanted).every(([key, value]) => params[key]?.kind !== "choice" || parameters[key] === value);

interface Stretch {
  readonly key: string;
  readonly param: Param;
  readonly place: PlaceInRun;
  readonly thing: Stretched;
}

function parameterHandle(about: About, { key, param, place, thing }: Stretch, i: number): Handle {
  const { setup, run } = about;
  const word = param.stretches?.name ?? param.label;
  const name = thing.machine === "" ? word : `${word} of ${theMachine(run.trace, thing.machine)}`;
  return new FoundHandle(about, place, {
    key: `${place.kind} ${key} ${i}`,
    rest: "middle",
    name,
    hint: () =>
      place.kind === "wire"
        ? `Drag along time: a slower or a faster ${name}.`
        : `Drag along time: ${name} longer or shorter.`,
    value: () => handleValue(param, Number(setup.parameters[key])),
    // Getters, because the search is long: of a hundred timers only the one that is dragged is asked.
    sets: () => ({
      tag: "parameter",
      parameter: key,
      get made() {
        return thing.made;
      },
      get times() {
        return Math.max(1, thing.times);
      },
    }),
  });
}

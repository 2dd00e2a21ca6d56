/**
 * Messages between machines. A message has no bytes: it takes the network's latency, whatever it says.
 *
 * Rules
 * 1. A message takes the same time whatever is under way, and none overtakes another unless a fault says so.
 * 2. A line of the fault script names a message by its kind, the number of the client's call, and which sending of that
 *    kind it is for that call; all layers count together. A damaged message is lost, as a checksum of
 *    TCP or UDP finds it: garble is as corrupt.
 * 3. While the network to the last service is cut, messages to it and from it are lost.
 * 4. A machine that stands still reads what has come when it goes on.
 */
import { roleOf, type PacketKind } from "../../faults/fault.ts";
import { UNTOUCHED, type PacketFate } from "../../faults/script.ts";
import { tally } from "../../kernel/tally.ts";
import { entryOf } from "../../kernel/reads.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Loss, Ref } from "../../kernel/trace-data.ts";
import type { World } from "../world/world.ts";
import type { Agenda, Kind as EventKind } from "./agenda.ts";
import type { Machine } from "./request.ts";

interface Message<Kind, Body> {
  readonly kind: Kind;
  readonly from: Machine;
  readonly to: Machine;
  readonly body: Body;
  readonly row: Ref;
  /** When it comes, or would have come. */
  readonly due: Nanos;
}

/** A message counts as so many bytes in lists: a small one, ours. */
const BYTES = 200;

interface NetworkOptions<Kind extends PacketKind, Body> {
  /** Of each message, or drawn for it. */
  readonly latency: Nanos | (() => Nanos);
  /** Those that the run can send. */
  readonly kinds: readonly Kind[];
  /** The number of the client's call for which a message is sent, and whether it is a copy of one before. */
  readonly about: (body: Body) => { readonly call: number; readonly isAgain: boolean };
  /** Rule 3. */
  readonly isCut: (from: Machine, to: Machine, at: Nanos) => boolean;
  /** Told of a message that has come to a machine that is up. */
  readonly arrived: Readonly<Record<Kind, (body: Body, row: Ref) => void>>;
}

export class Network<Kind extends PacketKind, Body extends object> {
  /** Messages so far. */
  packets = 0;
  private readonly world: World;
  private readonly agenda: Agenda;
  private readonly options: NetworkOptions<Kind, Body>;
  private readonly comes: EventKind<Message<Kind, Body>>;
  private readonly kinds = new Map<Kind, number>(); // of the trace
  private readonly sends = new Map<string, number>(); // by kind and call, where faults name messages
  private held: readonly Message<Kind, Body>[] = []; // until a message of their direction overtakes them

  constructor(world: World, agenda: Agenda, options: NetworkOptions<Kind, Body>) {
    this.world = world;
    this.agenda = agenda;
    this.options = options;
    for (const kind of options.kinds) this.kinds.set(kind, world.recorder.packetKind(kind));
    this.comes = agenda.on((message) => this.come(message));
  }

  /** Sends a message. @returns its row of the trace */
  send(kind: Kind, from: Machine, to: Machine, body: Body, cause: Ref): Ref {
    const { recorder, sim, script, chance } = this.world;
    const { call: number, isAgain } = this.options.about(body);
    const fate = script.meetsPackets ? script.onPacket(kind, number, this.sendOf(kind, number), BYTES) : UNTOUCHED;
    const taking = chance.isAny ? chance.draw(kind, from.name, to.name, sim.now) : [];
    const delay = this.latency() + fate.delayNs;
    const origin = isAgain && roleOf(kind) === "request" ? "retransmission" : "first";
    const row = this.record(kind, from, to, delay, fate.delayNs, origin, number, cause);
    const message: Message<Kind, Body> = { kind, from, to, body, row, due: sim.now + delay };
    const taken = taking.length > 0 && fate === UNTOUCHED ? chance.took(taking) : null;
    const loss = lossOf(fate, taken, this.options.isCut(from, to, sim.now));
    if (loss !== null) recorder.fate(row, "lost", loss);
    else if (fate.reorder) this.held = [...this.held, message];
    else this.agenda.after(delay, this.comes, message);
    if (fate.duplicateAfterNs !== null) this.copy(message, this.latency() + fate.duplicateAfterNs, cause);
    return row;
  }

  /** The run is over: what was held back never came. */
  close(): void {
    for (const { row } of this.held) this.world.recorder.fate(row, "lost", "nothing overtook it");
    this.held = [];
  }

  private latency(): Nanos {
    const { latency } = this.options;
    return typeof latency === "number" ? latency : latency();
  }

  private sendOf(kind: Kind, call: number): number {
    return tally(this.sends, `${kind}#${call}`);
  }

  private copy(message: Message<Kind, Body>, delay: Nanos, cause: Ref): void {
    const { kind, from, to, body } = message;
    const row = this.record(kind, from, to, delay, 0, "duplicate", this.options.about(body).call, cause);
    this.agenda.after(delay, this.comes, { ...message, row, due: this.world.sim.now + delay });
  }

  /** The row of a message that leaves now and takes so long. */
  private record(
    kind: Kind,
    from: Machine,
    to: Machine,
    takes: Nanos,
    delayed: Nanos,
    origin: "first" | "retransmission" | "duplicate",
    call: number,
    cause: Ref,
  ): Ref {
    const { recorder, sim } = this.world;
    this.packets++;
    return recorder.packet({
      from: from.track,
      to: to.track,
      kind: entryOf(this.kinds, kind, "kind of messages"),
      departs: sim.now,
      arrives: sim.now + takes,
      bytes: BYTES,
      origin,
      delayed,
      cause,
      call,
      frame: null,
    });
  }

  private come(message: Message<Kind, Body>): void {
    const { kind, from, to, body, row } = message;
    if (to.pause.isOn) {
      to.pause.later(() => this.come(message));
      return;
    }
    if (to.isDown) this.world.recorder.fate(row, "ignored");
    else this.options.arrived[kind](body, row);
    if (this.held.length === 0) return;
    const { now } = this.world.sim;
    const overtaken = this.held.filter((one) => one.from === from && one.to === to && one.due <= now);
    this.held = this.held.filter((one) => !overtaken.includes(one));
    for (const one of overtaken) {
      this.world.recorder.late(one.row, now);
      this.come(one);
    }
  }
}

/** Why a message is lost; null where it is not. */
function lossOf({ drop, corrupt, garble }: PacketFate, taken: Loss | null, isCut: boolean): Loss | null {
  if (drop) return "dropped by the script";
  if (corrupt || garble !== null) return "damaged";
  return taken ?? (isCut ? "network cut" : null);
}

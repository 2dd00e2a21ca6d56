/**
 * Carries frames between hosts, alike on all media. A medium gives frames their time; the carrier records each as a
 * packet of the trace, applies the faults of the script to it, and hands it to its host.
 *
 * Rules
 * 1. A fault names a packet by its kind, its call and which sending it is. Copies, other hosts' packets and kinds that
 *    a script has no word for meet none. A packet has taken its time on the medium, whatever befalls it there. Its row
 *    says why it was lost, if it was; one that has not come by the end of the run is in flight.
 * 2. Dropped: it does not arrive.
 * 3. Delayed: it arrives so much later.
 * 4. Copied: a copy is sent on when the packet would have come without a delay, or so much later. It takes the medium's
 *    time like any frame, so without a time it comes right behind.
 * 5. Reordered: it waits until a later packet of its direction has come, and comes right behind that, one behind the
 *    other where there are several, each with the time that it takes on the medium. Where none follows, it is lost.
 * 6. Corrupted: a bit flips. It takes its time, and the receiving controller drops it, because the check sequence is
 *    wrong: it is lost there, "damaged".
 *    Garbled: a byte changes behind the controller, so the machine gets the damaged bytes. A copy is sound.
 * 7. A packet that the medium loses, or a machine before its process has it, is marked where that happened, with the
 *    reason.
 * 8. Lost by chance: for every packet between two hosts of the run, copies too, each line of the script that speaks of
 *    it draws. It takes its time, and is lost where it would have come, "lost by chance". A packet that another line
 *    names has the fate of that line: for it the draws count for nothing. So it is while the script cuts the network
 *    between the two, "network cut".
 */
import { PACKET_KINDS, type PacketKind } from "../../faults/fault.ts";
import { UNTOUCHED, type PacketFate } from "../../faults/script.ts";
import type { Reception } from "../../hardware/machine.ts";
import type { Nanos } from "../../kernel/time.ts";
import { LOSSES, NO_REF, type Fate, type Loss, type Ref } from "../../kernel/trace-data.ts";
import { COUNT_SENDS, copyOfFrame, NOBODY, receivedFrame, type Frame } from "./frame.ts";
import type { World } from "./world.ts";
import { tally } from "../../kernel/tally.ts";

/** A host as the carrier knows it. */
export interface CarrierHost {
  readonly name: string;
  readonly number: number;
  readonly outTrack: number;
  readonly inTrack: number;
  /** The last bit of a frame has left; the first did at `departs`. */
  sent(frame: Frame, departs: Nanos): void;
  /** The medium has given the frame up. */
  abandoned(frame: Frame): void;
  /** The last bit has come; says what became of the frame at the interface. */
  arrive(frame: Frame): Reception;
}

/** The functions of a medium that the carrier calls. */
export interface Medium {
  /** Sends a copy, from a station of no host. The medium then reports it like any frame. */
  repeat(copy: Frame): void;
  /** How long the frame keeps the last network on its way busy, with the gap behind it. */
  slot(frame: Frame): Nanos;
  /** The last row in the chain of causes of a frame that has come. */
  chainOf(frame: Frame): Ref;
}

/** Called for packets, so that a run can measure them. */
export interface CarrierWatch {
  /** The packet has its row. */
  recorded?(frame: Frame): void;
  /** It has come to its host's interface. */
  arrived?(frame: Frame, at: Nanos): void;
  lost?(frame: Frame): void;
  /** Whether the network of the run loses the packet by a rule of its own, as one that chance takes. */
  takes?(frame: Frame): boolean;
}

interface CarrierOptions {
  /** The medium's own track. */
  readonly track: number;
  /** The fate of a packet that comes to a machine without power. */
  readonly whenDown: Extract<Fate, "lost" | "ignored">;
  readonly watch?: CarrierWatch;
}

const DELIVER = 0;
const REPEAT = 1;

const wordOf = (kind: string): PacketKind | undefined => PACKET_KINDS.find((one) => one === kind);

export class Carrier {
  /** Packets that were sent, copies and other hosts' among them. */
  packets = 0;
  protected readonly world: World;
  protected readonly medium: Medium;
  protected readonly options: CarrierOptions;
  private readonly watch: CarrierWatch;
  protected readonly hosts = new Map<number, CarrierHost>();
  private readonly tag: number;
  private readonly frames: (Frame | null)[] = []; // frames that events are for
  private readonly free: number[] = [];
  private readonly sends = new Map<string, number>(); // by kind and call
  private readonly fates = new Map<Frame, PacketFate>(); // of frames that have left and not arrived
  private readonly doomed = new Map<Frame, Loss>(); // lost when they would have come
  private readonly garbled = new Map<Frame, number>(); // the byte that is damaged when they come
  private heldBack: readonly Frame[] = []; // rule 5
  private readonly underway = new Set<Ref>(); // packets to hosts that have left, and neither come nor been lost

  constructor(world: World, medium: Medium, options: CarrierOptions) {
    this.world = world;
    this.medium = medium;
    this.options = options;
    this.watch = options.watch ?? {};
    this.tag = world.sim.register((kind, id) => this.handle(kind, id));
  }

  /** Puts a host on the medium. Throws where its number is another's. */
  attach(host: CarrierHost): void {
    const { number, name } = host;
    const before = this.hosts.get(number);
    if (before !== undefined)
      throw new RangeError(`${name} has the number of ${before.name} on the medium, ${number}.`);
    if (!Number.isInteger(number) || number < 0)
      throw new RangeError(`${name} has the number ${number}, want 0 or more.`);
    this.hosts.set(number, host);
  }

  /** Throws where no host has the number. */
  host(number: number): CarrierHost {
    const host = this.hosts.get(number);
    if (host === undefined) throw new RangeError(`There is no host ${number} on the medium.`);
    return host;
  }

  // Calls of a medium that knows when a frame will arrive.

  /** The frame is on the last network of its way: its first bit left at `departs`, its last comes at `arrives`. */
  leaves(frame: Frame, departs: Nanos, arrives: Nanos): void {
    const fate = this.fateOf(frame);
    frame.cause = frame.ref;
    this.record(frame, departs, arrives, fate);
    if (frame.to !== NOBODY) this.befall(frame, fate, arrives);
  }

  // Calls of a medium that learns of an arrival when it happens.

  /** The frame has left its machine, at `frame.departs` and because of `frame.cause`. */
  left(frame: Frame): void {
    if (frame.row !== NO_REF) return; // it was lost before its last bit had left
    const fate = this.fateOf(frame);
    this.record(frame, frame.departs, this.world.sim.now, { ...fate, delayNs: 0 });
    if (fate !== UNTOUCHED) this.fates.set(frame, fate);
  }

  /** The frame has come to its addressee's interface. */
  came(frame: Frame): Reception {
    const { recorder, sim } = this.world;
    const fate = this.fates.get(frame);
    recorder.arrived(frame.row, sim.now);
    if (fate === undefined) {
      this.underway.delete(frame.row);
      return this.deliver(frame);
    }
    this.fates.delete(frame);
    if (fate.delayNs > 0) recorder.late(frame.row, sim.now + fate.delayNs);
    this.befall(frame, fate, sim.now);
    return "copied"; // the medium has done its part
  }

  /** The frame was lost on its way; `cause` is the last row of its chain. Records it first where it has no row yet. */
  lostOnTheWay(frame: Frame, why: Loss, track: number): void {
    this.left(frame);
    this.fates.delete(frame);
    this.doomed.delete(frame);
    this.world.recorder.arrived(frame.row, this.world.sim.now);
    this.lose(frame, why, track);
  }

  // Calls of hosts and media.

  /** Rule 7: marks a loss where it happened. A frame that never got a row has no fate. */
  lose(frame: Frame, why: Loss, track: number, label: string = why): void {
    const { recorder, sim } = this.world;
    recorder.mark(sim.now, track, recorder.label(label, "loss", LOSSES.indexOf(why)), frame.ref, frame.call);
    this.underway.delete(frame.row);
    if (frame.row !== NO_REF) recorder.fate(frame.row, "lost", why);
    this.watch.lost?.(frame);
  }

  /** A process took the packet in and had no use for it. */
  ignore(frame: Frame): void {
    this.world.recorder.fate(frame.row, "ignored");
  }

  /** The run is over: what was held back never arrived, and what is on its way has not yet. */
  close(): void {
    for (const frame of this.heldBack) this.loseUnmarked(frame, "nothing overtook it");
    this.heldBack = [];
    for (const row of this.underway) this.world.recorder.fate(row, "in flight");
    this.underway.clear();
  }

  // Faults.

  /** Rule 1. */
  private fateOf(frame: Frame): PacketFate {
    const { script, chance } = this.world;
    const kind = script.meetsPackets && frame.origin !== "duplicate" ? wordOf(frame.kind) : undefined;
    const isNamed = kind !== undefined && frame.call !== 0;
    const fate = isNamed ? script.onPacket(kind, frame.call, this.sendOf(frame), frame.octets.length) : UNTOUCHED;
    if (chance.isAny) this.meetChance(frame, fate !== UNTOUCHED);
    if (fate === UNTOUCHED && this.watch.takes?.(frame) === true) this.doomed.set(frame, "lost by chance");
    return fate;
  }

  /** Rule 8. */
  protected meetChance(frame: Frame, hasFate: boolean): void {
    const { kind, from, to } = frame;
    if (from === NOBODY || to === NOBODY) return;
    const { chance } = this.world;
    const faults = chance.draw(kind, this.host(from).name, this.host(to).name, this.world.sim.now);
    if (faults.length > 0 && !hasFate) this.doomed.set(frame, chance.took(faults));
  }

  private sendOf({ kind, call, send }: Frame): number {
    if (send !== COUNT_SENDS) return send;
    return tally(this.sends, `${kind}#${call}`);
  }

  private record(frame: Frame, departs: Nanos, arrives: Nanos, { delayNs, corrupt, garble }: PacketFate): void {
    const { recorder } = this.world;
    const { from, to, kind, origin, cause, call, octets, queuedAt } = frame;
    const { track } = this.options;
    this.packets++;
    frame.row = recorder.packet({
      from: from === NOBODY ? track : this.host(from).outTrack,
      to: this.trackTo(to),
      kind: recorder.packetKind(kind),
      departs,
      arrives: arrives + delayNs,
      bytes: octets.length,
      origin,
      delayed: delayNs,
      queued: queuedAt,
      cause,
      call,
      frame: corrupt ? withBitFlipped(octets) : garble === null ? octets : garbledAt(octets, garble),
    });
    if (to !== NOBODY) this.underway.add(frame.row);
    this.watch.recorded?.(frame);
  }

  /** The track that a frame goes to. */
  protected trackTo(to: number): number {
    return to === NOBODY ? this.options.track : this.host(to).inTrack;
  }

  /** Rules 2 to 6. `arrives`: when it comes, or would have. */
  private befall(frame: Frame, fate: PacketFate, arrives: Nanos): void {
    const { sim } = this.world;
    const { drop, delayNs, duplicateAfterNs, reorder, corrupt, garble } = fate;
    if (duplicateAfterNs !== null) {
      sim.at(arrives + duplicateAfterNs, this.tag + REPEAT, this.hold(copyOfFrame(frame)));
    }
    if (corrupt) this.doomed.set(frame, "damaged");
    if (garble !== null) this.garbled.set(frame, garble);
    if (drop) this.loseUnmarked(frame, "dropped by the script");
    else if (reorder) this.heldBack = [...this.heldBack, frame];
    else sim.at(arrives + delayNs, this.tag + DELIVER, this.hold(frame));
  }

  private loseUnmarked(frame: Frame, why: Loss): void {
    this.underway.delete(frame.row);
    this.world.recorder.fate(frame.row, "lost", why);
    this.watch.lost?.(frame);
  }

  private hold(frame: Frame): number {
    const id = this.free.pop() ?? this.frames.length;
    this.frames[id] = frame;
    return id;
  }

  private handle(kind: number, id: number): void {
    const frame = this.frames[id];
    if (frame === null || frame === undefined) throw new Error(`The carrier was to deliver frame ${id} twice.`);
    this.frames[id] = null;
    this.free.push(id);
    if (kind === REPEAT) this.medium.repeat(frame);
    else {
      this.underway.delete(frame.row);
      this.deliver(frame);
    }
  }

  private deliver(frame: Frame): Reception {
    const why = this.doomed.get(frame);
    if (why !== undefined) {
      this.doomed.delete(frame);
      this.lose(receivedFrame(frame, this.medium.chainOf(frame)), why, this.trackTo(frame.to));
      return "copied";
    }
    const reception = this.handTo(frame);
    if (this.heldBack.length > 0) this.letThrough(frame);
    return reception;
  }

  /** A frame that nothing befell comes to its host. */
  protected handTo(frame: Frame): Reception {
    const host = this.host(frame.to);
    this.watch.arrived?.(frame, this.world.sim.now);
    const received = this.receivedBy(host, frame);
    this.forget(frame);
    const reception = host.arrive(received);
    if (reception === "no buffer") this.lose(received, "no receive buffer", host.inTrack);
    else if (reception === "absent" && this.options.whenDown === "ignored") this.ignore(received);
    else if (reception === "absent") this.lose(received, "machine is down", host.inTrack);
    return reception;
  }

  /** The frame as a host has it behind its controller. */
  protected receivedBy(host: CarrierHost, frame: Frame): Frame {
    const ref = this.medium.chainOf(frame);
    const byte = this.garbled.get(frame);
    if (byte === undefined) return receivedFrame(frame, ref);
    const { recorder, sim } = this.world;
    const label = recorder.label(`byte ${byte} is damaged`, "garbled", byte);
    const octets = garbledAt(frame.octets, byte);
    return receivedFrame(
      { ...frame, octets, packet: null },
      recorder.mark(sim.now, host.inTrack, label, ref, frame.call),
    );
  }

  /** The frame has come to all that it goes to. */
  protected forget(frame: Frame): void {
    this.garbled.delete(frame);
  }

  /** Rule 5. */
  private letThrough({ from, to, row }: Frame): void {
    const { recorder, sim } = this.world;
    let at = sim.now;
    this.heldBack = this.heldBack.filter((held) => {
      if (held.from !== from || held.to !== to || held.row > row) return true;
      at += this.medium.slot(held);
      recorder.late(held.row, at);
      sim.at(at, this.tag + DELIVER, this.hold(held));
      return false;
    });
  }
}

/** Rule 6: a byte with all its bits turned. */
function garbledAt(octets: Uint8Array, byte: number): Uint8Array {
  const damaged = octets.slice();
  damaged[byte] = (damaged[byte] as number) ^ 0xff;
  return damaged;
}

/** Rule 6. We flip the last bit. */
function withBitFlipped(octets: Uint8Array): Uint8Array {
  const damaged = octets.slice();
  const last = damaged.length - 1;
  damaged[last] = (damaged[last] as number) ^ 1;
  return damaged;
}

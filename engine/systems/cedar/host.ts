/**
 * What caller and callee have in common: a Dorado on the Ethernet. Microcode runs its controller and costs the
 * processor nothing. The interrupt routine hands each packet straight to the process that it names (slides,
 * "Processes").
 */
import { Processors, type Segment, type Worker } from "../../hardware/processors.ts";
import type { Reception } from "../../hardware/machine.ts";
import { toMillis, type Nanos } from "../../kernel/time.ts";
import type { MarkKind, Ref } from "../../kernel/trace-data.ts";
import type { ExchangePacket } from "../../protocols/cedar/packet.ts";
import type { CipherKey } from "../../wire/block-cipher.ts";
import { openCedar, sealCedar } from "../../wire/cedar-seal.ts";
import { isSealable } from "../../wire/cedar-sizes.ts";
import { WireError } from "../../wire/error.ts";
import { ALL_HOSTS } from "../../wire/pup.ts";
import { decodeFrame, encodeFrame, NAME_SERVICE, type CedarPacket, type PupNetwork } from "../../wire/cedar.ts";
import { damageIn } from "../world/damage.ts";
import type { EthernetMedium } from "../world/ethernet-medium.ts";
import { COUNT_SENDS, EVERYBODY, newFrame, type Frame } from "../world/frame.ts";
import { PoweredHost, type HostCycle } from "../world/powered-host.ts";
import type { World } from "../world/world.ts";
import { Asker } from "./asker.ts";
import type { CalleeMachine, CallerMachine } from "./options.ts";
import type { Sending } from "./packets.ts";
import { wordsOf } from "./words.ts";
import { Service } from "./service.ts";
import type { CedarSegments } from "./steps.ts";

/** The parts of one run that all machines share. */
export interface Surroundings {
  readonly world: World;
  readonly medium: EthernetMedium;
  readonly network: PupNetwork;
  readonly segments: CedarSegments; // of calls
  readonly questions: CedarSegments; // about names and keys, with their answers
  /** Bytes of arguments or results that a packet of a call holds. */
  readonly packetBytes: number;
  /** Whether the data of calls is encrypted. */
  readonly isSecure: boolean;
  readonly count: PacketCount;
  /** The machines of questions about names and of their answers. */
  readonly asks: CallerMachine;
  readonly answers: CalleeMachine;
}

/** What the packets of calls were, for the measures of a run. */
export interface PacketCount {
  /** Packets of calls that the two machines sent. */
  packets: number;
  /** Of the first call: packets and words of data, each sending counted, and their time on the wire. */
  firstPackets: number;
  firstWords: number;
  firstWireNs: Nanos;
}

/** Work at interrupt level. */
interface Task {
  readonly segment: Segment;
  readonly call: number;
  readonly cause: Ref;
  readonly done: (last: Ref) => void;
}

/** One power cycle of a machine: all that a crash takes away. */
interface DoradoCycle extends HostCycle {
  readonly processors: Processors;
  readonly station: number;
  readonly interrupt: Worker;
  readonly tasks: Task[];
  readonly outgoing: Frame[];
  /** Greater than in all power cycles before. */
  readonly conversation: number;
  isSending: boolean;
  /** Made when they are first wanted. */
  asker: Asker | null;
  service: Service | null;
}

const FIRST_CALL = 1;

export abstract class Host extends PoweredHost<DoradoCycle> {
  readonly outTrack: number;
  readonly inTrack: number;
  protected readonly noteTrack: number;
  protected readonly timerTrack: number;
  protected readonly around: Surroundings;
  private lastConversation = 0;
  private readonly decoded = new WeakMap<Frame, CedarPacket>();

  /** @param number on the medium; its address there is one more */
  constructor(around: Surroundings, name: string, number: number) {
    super(around.world, name, number);
    this.around = around;
    around.medium.carrier.attach(this);
    this.switchOn();
    const controller = (way: string): number =>
      this.world.recorder.track({ name: `Ethernet ${way}`, machine: name, kind: "controller" });
    this.outTrack = controller("out");
    this.inTrack = controller("in");
    this.noteTrack = this.inTrack;
    this.timerTrack = this.outTrack;
  }

  /** The interrupt routine has checked a packet of a call. */
  protected abstract received(frame: Frame, packet: CedarPacket): void;

  /** The answer to a question about names; null where this machine has none. */
  protected answer(_question: ExchangePacket, _cause: Ref): Uint8Array | null {
    return null;
  }

  /** The conversation identifier of the calls that this machine makes. */
  protected get conversation(): number {
    return this.up.conversation;
  }

  get processors(): Processors {
    return this.up.processors;
  }

  get questions(): CedarSegments {
    return this.around.questions;
  }

  /** The key of the conversation with a calling machine, or of this machine's own calls; null where there is none. */
  protected keyOf(_machine: number): CipherKey | null {
    return null;
  }

  /** The process of this machine that asks others. */
  protected get asker(): Asker {
    const { up } = this;
    up.asker ??= new Asker(this, this.around.asks, "importing process", up.conversation);
    return up.asker;
  }

  private get service(): Service {
    const { up } = this;
    up.service ??= new Service(this, this.around.answers, (question, cause) => this.answer(question, cause));
    return up.service;
  }

  protected powerOn(): DoradoCycle {
    const { recorder, sim } = this.world;
    const processors = new Processors(sim, recorder, this.name, 1);
    // It comes from the machine's clock, which has gone on while the machine was down.
    this.lastConversation = Math.max(this.lastConversation, Math.floor(toMillis(this.now))) + 1;
    return {
      processors,
      station: this.around.medium.stationFor(this),
      interrupt: processors.worker(-1, () => this.taskDone()),
      tasks: [],
      outgoing: [],
      conversation: this.lastConversation,
      isSending: false,
      asker: null,
      service: null,
      endedAt: Infinity,
      machine: {
        halt: () => processors.halt(),
        slow: (times) => processors.slow(times),
        busyNs: () => processors.busyNs().map((nanos): [string, Nanos] => ["cpu0", nanos]),
      },
    };
  }

  // Packets out.

  /** Gives a frame to the controller, which sends one behind the other. */
  sendFrame(frame: Frame): void {
    this.up.outgoing.push(frame);
    this.sendNext(this.up);
  }

  private sendNext(cycle: DoradoCycle): void {
    const frame = cycle.isSending ? undefined : cycle.outgoing.shift();
    if (frame === undefined) return;
    cycle.isSending = true;
    this.around.medium.transmit(cycle.station, frame);
  }

  protected override hasSent(cycle: DoradoCycle, frame: Frame): void {
    const { count, medium } = this.around;
    if (frame.call > 0) count.packets++;
    if (frame.call === FIRST_CALL) {
      count.firstPackets++;
      count.firstWords += wordsOf(this.decode(frame).data);
      count.firstWireNs += medium.ethernet.frameTime(frame.bytes);
    }
    cycle.isSending = false;
    this.sendNext(cycle);
  }

  protected override hasAbandoned(cycle: DoradoCycle): void {
    cycle.isSending = false;
    this.sendNext(cycle);
  }

  /**
   * Sends a packet. One that a packet or a timer asks for takes the interrupt routine's time. The first of a message
   * was paid for by the process that made it.
   */
  sendPacket(packet: ExchangePacket, sending: Sending, isPaid: boolean): void {
    const frame = this.encode(packet, sending);
    if (isPaid) {
      this.sendFrame(frame);
      return;
    }
    // The stub has put the words of a call into its packet, where the connection had to be opened first.
    const isMade = packet.type === "call" && sending.send === 1;
    const words = isMade ? 0 : wordsOf(packet.data);
    const { segments, questions } = this.around;
    const of = packet.interface < NAME_SERVICE ? segments : questions;
    const isSealed = !isMade && this.keyFor(packet) !== null;
    this.task(isSealed ? of.sendSealed(words) : of.send(words), sending.call, sending.cause, (last) => {
      frame.ref = last;
      this.sendFrame(frame);
    });
  }

  private encode(packet: ExchangePacket, { to, call, send, cause, kind = packet.type }: Sending): Frame {
    const { conversation = 0 } = packet;
    const addresses = { from: this.number + 1, to: to === EVERYBODY ? ALL_HOSTS : to + 1 };
    const clear = { ...packet, conversation };
    const key = this.keyFor(clear);
    const octets = encodeFrame(key === null ? clear : sealCedar(clear, key), addresses, this.around.network);
    return newFrame({
      octets,
      bytes: octets.length,
      kind,
      call,
      send: COUNT_SENDS,
      origin: send === 1 ? "first" : "retransmission",
      from: this.number,
      to,
      sender: this.up,
      hasData: true,
      endsMessage: packet.lastFragment,
      ref: cause,
    });
  }

  /** The key by which the data of a packet is encrypted; null where it is not. */
  private keyFor({ type, interface: index, activity }: ExchangePacket): CipherKey | null {
    const isOfCall = this.around.isSecure && index < NAME_SERVICE && isSealable(type);
    return isOfCall ? this.keyOf(activity.machine) : null;
  }

  /** Reads the bytes, as the interrupt routine does: every field that the receiver uses comes from here. */
  protected decode(frame: Frame): CedarPacket {
    const known = this.decoded.get(frame);
    if (known !== undefined) return known;
    const { packet } = decodeFrame(frame.octets);
    this.decoded.set(frame, packet);
    return packet;
  }

  // Packets in.

  protected takeIn(_cycle: DoradoCycle, frame: Frame): Reception {
    const damage = this.world.script.firstGarbling() === null ? null : damageIn(() => this.decode(frame));
    if (damage !== null) {
      this.task(this.around.segments.receive(0), frame.call, frame.ref, (last) => {
        frame.ref = last;
        this.around.medium.carrier.lose(frame, damage, this.inTrack);
      });
      return "copied";
    }
    const packet = this.decode(frame);
    const cipherWords = packet.isSealed === true ? wordsOf(packet.data) : 0;
    this.task(this.around.segments.receive(cipherWords), frame.call, frame.ref, (last) => {
      frame.ref = last;
      this.sortOut(frame, packet);
    });
    return "copied";
  }

  private sortOut(frame: Frame, packet: CedarPacket): void {
    if (packet.interface < NAME_SERVICE) this.open(frame, packet);
    else if (packet.activity.machine === this.number + 1) this.asker.received(frame, packet);
    else this.service.received(frame, packet);
  }

  /** A packet in clear goes on; of one that carries data the receiver has the key, or has no use for it. */
  private open(frame: Frame, packet: CedarPacket): void {
    if (!this.around.isSecure || !isSealable(packet.type)) {
      this.received(frame, packet);
      return;
    }
    const key = this.keyOf(packet.activity.machine);
    if (key === null) {
      this.keyless(frame, packet);
      return;
    }
    const clear = openedWith(key, packet);
    if (clear !== null) {
      this.received(frame, clear);
      return;
    }
    this.noteOf(frame, "refused: not encrypted with the key of the conversation");
    this.ignore(frame);
  }

  /** A packet with data has come from a machine that this one has no key for. */
  protected keyless(frame: Frame, _packet: CedarPacket): void {
    this.ignore(frame);
  }

  protected ignore(frame: Frame): void {
    this.around.medium.carrier.ignore(frame);
  }

  /** Notes an event in the trace, for the packet of `frame`; null where it concerns no packet. */
  protected noteOf(frame: Frame | null, label: string, kind: Exclude<MarkKind, "timer"> = "note"): void {
    this.note(label, frame === null ? { kind } : { kind, cause: frame.ref, call: frame.call });
  }

  // Interrupts, one behind the other.

  private task(segment: Segment, call: number, cause: Ref, done: (last: Ref) => void): void {
    const { tasks } = this.up;
    tasks.push({ segment, call, cause, done });
    if (tasks.length === 1) this.startTask();
  }

  private startTask(): void {
    const { processors, interrupt, tasks } = this.up;
    const first = tasks[0];
    if (first !== undefined) processors.interrupt(interrupt, first.segment, first.call, first.cause);
  }

  private taskDone(): void {
    const { interrupt, tasks } = this.up;
    const task = tasks.shift();
    if (task === undefined) throw new Error(`${this.name} has ended an interrupt that it did not have.`);
    task.done(interrupt.cause);
    if (tasks.length > 0 && interrupt.segment === null) this.startTask();
  }
}

/** The packet in clear; null where it is in clear already, or was encrypted with another key, or changed on its way. */
function openedWith(key: CipherKey, packet: CedarPacket): CedarPacket | null {
  if (packet.isSealed !== true) return null;
  try {
    return openCedar(packet, key);
  } catch (error) {
    if (error instanceof WireError) return null;
    throw error; // a bug of ours, not of the bytes
  }
}

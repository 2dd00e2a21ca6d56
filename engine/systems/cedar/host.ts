/**
 * Caller and callee have in common: a Dorado on the Ethernet. Microcode runs its controller and costs the processor
 * nothing. The interrupt routine hands each packet straight to the process that it names (slides, "Processes").
 */
import { dorado } from "../../hardware/dorado.ts";
import type { Processors, Segment } from "../../hardware/processors.ts";
import type { Station } from "../../hardware/station.ts";
import { toMillis, type Nanos } from "../../kernel/time.ts";
import type { Ref } from "../../kernel/trace-data.ts";
import type { ExchangePacket } from "../../protocols/cedar/packet.ts";
import type { CipherKey } from "../../wire/block-cipher.ts";
import { openCedar, sealCedar } from "../../wire/cedar-seal.ts";
import { isSealable } from "../../wire/cedar-sizes.ts";
import { WireError } from "../../wire/error.ts";
import { ALL_HOSTS } from "../../wire/pup.ts";
import { INNER_BYTES } from "../../wire/cedar-header.ts";
import {
  decodeFrame,
  encodeFrame,
  isSealed,
  type Addresses,
  type CedarPacket,
  type PupNetwork,
  type SealedPacket,
} from "../../wire/cedar.ts";
import type { EthernetMedium } from "../world/ethernet-medium.ts";
import { EVERYBODY, type Frame } from "../world/frame.ts";
import { NetworkHost, type MachineCycle } from "../world/host.ts";
import type { World } from "../world/world.ts";
import { Asker, ASKER } from "./asker.ts";
import type { CalleeMachine, CallerMachine } from "./options.ts";
import type { Sending } from "./packets.ts";
import { wordsIn, wordsOf } from "./words.ts";
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
  /** Whether calls are encrypted. */
  readonly isSecure: boolean;
  readonly count: PacketCount;
  /** The machines of questions about names and of their answers. */
  readonly asks: CallerMachine;
  readonly answers: CalleeMachine;
}

/** Counts of the packets of calls, for the measures of a run. */
export interface PacketCount {
  /** Packets of calls that the two machines sent until the program had its last answer, and after it. */
  packets: number;
  later: number;
  /** Of the first call, until then: packets and words of data, each sending counted, and their time on the wire. */
  firstPackets: number;
  firstWords: number;
  firstWireNs: Nanos;
}

/** A host keeps this for one power cycle. */
interface CedarMemory {
  /** Greater than in all power cycles before. */
  readonly conversation: number;
  /** Made when they are first wanted. */
  asker: Asker | null;
  service: Service | null;
}

const FIRST_CALL = 1;

/** A packet in a frame: in clear, or in cipher text. */
type Framed = CedarPacket | SealedPacket;

export abstract class Host extends NetworkHost<Station<Frame>, Framed, CedarMemory> {
  protected readonly around: Surroundings;
  private readonly leaving = new WeakMap<Frame, (last: Ref) => void>(); // frames whose sender is to be told
  private lastConversation = 0;

  /** @param number on the medium; its address there is one more */
  constructor(around: Surroundings, name: string, number: number) {
    const read = (octets: Uint8Array): Framed => decodeFrame(octets).packet;
    super(around.world, around.medium, { name, number, machine: dorado(), read });
    this.around = around;
    this.switchOn();
  }

  /** The interrupt routine has checked a packet of a call. */
  protected abstract arrived(frame: Frame, packet: CedarPacket): void;

  /** The answer to a question about names; null where this machine has none. */
  protected answer(_question: ExchangePacket, _cause: Ref): Uint8Array | null {
    return null;
  }

  /** The conversation identifier of the calls that this machine makes. */
  protected get conversation(): number {
    return this.up.conversation;
  }

  get processors(): Processors {
    return this.machine.processors;
  }

  get questions(): CedarSegments {
    return this.around.questions;
  }

  /** The key of the conversation with another machine; null where there is none. */
  protected keyWith(_machine: number): CipherKey | null {
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

  protected memory(): CedarMemory {
    // It comes from the machine's clock, which has gone on while the machine was down.
    this.lastConversation = Math.max(this.lastConversation, Math.floor(toMillis(this.now))) + 1;
    return { conversation: this.lastConversation, asker: null, service: null };
  }

  // Packets out.

  protected override hasSent(cycle: MachineCycle<Station<Frame>>, frame: Frame, departs: Nanos): void {
    const { count, medium } = this.around;
    const isLater = this.world.isAnswered;
    if (frame.call > 0) count[isLater ? "later" : "packets"]++;
    if (frame.call === FIRST_CALL && !isLater) {
      count.firstPackets++;
      count.firstWords += dataWords(this.packetOf(frame));
      count.firstWireNs += medium.ethernet.frameTime(frame.bytes) + medium.ethernet.propagation;
    }
    super.hasSent(cycle, frame, departs);
    this.leaving.get(frame)?.(frame.ref);
  }

  protected override hasAbandoned(cycle: MachineCycle<Station<Frame>>, frame: Frame): void {
    super.hasAbandoned(cycle, frame);
    // It never leaves, so whoever waits for that goes on from now.
    this.leaving.get(frame)?.(frame.ref);
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
    this.task(this.workOf(packet, sending), sending.call, sending.cause, (last) => {
      frame.ref = last;
      this.sendFrame(frame);
    });
  }

  /** The work of the interrupt routine for a packet that it sends. */
  private workOf(packet: ExchangePacket, { to, send }: Sending): Segment {
    const { segments, questions } = this.around;
    const of = isQuestion(packet) ? questions : segments;
    const words = wordsOf(packet.data);
    const sealsWords = this.keyFor(packet, to) === null ? null : words;
    if (send > 1) return of.sendAgain(sealsWords);
    // The stub has made a call’s first packet, where the connection had to be opened first.
    return packet.type === "call" ? of.send(0, null) : of.send(words, sealsWords);
  }

  private encode(packet: ExchangePacket, { to, call, send, cause, kind = packet.type, left }: Sending): Frame {
    const { conversation = 0 } = packet;
    const addresses = { from: this.number + 1, to: to === EVERYBODY ? ALL_HOSTS : to + 1 };
    const clear = { ...packet, conversation };
    const key = this.keyFor(clear, to);
    const octets = encodeFrame(key === null ? clear : sealCedar(clear, addresses, key), addresses, this.around.network);
    const origin = send === 1 ? "first" : "retransmission";
    const frame = this.frameOf(octets, { to, kind, call, origin, cause, endsMessage: packet.lastFragment });
    if (left !== undefined) this.leaving.set(frame, left);
    return frame;
  }

  /** The key by which a packet is encrypted; null where it is not. */
  private keyFor(packet: ExchangePacket, to: number): CipherKey | null {
    const isOfCall = this.around.isSecure && !isQuestion(packet) && isSealable(packet.type);
    return isOfCall ? this.keyWith(to + 1) : null;
  }

  // Packets in.

  override receiveWork(frame: Frame): Segment {
    const packet = this.damageOf(frame) === null ? this.packetOf(frame) : null;
    return this.around.segments.receive(packet !== null && isSealed(packet) ? wordsOf(packet.data) : 0);
  }

  received(frame: Frame): void {
    const packet = this.packetOf(frame);
    if (isSealed(packet) || !isQuestion(packet)) this.open(frame, packet);
    else if (packet.activity.machine === this.number + 1) this.asker.received(frame, packet);
    else this.service.received(frame, packet);
  }

  /** A packet that stays in clear goes on; any other one of a secure call its receiver opens, or has no use for. */
  private open(frame: Frame, packet: Framed): void {
    if (!isSealed(packet) && !(this.around.isSecure && isSealable(packet.type))) {
      this.arrived(frame, packet);
      return;
    }
    const key = this.keyWith(frame.from + 1);
    if (key === null) {
      this.keyless(frame, packet);
      return;
    }
    const clear = openedWith(key, packet, { from: frame.from + 1, to: this.number + 1 });
    if (clear !== null) {
      this.arrived(frame, clear);
      return;
    }
    this.noteOf(frame, "refused: not encrypted with the key of the conversation");
    this.ignore(frame);
  }

  /** A packet of a secure call has come from a machine that this one has no key for. */
  protected keyless(frame: Frame, _packet: Framed): void {
    this.ignore(frame);
  }
}

/** Whether a packet is of a question about names or keys, or of its answer. */
const isQuestion = ({ activity }: Pick<ExchangePacket, "activity">): boolean => activity.thread === ASKER;

/** Words of arguments or results. A whole number of blocks holds the words of the header that are in cipher text. */
const dataWords = (packet: Framed): number => wordsOf(packet.data) - (isSealed(packet) ? wordsIn(INNER_BYTES) : 0);

/** The packet in clear; null where it is in clear already, or was encrypted with another key, or changed on its way. */
function openedWith(key: CipherKey, packet: Framed, addresses: Addresses): CedarPacket | null {
  if (!isSealed(packet)) return null;
  try {
    return openCedar(packet, addresses, key);
  } catch (error) {
    if (error instanceof WireError) return null;
    throw error; // a bug of ours, not of the bytes
  }
}

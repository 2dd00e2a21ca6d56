/** The faults of a run, as data. Times are integer nanoseconds of simulated time. */

import { PACKET_ROLES } from "./packet-kinds.ts";
import { quote } from "./quote.ts";

export type PacketKind = keyof typeof PACKET_ROLES;
/** The two that examples name come first. */
const FIRST: readonly PacketKind[] = ["call", "result"];
const OTHERS = (Object.keys(PACKET_ROLES) as readonly PacketKind[]).filter((kind) => !FIRST.includes(kind));
const kinds: PacketKind[] = [...FIRST, ...OTHERS];
/** The kinds of the lab’s formats, and those that a program adds. */
export const PACKET_KINDS: readonly PacketKind[] = kinds;

/** What packets are for: an explorer and a figure tell an answer from a question by it. */
type PacketRole = (typeof PACKET_ROLES)[PacketKind];
const roles = new Map<string, PacketRole>(Object.entries(PACKET_ROLES));

/** Undefined for a packet that no fault can name. */
export const roleOf = (kind: string): PacketRole | undefined => roles.get(kind);

const KIND = /^[a-z]+$/;

/**
 * For a system outside of the lab, whose packets have other words: adds them, so that faults can name them, and gives
 * them for its `packetKinds`. Throws RangeError for a word that is no word of small letters, and for one that stands
 * for packets of another role.
 */
export function addPacketKinds(added: Readonly<Record<string, PacketRole>>): readonly PacketKind[] {
  return Object.entries(added).map(([word, role]) => {
    if (!KIND.test(word)) throw new RangeError(`packet kind ${quote(word)} is not allowed: a word of small letters.`);
    const known = roles.get(word) ?? role;
    if (known !== role) {
      throw new RangeError(`packet kind ${quote(word)} is "${role}" here and "${known}" elsewhere; take another word.`);
    }
    const kind = word as PacketKind; // a word of the program’s own
    if (!roles.has(word)) kinds.push(kind);
    roles.set(word, role);
    return kind;
  });
}

/** A packet by its meaning: `call#2 send 3` is the third call packet that is sent for the second call of the run. */
export interface PacketName {
  readonly kind: PacketKind;
  readonly call: number; // from 1, in the order in which calls start
  /** The nth packet of this kind sent for the call, from 1: retransmissions and further fragments count on. */
  readonly send: number;
}

interface DropFault {
  readonly what: "drop";
  readonly packet: PacketName;
}

/** The packet arrives twice: itself, unless a delay says otherwise, when it would, and a copy `afterNs` later. */
interface DuplicateFault {
  readonly what: "duplicate";
  readonly packet: PacketName;
  readonly afterNs: number; // 0: right behind the first
}

interface DelayFault {
  readonly what: "delay";
  readonly packet: PacketName;
  readonly byNs: number; // more than 0
}

/** Another overtakes it: it arrives right behind the next packet of its direction; where none follows, never. */
interface ReorderFault {
  readonly what: "reorder";
  readonly packet: PacketName;
}

/**
 * A bit of the packet flips on its way. It takes its time on the medium, and is dropped at the receiver's controller,
 * whose check sequence finds that: no processor hears of it.
 */
interface CorruptFault {
  readonly what: "corrupt";
  readonly packet: PacketName;
}

/**
 * A byte of the packet is damaged behind the receiver's controller, when its check sequence has been found right: all
 * eight bits are turned. Whether a checksum finds it is the matter of the receiver.
 */
interface GarbleFault {
  readonly what: "garble";
  readonly packet: PacketName;
  /** Of the frame, from 0, as the inspector counts. A shorter packet is left as it is. */
  readonly byte: number; // 0 to LAST_BYTE
}

/** No frame is longer. */
export const LAST_BYTE = 0xffff;

/**
 * Chance loses packets. Each packet that the line speaks of is lost with this probability, whether or not earlier ones
 * were lost. A packet that another line names is none of them: it has the fate of that line.
 */
export interface LossFault {
  readonly what: "lose";
  readonly percent: number; // LEAST_PERCENT to 100, thousandths at most
  /** null: every packet, of kinds that a script has no word for too, and copies. */
  readonly kind: PacketKind | null;
  /** Names of machines; null: of any. */
  readonly from: string | null;
  readonly to: string | null;
}

export const LEAST_PERCENT = 0.001;

/** A crash loses all that the machine knows and deafens it until it restarts. */
interface PowerFault {
  readonly what: "crash" | "restart";
  readonly machine: string; // "server"
  readonly at: number; // nanoseconds
}

/** From then on the machine's processors take so many times as long for all that they do, also after a restart. */
interface SlowFault {
  readonly what: "slow";
  readonly machine: string;
  readonly times: number; // 1 to MOST_TIMES, thousandths at most; 1 is the machine's own pace again
  readonly at: number; // nanoseconds
  /** Then it has its own pace again; left out: until another line says so. */
  readonly forNs?: number; // more than 0
}

/** The machine's processors do nothing for so long. What they had begun goes on where it stopped. */
interface PauseFault {
  readonly what: "pause";
  readonly machine: string;
  readonly at: number; // nanoseconds
  readonly forNs: number; // more than 0
}

/**
 * The network between two machines is cut for a while: what one sends the other then is lost. Packets on their way
 * arrive. A packet that another line names has the fate of that line.
 */
export interface CutFault {
  readonly what: "cut";
  readonly ends: readonly [string, string]; // names of machines, in the order of the alphabet
  readonly at: number; // nanoseconds
  readonly forNs: number; // more than 0
}

/** Slower than this a machine is as good as down: a call of two milliseconds takes seconds. */
export const MOST_TIMES = 1000;

export type PacketFault = DropFault | DuplicateFault | DelayFault | ReorderFault | CorruptFault | GarbleFault;
export type MachineFault = PowerFault | SlowFault | PauseFault;
export type Fault = PacketFault | LossFault | CutFault | MachineFault;

export const isMachineFault = (fault: Fault): fault is MachineFault => "machine" in fault;
export const isPacketFault = (fault: Fault): fault is PacketFault => "packet" in fault;
export const isLossFault = (fault: Fault): fault is LossFault => fault.what === "lose";
export const isCutFault = (fault: Fault): fault is CutFault => fault.what === "cut";

/** By time; at one time in the order given. */
export const inTime = (faults: readonly MachineFault[]): MachineFault[] => faults.toSorted((a, b) => a.at - b.at);

const MACHINE_NAME = /^[a-z][a-z0-9-]*$/;

/** Whether a fault can name a machine so. */
export const isMachineName = (name: string): boolean => MACHINE_NAME.test(name);

/** A fault, or a script of faults, that cannot be run. One line: what was read, what is allowed, what to do. */
export class FaultError extends Error {
  override readonly name = "FaultError";
  /** The fault as it was written, for a form that marks it. */
  readonly text: string;

  constructor(text: string, problem: string) {
    super(`fault ${quote(text)}: ${problem}`);
    this.text = text;
  }
}

/** The fault script by example. Each line is written by the script's own writer, so it can be read back. */
import { FaultError, formatFault, parseFault, parseScript } from "../../engine/faults/index.ts";
import type { Fault, PacketKind } from "../../engine/faults/index.ts";

const MS = 1e6; // nanoseconds
const packet = (kind: PacketKind, call: number, send = 1) => ({ kind, call, send });

interface Example {
  readonly faults: readonly Fault[];
  readonly what: string;
}

/** One entry for each thing that can happen: the compiler asks for a new one where there is a new fault. */
const EXAMPLES: Readonly<Record<Fault["what"], Example>> = {
  drop: {
    faults: [
      { what: "drop", packet: packet("call", 2) },
      { what: "drop", packet: packet("acknowledgement", 2, 3) },
    ],
    what: "the packet is lost; a packet is named by its kind, its call, and which sending of it is meant",
  },
  duplicate: {
    faults: [
      { what: "duplicate", packet: packet("result", 1), afterNs: 0 },
      { what: "duplicate", packet: packet("result", 1), afterNs: 2 * MS },
    ],
    what: "the packet comes twice, the copy right behind it or so much later",
  },
  delay: {
    faults: [{ what: "delay", packet: packet("call", 3), byNs: 5 * MS }],
    what: "the packet comes so much later",
  },
  corrupt: {
    faults: [{ what: "corrupt", packet: packet("call", 2) }],
    what: "a bit of it flips on its way; the receiver’s controller finds that and drops it",
  },
  garble: {
    faults: [{ what: "garble", packet: packet("call", 2), byte: 57 }],
    what:
      "a byte of it is damaged behind the receiver’s controller, all eight bits turned; the inspector counts bytes " +
      "in the same way. Only a checksum of the protocol can find that",
  },
  lose: {
    faults: [
      { what: "lose", percent: 1, kind: null, from: null, to: null },
      { what: "lose", percent: 0.5, kind: "call", from: null, to: "server" },
    ],
    what:
      "each of these packets is lost with this probability, drawn from the run’s seed; a line may name their kind, " +
      "the machine that sends them, and the one that they go to",
  },
  reorder: {
    faults: [{ what: "reorder", packet: packet("call", 2) }],
    what: "the next packet of its direction overtakes it; where none follows, it never comes",
  },
  crash: {
    faults: [{ what: "crash", machine: "server", at: 14.2 * MS }],
    what: "the machine loses all that it knows and hears nothing until it restarts",
  },
  restart: {
    faults: [{ what: "restart", machine: "server", at: 2000 * MS }],
    what: "it is there again, as another incarnation",
  },
  slow: {
    faults: [
      { what: "slow", machine: "server", times: 3, at: 14.2 * MS },
      { what: "slow", machine: "server", times: 1, at: 20 * MS },
      { what: "slow", machine: "server", times: 3, at: 14.2 * MS, forNs: 2000 * MS },
    ],
    what:
      "its processors take so many times as long from then on, or for so long; once, and they have their own pace " +
      "again",
  },
  pause: {
    faults: [{ what: "pause", machine: "server", at: 14.2 * MS, forNs: 2000 * MS }],
    what: "its processors do nothing for so long, and go on then where they stopped; it loses nothing that it knows",
  },
  cut: {
    faults: [{ what: "cut", ends: ["caller", "server"], at: 14.2 * MS, forNs: 2000 * MS }],
    what:
      "what these two machines send each other is lost for so long; packets on their way arrive. Where a name has a " +
      "hyphen itself, spaces stand around the one between the machines",
  },
};

interface FaultForm {
  readonly lines: readonly string[];
  readonly what: string;
}

export const faultForms = (): readonly FaultForm[] =>
  Object.values(EXAMPLES).map(({ faults, what }) => ({ lines: faults.map(formatFault), what }));

/** Scripts that are refused, and what is said to them. */
const REFUSED: readonly (readonly string[])[] = [
  ["dorp call#2"],
  ["delay call#3 by 5"],
  ["drop call#1", "delay call#1 by 5ms"],
  ["restart server at 2s"],
  ["lose 1 of packets"],
];

interface Refusal {
  readonly lines: readonly string[];
  readonly said: string;
}

export function refusals(): readonly Refusal[] {
  return REFUSED.flatMap((lines) => {
    try {
      parseScript(lines);
      return [];
    } catch (error) {
      if (error instanceof FaultError) return [{ lines, said: error.message }];
      throw error;
    }
  });
}

/** True where the line is read back as what it was written from. */
export const readsBack = (line: string): boolean => formatFault(parseFault(line)) === line;

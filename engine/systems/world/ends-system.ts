/** What a protocol needs beside its ends to run on simulated machines: their kind, the bytes, and the program. */
import type { Hardware, MachineKind } from "../../hardware/machine.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Step } from "../../kernel/trace-data.ts";
import type { Ends, HeardEffect, Host } from "../../protocols/ends.ts";
import type { Frame } from "./frame.ts";
import type { PacketWork } from "./host.ts";

/** Turns packets into the bytes of frames, and bytes into packets. */
export interface FrameFormat<Packet> {
  /** The bytes of a frame between two hosts, by their numbers on the medium; `to` may be a number for many. */
  write(packet: Packet, from: number, to: number): Uint8Array;
  /** Throws WireError where the bytes make no sense. */
  read(octets: Uint8Array): Packet;
}

/** The program that calls, and the procedure that it calls. Where there are several clients, each runs it. */
export interface CalledProgram {
  /** Of all clients together: whoever is ready makes the next one. */
  readonly calls: number;
  /** Calls under way at once on each client, whose effects must name their call; left out: one. */
  readonly threads?: number;
  /**
   * Where calls do not follow one another at once: a call begins such a gap after one has ended, or where the program
   * is open, after the last one has begun, whether that has ended or not.
   */
  readonly pace?: { readonly isOpen: boolean; readonly gap: (client: Host) => Nanos };
  argument(call: number, client: Host): Uint8Array;
  result(argument: Uint8Array, host: Host): Uint8Array;
  /** The step in the trace of the procedure, and how long it runs for a call, where hosts differ on this one. */
  readonly procedure: { readonly step: Step; readonly duration: Nanos | ((host: Host) => Nanos) };
}

type Kind = MachineKind<Frame, Hardware<Frame>>;

/** @typeParam Series the names of its series */
export interface EndsSystem<State, Packet, Series extends string = never> {
  readonly ends: Ends<State, Packet>;
  /** The kind of every host's machine, or of each, where hosts have machines of different kinds. */
  readonly machine: Kind | ((host: Host) => Kind);
  readonly format: FrameFormat<Packet>;
  readonly program: CalledProgram;
  /** Hosts that have no power for the whole run; left out: none. */
  readonly dead?: readonly Host[];
  /** Is told what the program learns of each host that it has called; left out where nobody asks. */
  readonly heard?: (heard: HeardOfHost) => void;
  /** The work of a packet, where the machine's table does not say it. */
  readonly work?: PacketWork<Packet>;
  /** Busy time of the medium's parts so far, by their names: "ethernet". */
  readonly busy?: () => readonly (readonly [name: string, busy: Nanos])[];
  /**
   * Series over the time of the run: for each the fact of machines' states that it follows, on every host that has it.
   * "queue" has a line for each host with the fact "queue", and another for a fact such as "queue of printer".
   */
  readonly series?: Readonly<Record<Series, string>>;
  readonly progress?: ((share: number) => void) | undefined;
}

/** What the program has learnt of a host that it called. */
export interface HeardOfHost {
  readonly call: number;
  readonly from: Host;
  readonly how: HeardEffect["how"];
  readonly at: Nanos;
}

/**
 * One program calls many machines in one of eight ways. All machines are of one kind, on one Ethernet of 10 Mbit/s.
 *
 * Rules
 * 1. The first machines compute long, the last ones have no power.
 * 2. A packet takes a machine what its account says (hardware/work-accounts.ts), whatever the way.
 * 3. Sun’s portmapper and the program behind it count as one process: the call between them takes no time.
 */
import type { Fault } from "../../faults/index.ts";
import { durationOf } from "../../hardware/cost.ts";
import { ACCOUNTS, PROCEDURE, type AccountName } from "../../hardware/work-accounts.ts";
import { stationOf } from "../../hardware/station.ts";
import { millis, type Nanos } from "../../kernel/time.ts";
import type { Keep } from "../../kernel/trace-keep.ts";
import { CALLER, type Ends, type Host } from "../../protocols/ends.ts";
import type { Collator } from "../../protocols/circus/collator.ts";
import { networkOf } from "../portable/networks.ts";
import { portableWork } from "../portable/work.ts";
import { BroadcastCarrier } from "../world/broadcast-carrier.ts";
import { runEnds, type HeardOfHost } from "../world/ends-run.ts";
import type { Frame } from "../world/frame.ts";
import { World } from "../world/world.ts";
import type { WorldRun } from "../world/world-run.ts";
import { REPLICA } from "./datagram-ways.ts";
import { inRun, type WayOptions } from "./way.ts";
import { WAYS } from "./ways.ts";
import type { WayName } from "./titles.ts";

export interface ManyCall {
  readonly way: WayName;
  readonly callees: number;
  readonly calls: number;
  /** Calls before the program waits for a result, where its way has streams. */
  readonly atOnce: number;
  readonly argumentBytes: number;
  /** Machines that compute for `slowMs`. */
  readonly slow: number;
  readonly slowMs: number;
  /** Machines without power. */
  readonly dead: number;
  /** Replies after which the program ends its call, where its way lets it; 0 for none. */
  readonly wanted: number;
  readonly replyWaitMs: number;
  readonly collator: Collator;
  readonly clients: 1 | 2;
  readonly isBound: boolean;
  readonly machine: AccountName;
  /** Packets that have come, in the controller of a machine. */
  readonly receiveBuffers: number;
}

/** A procedure that has ended. */
interface Executed {
  readonly call: number;
  readonly host: Host;
}

export interface ManyRun extends WorldRun {
  readonly heard: readonly HeardOfHost[];
  /** In their order. */
  readonly executed: readonly Executed[];
  /** Until the last answer: packets of the caller, and bytes of their frames. */
  readonly callerPackets: number;
  readonly callerBytes: number;
  /** Packets to the caller that were lost, until the last answer. */
  readonly repliesLost: number;
}

const RESULT_BYTES = 4;
const NO_CALL = 0;

const calleesOf = (callees: number): readonly string[] => Array.from({ length: callees }, (_, i) => `callee${i + 1}`);

/** The machines of a run, the caller first. */
export const manyHosts = ({ callees, clients }: Pick<ManyCall, "callees" | "clients">): readonly string[] => [
  "caller",
  ...calleesOf(callees),
  ...(clients === 2 ? [REPLICA] : []),
];

/** All bytes of an argument are the number of its call. */
const argumentOf = (call: number, bytes: number): Uint8Array => new Uint8Array(bytes).fill(call);

/** The ends of a way. */
export function manyEnds(call: Omit<ManyCall, "machine" | "receiveBuffers">): Ends<unknown, unknown> {
  const { way, callees, calls, argumentBytes, replyWaitMs, wanted, collator, clients, isBound } = call;
  const options: WayOptions = {
    callees: calleesOf(callees),
    calls,
    atOnce: Math.min(call.atOnce, calls),
    argument: (number) => argumentOf(number, argumentBytes),
    wanted: wanted === 0 ? Infinity : wanted,
    replyWait: millis(replyWaitMs),
    collator,
    clients: way === "circus" ? clients : 1,
    isBound,
  };
  return inRun(WAYS[way].ends(options), manyHosts({ callees, clients: options.clients }));
}

export function runMany(
  call: ManyCall,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
): ManyRun {
  const { way, callees, calls, argumentBytes, slow, slowMs, dead, receiveBuffers } = call;
  const { account } = ACCOUNTS[call.machine];
  const { format, sums, dataOf, messageOf, isStream } = WAYS[way];
  const ends = manyEnds(call);
  const world = new World({ faults, keep, seed });
  const heard: HeardOfHost[] = [];
  const executed: Executed[] = [];
  let [callerPackets, callerBytes, repliesLost] = [0, 0, 0];
  const recorded = ({ from, bytes }: Frame): void => {
    if (world.isAnswered || from !== CALLER) return;
    callerPackets++;
    callerBytes += bytes;
  };
  const lost = ({ to }: Frame): void => {
    if (!world.isAnswered && to === CALLER) repliesLost++;
  };
  const watch = { recorded, lost };
  const hosts = ends.hosts.length;
  const { medium, busy } = networkOf(world, "ethernet-10", { hosts, watch, carrier: BroadcastCarrier });
  const usual = durationOf(PROCEDURE);
  const name = "span" in ends.procedure ? ends.procedure.span : PROCEDURE.name;
  const run = runEnds(world, medium, {
    ends,
    machine: stationOf({ controller: account.controller, receiveRing: receiveBuffers, send: [], receive: [] }),
    format,
    work: portableWork(world.recorder, account, { dataOf, messageOf }, { faster: 1, sums }),
    dead: Array.from({ length: dead }, (_, i) => callees - i).filter((host) => host > 0),
    heard: (one) => {
      if (!world.isAnswered) heard.push(one);
    },
    program: {
      calls,
      threads: isStream === true ? Math.min(call.atOnce, calls) : 1,
      argument: (number) => argumentOf(number, argumentBytes),
      result: (argument, host) => {
        const number = argument[0] ?? NO_CALL;
        executed.push({ call: number, host });
        return new Uint8Array(RESULT_BYTES).fill(number);
      },
      procedure: {
        step: { name, layer: "rpc", source: PROCEDURE.source },
        duration: (host): Nanos => (host <= slow ? millis(slowMs) : usual),
      },
    },
    busy,
    progress,
  });
  return { ...run, heard, executed, callerPackets, callerBytes, repliesLost };
}

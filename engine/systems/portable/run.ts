/**
 * Runs a protocol on two machines of one kind and a network, whatever they are.
 *
 * The machines are stations (hardware/station.ts) with one processor, on which a packet takes what the machine’s account
 * says (hardware/accounts.ts). The procedure does nothing, in the time of a local call of the account’s paper where it
 * prints one.
 */
import { ACCOUNTS, type AccountName, type NetworkName } from "../../hardware/accounts.ts";
import { assumed, durationOf } from "../../hardware/cost.ts";
import { stationOf } from "../../hardware/station.ts";
import type { Fault } from "../../faults/index.ts";
import type { Keep } from "../../kernel/trace-keep.ts";
import { runEnds } from "../world/ends-run.ts";
import type { Frame } from "../world/frame.ts";
import { World } from "../world/world.ts";
import type { WorldRun } from "../world/world-run.ts";
import { networkOf } from "./networks.ts";
import type { Portable } from "./portable.ts";
import { portableWork, type Pace } from "./work.ts";

export interface PortableCall extends Pace {
  readonly machine: AccountName;
  readonly network: NetworkName;
  readonly calls: number;
  readonly argumentBytes: number;
  readonly resultBytes: number;
}

export interface PortableRun extends WorldRun {
  /** Until the last answer: packets that were sent again, and bytes of all frames. */
  readonly retransmissions: number;
  readonly frameBytes: number;
}

const PROCEDURE = assumed("The procedure", 10, "us", "It does nothing, as Null() on the Firefly, which takes 10 µs.");
export const PORTABLE_COSTS = [PROCEDURE];

/** A result has at least the byte that tells whose it is. */
const EMPTY = 0;

export function runPortable(
  { ends: endsOf, format, ...packets }: Portable,
  { machine, network: name, calls, argumentBytes, resultBytes, ...pace }: PortableCall,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
): PortableRun {
  const { account } = ACCOUNTS[machine];
  const ends = endsOf();
  const world = new World({ faults, keep, seed });
  let [retransmissions, frameBytes] = [0, 0];
  const recorded = ({ origin, bytes }: Frame): void => {
    if (world.isAnswered) return;
    if (origin === "retransmission") retransmissions++;
    frameBytes += bytes;
  };
  const { medium, busy } = networkOf(world, name, { hosts: ends.hosts.length, watch: { recorded } });
  const run = runEnds(world, medium, {
    ends,
    machine: stationOf({ controller: account.controller, receiveRing: account.receiveRing, send: [], receive: [] }),
    format: format(name === "ethernet-3"),
    work: portableWork(world.recorder, account, packets, pace),
    program: {
      calls,
      argument: (call) => new Uint8Array(argumentBytes).fill(call),
      result: (argument) => new Uint8Array(resultBytes).fill(argument[0] ?? EMPTY),
      procedure: {
        step: { name: "span" in ends.procedure ? ends.procedure.span : PROCEDURE.name, layer: "rpc", source: PROCEDURE.source },
        duration: Math.round(durationOf(PROCEDURE) / pace.faster),
      },
    },
    busy,
    progress,
  });
  return { ...run, retransmissions, frameBytes };
}

/**
 * Runs a protocol of the sweepstakes on two machines by their account. Where Table XII’s systems send messages of
 * several packets, a machine makes a packet ready when the one before it has left (hardware/sprite-station.ts): the
 * same for all of them. Peregrine’s headers are prepared ahead, so it makes packets ready while others are on the wire.
 */
import type { Fault } from "../../faults/index.ts";
import { durationOf } from "../../hardware/cost.ts";
import type { NetworkName } from "../../hardware/networks.ts";
import { spriteStation } from "../../hardware/sprite-station.ts";
import { stationOf } from "../../hardware/station.ts";
import { AT_ONE_MIPS } from "../../hardware/sweepstakes-costs.ts";
import type { MachineAccount } from "../../hardware/work-accounts.ts";
import type { Keep } from "../../kernel/trace-keep.ts";
import { networkOf } from "../portable/networks.ts";
import type { Portable } from "../portable/portable.ts";
import { portableWork } from "../portable/work.ts";
import { runEnds } from "../world/ends-run.ts";
import { World } from "../world/world.ts";
import type { WorldRun } from "../world/world-run.ts";

interface AccountedCall {
  readonly account: MachineAccount;
  readonly network: NetworkName;
  /** Whether packets are made ready while others are on the wire. */
  readonly isAhead: boolean;
  readonly mips: number;
  /** All work takes so many times less. */
  readonly faster: number;
  readonly calls: number;
  readonly threads: number;
  readonly resultBytes: number;
}

export function runAccounted(
  { ends: endsOf, format, ...packets }: Portable,
  { account, network, isAhead, mips, faster, calls, threads, resultBytes }: AccountedCall,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
): WorldRun {
  const ends = endsOf();
  const world = new World({ faults, keep, seed });
  const { medium, busy } = networkOf(world, network, { hosts: ends.hosts.length });
  const { controller, receiveRing } = account;
  const { procedure } = AT_ONE_MIPS;
  const name = "span" in ends.procedure ? ends.procedure.span : procedure.name;
  return runEnds(world, medium, {
    ends,
    machine: isAhead ? stationOf({ controller, receiveRing, send: [], receive: [] }) : spriteStation(receiveRing),
    format: format(network === "ethernet-3"),
    work: portableWork(world.recorder, account, packets, { faster, sums: false }),
    program: {
      calls,
      threads,
      argument: () => new Uint8Array(0),
      result: () => new Uint8Array(resultBytes),
      procedure: {
        step: { name, layer: "rpc", source: procedure.source },
        duration: Math.round(durationOf(procedure) / mips / faster),
      },
    },
    busy,
    progress,
  });
}

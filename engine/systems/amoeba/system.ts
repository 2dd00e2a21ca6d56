/**
 * Amoeba’s transactions between two Sun-3/60s on an Ethernet of 10 Mbit/s; with a stale hint a third one is there.
 *
 * Rules
 * 1. Each packet takes both ends the same work, and its data the copies. Between user processes a call crosses into a
 *    kernel or out of it four times.
 * 2. A machine makes a packet ready when the one before it has left (hardware/sprite-station.ts), as under Sprite.
 */
import type { Fault } from "../../faults/index.ts";
import { amoebaAccount, AMOEBA_ASSUMED, type AmoebaSpace } from "../../hardware/amoeba-costs.ts";
import { durationOf } from "../../hardware/cost.ts";
import { spriteStation } from "../../hardware/sprite-station.ts";
import { millis } from "../../kernel/time.ts";
import type { Keep } from "../../kernel/trace-keep.ts";
import { amoebaEnds, AMOEBA_PROCEDURE } from "../../protocols/amoeba/ends.ts";
import type { AmoebaOptions } from "../../protocols/amoeba/message.ts";
import type { Ends, MachineStep } from "../../protocols/ends.ts";
import { portableWork } from "../portable/work.ts";
import { BroadcastCarrier } from "../world/broadcast-carrier.ts";
import { EthernetMedium } from "../world/ethernet-medium.ts";
import { runEnds } from "../world/ends-run.ts";
import type { Frame } from "../world/frame.ts";
import { World } from "../world/world.ts";
import type { WorldRun } from "../world/world-run.ts";
import { AMOEBA_DEFAULTS, dataOf, FORMAT, messageOf } from "./portable.ts";

interface AmoebaCall extends Pick<AmoebaOptions, "hint" | "sweep" | "without"> {
  readonly space: AmoebaSpace;
  readonly calls: number;
  /** Transactions under way at once, each of a process; 8 at most. */
  readonly threads: number;
  readonly argumentBytes: number;
  readonly resultBytes: number;
  readonly serverMs: number;
}

export interface AmoebaRun extends WorldRun {
  readonly retransmissions: number; // packets that were sent again
  /** Transactions of which the client learnt that they are not done, and those of which it learnt nothing. */
  readonly notDone: number;
  readonly unknown: number;
}

const MBPS = 10;
/** The byte of a result where the argument has none to repeat. */
const EMPTY = 0;
const CLIENT = "Amoeba client";

/** Tells of each step of the ends’ machines. */
const watched = <State, Packet>(
  ends: Ends<State, Packet>,
  watch: (step: MachineStep) => void,
): Ends<State, Packet> => ({
  ...ends,
  step: (state, input, moment) =>
    ends.step(state, input, {
      ...moment,
      took: (step) => {
        watch(step);
        moment.took?.(step);
      },
    }),
});

export function simulateAmoeba(
  { space, calls, threads, argumentBytes, resultBytes, serverMs, ...options }: AmoebaCall,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
): AmoebaRun {
  const world = new World({ faults, keep, seed });
  const failures = { "not done": 0, unknown: 0 };
  const ends = watched(amoebaEnds({ ...AMOEBA_DEFAULTS, ...options }), ({ machine, before, after }) => {
    const word = machine.name(after);
    if (machine.protocol === CLIENT && word in failures && word !== machine.name(before))
      failures[word as keyof typeof failures]++;
  });
  let retransmissions = 0;
  const { procedure, cable } = AMOEBA_ASSUMED;
  const recorded = ({ origin }: Frame): void => {
    if (origin === "retransmission") retransmissions++;
  };
  const medium = new EthernetMedium(world, {
    mbps: MBPS,
    metres: cable.value,
    others: null,
    carrier: BroadcastCarrier,
    watch: { recorded },
  });
  const run = runEnds(world, medium, {
    ends,
    machine: spriteStation(Infinity),
    format: FORMAT,
    work: portableWork(world.recorder, amoebaAccount(space), { dataOf, messageOf }, { faster: 1, sums: false }),
    program: {
      calls,
      threads,
      argument: (call) => new Uint8Array(argumentBytes).fill(call),
      result: (argument) => new Uint8Array(resultBytes).fill(argument[0] ?? EMPTY),
      procedure: {
        step: { name: AMOEBA_PROCEDURE, layer: "rpc", source: procedure.source },
        duration: serverMs === 0 ? durationOf(procedure) : millis(serverMs),
      },
    },
    busy: () => [["ethernet", medium.ethernet.busyNs]],
    progress,
  });
  return { ...run, retransmissions, notDone: failures["not done"], unknown: failures.unknown };
}

/**
 * Amoeba’s transactions between Sun-3/60s on an Ethernet of 10 Mbit/s: a server, and one client or several. With a
 * stale hint there is one client, and a machine where the service was before.
 *
 * Rules
 * 1. Each packet takes both ends the same work, and its data the copies. Between user processes a call crosses into a
 *    kernel or out of it four times.
 * 2. A machine makes a packet ready when the one before it has left (hardware/sprite-station.ts), as under Sprite.
 */
import { amoebaAccount, AMOEBA_ASSUMED, type AmoebaSpace } from "../../hardware/amoeba-costs.ts";
import { durationOf } from "../../hardware/cost.ts";
import { spriteStation } from "../../hardware/sprite-station.ts";
import { millis } from "../../kernel/time.ts";
import { amoebaEnds, AMOEBA_PROCEDURE } from "../../protocols/amoeba/ends.ts";
import { clientsOf } from "../../protocols/clients.ts";
import type { AmoebaOptions } from "../../protocols/amoeba/message.ts";
import type { Ends, MachineStep } from "../../protocols/ends.ts";
import { portableWork } from "../portable/work.ts";
import { BroadcastCarrier } from "../world/broadcast-carrier.ts";
import { programOfBytes, runOnEthernet, type EthernetRun, type RunRequest } from "../world/run-on-ethernet.ts";
import { AMOEBA_DEFAULTS, dataOf, FORMAT, messageOf } from "./portable.ts";

interface AmoebaCall extends Pick<AmoebaOptions, "hint" | "sweep" | "without"> {
  readonly space: AmoebaSpace;
  readonly calls: number;
  /** Transactions under way at once, each of a process; 8 at most. */
  readonly threads: number;
  /** Machines that call the service; with a stale hint there is one. */
  readonly clients: number;
  readonly argumentBytes: number;
  readonly resultBytes: number;
  readonly serverMs: number;
}

interface AmoebaRun extends EthernetRun {
  /** Transactions of which the client learnt that they are not done, and those of which it learnt nothing. */
  readonly notDone: number;
  readonly unknown: number;
}

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

export function runAmoeba(call: AmoebaCall, request: RunRequest): AmoebaRun {
  const { space, clients, serverMs, hint, sweep, without } = call;
  const failures = { "not done": 0, unknown: 0 };
  const calls = clientsOf(amoebaEnds({ ...AMOEBA_DEFAULTS, hint, sweep, without }), hint === "stale" ? 1 : clients);
  const ends = watched(calls, ({ machine, before, after }) => {
    const word = machine.name(after);
    if (machine.protocol === CLIENT && word in failures && word !== machine.name(before))
      failures[word as keyof typeof failures]++;
  });
  const { procedure, cable } = AMOEBA_ASSUMED;
  const run = runOnEthernet(request, {
    ends,
    machine: spriteStation(Infinity),
    metres: cable.value,
    carrier: BroadcastCarrier,
    format: FORMAT,
    work: (recorder) => portableWork(recorder, amoebaAccount(space), { dataOf, messageOf }, { faster: 1, sums: false }),
    program: programOfBytes({
      ...call,
      procedure: {
        name: AMOEBA_PROCEDURE,
        takes: serverMs === 0 ? durationOf(procedure) : millis(serverMs),
        source: procedure.source,
      },
    }),
  });
  return { ...run, notDone: failures["not done"], unknown: failures.unknown };
}

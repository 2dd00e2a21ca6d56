/**
 * The workloads, at full size and small, each with the value that every right implementation returns for it. A value
 * depends on the order of all events, so a rate cannot come from doing less.
 */
import type { Simulation } from "../kernel/simulation.ts";
import { TraceRecorder } from "../kernel/trace.ts";
import { fanout } from "./fanout.ts";
import { hold, timers } from "./hold.ts";
import type { Prepared } from "./prepared.ts";
import { mm1 } from "./queueing.ts";

export interface Workload {
  readonly name: string;
  readonly what: string;
  readonly unit: string;
  /** The number of units of the full size. */
  readonly size: number;
  /** The result of the full size. Implementations in several languages agree on it. */
  readonly check: number;
  readonly prepare: (simulation: Simulation, size: number) => Prepared;
}

export const WORKLOADS: readonly Workload[] = [
  {
    name: "hold1k",
    what: "1,000 pending events, each taken and scheduled again",
    unit: "events",
    size: 2_000_000,
    check: 1_996_810_083_140,
    prepare: (simulation, size) => hold(simulation, 1_000, size),
  },
  {
    name: "hold100k",
    what: "the same with 100,000 pending events",
    unit: "events",
    size: 2_000_000,
    check: 19_975_620_023,
    prepare: (simulation, size) => hold(simulation, 100_000, size),
  },
  {
    name: "mm1",
    what: "customers of one server, rho 0.8",
    unit: "customers",
    size: 200_000,
    check: 736_988_263_270,
    prepare: mm1,
  },
  {
    name: "fanout",
    what: "one client calls 100 servers at once, a retransmission timer each",
    unit: "calls",
    size: 1_000,
    check: 1_011_000_200_000,
    prepare: (simulation, size) => fanout(simulation, 100, size, null),
  },
  {
    name: "fanout5k",
    what: "the same with 5,000 servers",
    unit: "calls",
    size: 20,
    check: 1_011_000_200_000,
    prepare: (simulation, size) => fanout(simulation, 5_000, size, null),
  },
  {
    name: "timers",
    what: "1,000 flows, every event cancels and sets its flow’s 30 s timer",
    unit: "resets",
    size: 1_000_000,
    check: 998_369_637_331,
    prepare: (simulation, size) => timers(simulation, 1_000, size),
  },
  {
    name: "fanout-trace",
    what: "fanout with every packet recorded and hashed",
    unit: "calls",
    size: 1_000,
    check: 1_011_000_200_000,
    prepare: (simulation, size) => fanout(simulation, 100, size, new TraceRecorder("all")),
  },
];

/** Runs programs of two address spaces on one Firefly. */
import type { Fault } from "../../faults/fault.ts";
import { AS_MEASURED, type FireflyDesign } from "../../hardware/firefly-design.ts";
import { FireflyWork } from "../../hardware/firefly-work.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Keep } from "../../kernel/trace-keep.ts";
import { CallSupply } from "../world/call-supply.ts";
import { World } from "../world/world.ts";
import { runWorld, type WorldRun } from "../world/world-run.ts";
import { SameMachine } from "./same-machine.ts";
import type { TestInterface } from "./test-program.ts";
import type { LocalTransport } from "./transport.ts";

interface SameMachineRun {
  readonly transport: LocalTransport;
  readonly program: TestInterface;
  readonly threads: number;
  readonly calls: number;
  readonly processors: number;
  /** What is changed of the machine and its software. */
  readonly design?: Partial<FireflyDesign> | undefined;
  /** Between two calls of a thread; left out: none. */
  readonly pause?: Nanos | undefined;
}

/** The name of the machine, for scripts of faults. */
export const ONE_MACHINE = "firefly";

/** Runs until nothing is left to happen; `progress` is told the share of calls begun. */
export function simulateSameMachine(
  { transport, program, threads, calls, processors, design, pause = 0 }: SameMachineRun,
  faults: readonly Fault[],
  keep: Keep,
  progress: (share: number) => void = () => undefined,
): WorldRun {
  const world = new World({ faults, keep });
  const machine = new SameMachine(world, {
    name: ONE_MACHINE,
    cpus: processors,
    threads,
    transport,
    program,
    work: new FireflyWork({ ...AS_MEASURED, ...design }),
    pause,
  });
  world.scheduleMachineEvents();
  machine.start(new CallSupply(world, ONE_MACHINE, calls, progress));
  return runWorld(world, { busy: () => [...machine.busyNs()], carriers: [machine] });
}

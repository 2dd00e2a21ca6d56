/** The machines of services, as the script of faults and the trace know them. */
import { NO_REF, POWER } from "../../kernel/trace-data.ts";
import { paceText } from "../world/powered-host.ts";
import type { World } from "../world/world.ts";
import { Pause } from "./pause.ts";
import type { Machine } from "./request.ts";

export function newMachine(world: World, name: string): Machine {
  const track = world.recorder.track({ name: "Network", machine: name, kind: "controller", way: "both" });
  return { name, track, isDown: false, times: 1, pause: new Pause() };
}

/** What else a crash and a restart do. */
interface Befalls {
  readonly crashed: () => void;
  readonly restarted?: () => void;
}

/** A machine joins the world, so that faults find it. */
export function joinMachine(world: World, machine: Machine, number: number, { crashed, restarted }: Befalls): void {
  const { recorder, sim } = world;
  const noted = (label: string, kind: "power" | "pace" | "cut", value: number): void =>
    void recorder.mark(sim.now, machine.track, recorder.label(label, kind, value), NO_REF, 0);
  world.add({
    ...{ name: machine.name, number },
    crash: () => {
      machine.isDown = true;
      noted("crash", "power", POWER.crashed);
      crashed();
    },
    restart: () => {
      machine.isDown = false;
      noted("restart", "power", POWER.restarted);
      restarted?.();
    },
    slow: (times) => {
      machine.times = times;
      noted(paceText(times), "pace", times);
    },
    freeze: () => {
      machine.pause.begin(sim.now);
      noted(paceText(0), "pace", 0);
    },
    thaw: () => {
      noted("goes on", "pace", machine.times);
      machine.pause.end(sim.now);
    },
    note: (label, { kind, value }) => noted(label, kind, value),
  });
}

/** Hold: the earliest of N pending events is taken and scheduled again an exponential time (mean 1 s) later. */
import type { Simulation, Timer } from "../kernel/simulation.ts";
import { seconds } from "../kernel/time.ts";
import type { Prepared } from "./prepared.ts";
import { nextPlace, variates } from "./variates.ts";

/** Runs `events` events with `size` pending; the value is the final clock. */
export function hold(simulation: Simulation, size: number, events: number): Prepared {
  const delays = variates(1, seconds(1));
  let place = 0;
  let left = events;
  const tag = simulation.register((_kind, arg) => {
    simulation.after(delays[place] as number, tag, arg);
    place = nextPlace(place);
    if (--left === 0) simulation.stop();
  });
  for (let index = 0; index < size; index++) {
    simulation.after(delays[place] as number, tag, index);
    place = nextPlace(place);
  }
  return () => {
    simulation.run();
    return simulation.now;
  };
}

const TIMEOUT = seconds(30);
const EVENT = 0;
const TIMER = 1;

/** Hold in which every event also cancels and sets again the 30 s timer of its flow; the value is the final clock. */
export function timers(simulation: Simulation, flows: number, resets: number): Prepared {
  const delays = variates(1, seconds(1));
  const set = new Float64Array(flows);
  let place = 0;
  let left = resets;
  const tag = simulation.register((kind, flow) => {
    if (kind === TIMER) return;
    simulation.after(delays[place] as number, tag + EVENT, flow);
    place = nextPlace(place);
    simulation.cancel(set[flow] as Timer);
    set[flow] = simulation.after(TIMEOUT, tag + TIMER, flow);
    if (--left === 0) simulation.stop();
  });
  for (let flow = 0; flow < flows; flow++) {
    simulation.after(delays[place] as number, tag + EVENT, flow);
    place = nextPlace(place);
    set[flow] = simulation.after(TIMEOUT, tag + TIMER, flow);
  }
  return () => {
    simulation.run();
    return simulation.now;
  };
}

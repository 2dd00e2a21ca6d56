/** M/M/1: customers with exponential arrivals and service, rho 0.8, at one server that takes them in order. */
import { FifoResource } from "../kernel/resources.ts";
import type { Simulation } from "../kernel/simulation.ts";
import { micros, millis } from "../kernel/time.ts";
import type { Prepared } from "./prepared.ts";
import { nextPlace, variates } from "./variates.ts";

const ARRIVAL = 0;
const DEPARTURE = 1;

/** Serves `customers` customers; the value is their total waiting time. */
export function mm1(simulation: Simulation, customers: number): Prepared {
  const gaps = variates(2, micros(1250));
  const services = variates(3, millis(1));
  const server = new FifoResource(simulation, "server");
  let place = 0;
  let arrived = 0;
  let left = 0;
  let waited = 0;
  const tag = simulation.register((kind) => {
    if (kind === DEPARTURE) {
      left++;
      return;
    }
    waited += server.request(services[place] as number, tag + DEPARTURE, 0) - simulation.now;
    place = nextPlace(place);
    if (++arrived < customers) simulation.after(gaps[place] as number, tag + ARRIVAL, 0);
  });
  simulation.after(gaps[0] as number, tag + ARRIVAL, 0);
  return () => {
    simulation.run();
    if (left !== customers) throw new Error(`mm1: ${left} of ${customers} customers left the server.`);
    return waited;
  };
}

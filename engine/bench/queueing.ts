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
  const queue = new Queue(simulation, customers);
  return () => {
    simulation.run();
    if (queue.left !== customers) throw new Error(`mm1: ${queue.left} of ${customers} customers left the server.`);
    return queue.waited;
  };
}

class Queue {
  left = 0;
  waited = 0;
  private readonly simulation: Simulation;
  private readonly customers: number;
  private readonly server: FifoResource;
  private readonly gaps = variates(2, micros(1250));
  private readonly services = variates(3, millis(1));
  private readonly tag: number;
  private arrived = 0;
  private place = 0;

  constructor(simulation: Simulation, customers: number) {
    this.simulation = simulation;
    this.customers = customers;
    this.server = new FifoResource(simulation, "server");
    this.tag = simulation.register((kind) => this.handle(kind));
    simulation.after(this.gaps[0] as number, this.tag + ARRIVAL, 0);
  }

  private handle(kind: number): void {
    if (kind === DEPARTURE) {
      this.left++;
      return;
    }
    const { simulation, server, place } = this;
    this.waited += server.nextStart - simulation.now;
    server.request(this.services[place] as number, this.tag + DEPARTURE, 0);
    this.place = nextPlace(place);
    if (++this.arrived < this.customers) simulation.after(this.gaps[this.place] as number, this.tag + ARRIVAL, 0);
  }
}

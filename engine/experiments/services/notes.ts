/** What services that call each other stand on, and what they leave out. */
import type { Notes } from "../types.ts";

export const NOTES: Notes = {
  "services/graph": [
    "The experiment has no paper. Its mechanisms are those of software of today, and their defaults are named beside " +
      "each parameter. How long a request takes is a number of yours. Runs are held to queueing theory: " +
      "to Little’s law, to the waits of Erlang, Pollaczek and Khinchine, and to two choices among many servers.",
    "With the defaults the storage can serve 800 calls a second, and 300 come. It stands still for two seconds, and " +
      "serves less than half of all calls for ever after. Each call is tried three times: 900 attempts a second are " +
      "more than it can serve. The queues before the first service stay full. A request waits there for longer than " +
      "its caller does, so four fifths of the work are for nobody.",
    "Without retries it is well again after a second. A budget of one retry for ten calls is enough. So are " +
      "deadlines that travel, CoDel, the youngest first, or a limit that follows what a server measures. Breakers " +
      "bring it back as well, but they refuse all calls for five seconds at a time.",
    "A worker that waits for a service below does nothing else. So a slow storage fills the workers of the services " +
      "above it, and the queue grows at the first one. More servers there do not help: they only wait.",
    "Messages have no bytes and take the network’s latency each. Connections and TCP are not simulated here. The " +
      "clients’ own work takes no time. A refusal costs a server 0.1 ms, which is ours. Each caller knows of its own " +
      "requests only, as the balancers of gRPC and Envoy do.",
    "The search over faults does not follow these services: a graph has too many machines for it.",
  ],
};

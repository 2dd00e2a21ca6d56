/** The parameters of caches, connections, idempotency keys and health checks of services. */
import { ANSWERERS } from "../../systems/services/health-checks.ts";
import { READY_GRAPHS } from "../../systems/services/ready-graphs.ts";
import { choice, number } from "../params.ts";
import { DEFAULTS } from "./defaults.ts";

/** What a reader’s own graph says for itself. */
export const OF_READY = {
  parameter: "graph",
  values: Object.keys(READY_GRAPHS),
  why: "your own graph says it for each service",
} as const;

export const CACHE_PARAMS = {
  hitShare: number({
    group: "machines",
    label: "A cache of the first service answers",
    min: 0,
    max: 0.99,
    step: 0.01,
    default: DEFAULTS.hitShare,
    share: true,
    why: "0: there is no cache. Bronson and others (2021) have nine tenths. Your own graph has its own.",
    only: {
      parameter: "graph",
      values: OF_READY.values.filter((name) => name !== "single"),
      why: "the one service calls nobody, and your own graph says it for each service",
    },
  }),
  keys: number({
    group: "machines",
    label: "Things that it keeps",
    min: 1,
    max: 100_000,
    default: DEFAULTS.keys,
    why: "Each is asked for as often as the others; ours. The more there are, the longer a lost cache takes to fill.",
    needs: { with: { hitShare: 0.9, blip: "cold" }, why: "Only a cache that was lost fills again." },
    only: { parameter: "blip", values: ["cold"], why: "no cache is lost then" },
  }),
} as const;

export const POOL_PARAMS = {
  pool: number({
    group: "machines",
    label: "Connections of a server to a service below",
    min: 1,
    max: 1000,
    default: DEFAULTS.pool,
    why: "Each is for one request at a time. HikariCP has 10. More than there are workers bind nobody.",
  }),
  poolWaitMs: number({
    group: "machines",
    label: "A request waits for one at most",
    unit: "ms",
    min: 1,
    max: 60_000,
    default: DEFAULTS.poolWaitMs,
    why: "HikariCP: 30 s. Then it is refused.",
    needs: { with: { pool: 1 }, why: "Nobody waits where there are enough connections." },
  }),
} as const;

export const ONCE_PARAMS = {
  keyLifeMs: number({
    group: "protocol",
    label: "The last service remembers what it has done for",
    unit: "ms",
    min: 0,
    max: 120_000,
    default: DEFAULTS.keyLifeMs,
    why: "By a key that all copies of a request have. 0: it has no keys. Stripe keeps them for a day.",
  }),
} as const;

export const CHECK_PARAMS = {
  checkMs: number({
    group: "protocol",
    label: "A health check each",
    unit: "ms",
    min: 0,
    max: 60_000,
    default: DEFAULTS.checkMs,
    why:
      "0: nobody checks. Kubernetes asks each server every 10 s, and waits a second. All callers leave out a server " +
      "that fails.",
  }),
  checkFails: number({
    group: "protocol",
    label: "Failed checks before a server is left out",
    min: 1,
    max: 20,
    default: DEFAULTS.checkFails,
    why: "One after the other. Kubernetes: 3. One good answer brings the server back.",
    needs: {
      with: { checkMs: 1000, blipMs: 10_000 },
      why: "No server fails a check where none is made, or where nothing is wrong.",
    },
  }),
  checkBy: choice({
    group: "protocol",
    label: "Who answers a check",
    options: ANSWERERS,
    default: DEFAULTS.checkBy,
    why: "A thread of its own says only that the machine runs. A worker says that it serves, and may be late.",
    needs: { with: { checkMs: 1000 }, why: "Nobody answers where nobody asks." },
  }),
} as const;

/** What the crowd of services is about: which parameters are its handles, and the ways to call that are compared. */
import { lastService } from "../../systems/services/graph.ts";
import type { CrowdRoles } from "../crowd-roles.ts";
import { BLIP_AT, graphOf } from "./graph-of.ts";
import type { ServicesMeasure, ServicesValues } from "./params.ts";

const USUAL = { backoff: "none", budget: 10, policy: "none" } as const;

const DOES: Readonly<Record<ServicesValues["blip"], (last: string) => string>> = {
  pause: (last) => `The ${last} stands still`,
  slow: (last) => `The ${last} is ten times as slow`,
  fail: (last) => `The ${last} answers with errors`,
  cut: (last) => `The network to the ${last} is cut`,
  burst: () => "Four times as many calls come",
};

export const SERVICES_CROWD: CrowdRoles<keyof ServicesValues, ServicesValues, ServicesMeasure> = {
  load: "loadPerS",
  retries: "retries",
  budget: "budget",
  timeout: "timeoutMs",
  seconds: "seconds",
  places: {
    limit: "queueLimit",
    servers: (values, queue) => graphOf(values).services.find(({ name }) => name === queue)?.servers ?? 1,
  },
  blip: {
    length: "blipMs",
    at: BLIP_AT,
    says: (values) => DOES[values.blip](lastService(graphOf(values)).name),
  },
  recovery: "recoveryMs",
  attempts: "attemptsPerCall",
  wasted: "wastedShare",
  policies: [
    { name: "Try again at once", set: USUAL },
    { name: "Pause that doubles", set: { ...USUAL, backoff: "exponential" } },
    { name: "Random pause", set: { ...USUAL, backoff: "jitter" } },
    { name: "Budget of 10 %", set: { ...USUAL, budget: 0.1 } },
    { name: "Breakers", set: { ...USUAL, policy: "breaker" } },
  ],
};

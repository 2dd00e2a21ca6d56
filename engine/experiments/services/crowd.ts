/** What the crowd of services is about: which parameters are its handles, and the ways to call that are compared. */
import { itemAt } from "../../kernel/reads.ts";
import { seconds } from "../../kernel/time.ts";
import { lastService } from "../../systems/services/graph.ts";
import type { CrowdRoles } from "../crowd-roles.ts";
import { settingsOf, type Question } from "./settings.ts";
import { graphOf } from "./graph-of.ts";
import type { ServicesMeasure } from "./measures.ts";
import type { ServicesValues } from "./params.ts";

type ServicesCrowd = CrowdRoles<keyof ServicesValues, ServicesValues, ServicesMeasure>;

const USUAL = { backoff: "none", budget: 10, budgetRule: "share", policy: "none" } as const;

const POLICIES: NonNullable<ServicesCrowd["policies"]> = [
  { name: "Try again at once", set: USUAL },
  { name: "Pause that doubles", set: { ...USUAL, backoff: "exponential" } },
  { name: "Random pause", set: { ...USUAL, backoff: "jitter" } },
  { name: "Budget of 10 %", set: { ...USUAL, budget: 0.1 } },
  { name: "Breakers", set: { ...USUAL, policy: "breaker" } },
];

type Whom = ServicesValues["whom"];

function which(last: string, whom: Whom): string {
  if (whom === "all") return `The ${last}`;
  return last === "server" ? "One server" : `One server of the ${last}`;
}

const DOES: Readonly<Record<ServicesValues["blip"], (last: string, whom: Whom) => string>> = {
  pause: (last, whom) => `${which(last, whom)} stands still`,
  slow: (last, whom) => `${which(last, whom)} is ten times as slow`,
  fail: (last, whom) => `${which(last, whom)} answers with errors`,
  cut: (last, whom) => `The network to ${which(last, whom).toLowerCase()} is cut`,
  burst: () => "Four times as many calls come",
  cold: () => "The caches are lost",
};

/**
 * The crowd of a question, or of the graph where that is null.
 * @param isShown whether it has a parameter; a role whose parameter it has not is left out
 */
export function crowdOf(question: Question | null, isShown: (key: keyof ServicesValues) => boolean): ServicesCrowd {
  const settings = settingsOf(question);
  const whole = (values: object): ServicesValues => ({ ...settings, ...values });
  const role = (name: string, key: keyof ServicesValues) => (isShown(key) ? { [name]: key } : {});
  const serversOf = (values: object, queue: string): number =>
    itemAt(
      graphOf(whole(values)).services.filter(({ name }) => name === queue),
      0,
      "service of the queue",
    ).servers;
  const says = (values: object): string => {
    const all = whole(values);
    return DOES[all.blip](lastService(graphOf(all)).name, all.whom);
  };
  const hasPolicies = (Object.keys(USUAL) as (keyof typeof USUAL)[]).every(isShown);
  return {
    ...role("load", "loadPerS"),
    ...role("retries", "retries"),
    ...role("budget", "budget"),
    isShare: (values) => whole(values).budgetRule === "share",
    ...role("timeout", "timeoutMs"),
    ...role("seconds", "seconds"),
    ...(isShown("queueLimit") ? { places: { limit: "queueLimit", servers: serversOf } } : {}),
    ...(isShown("blipMs") ? { blip: { length: "blipMs", at: seconds(settings.blipAtS), says } } : {}),
    recovery: "recoveryMs",
    attempts: "attemptsPerCall",
    wasted: "wastedShare",
    ...(hasPolicies ? { policies: POLICIES } : {}),
  };
}

/** What the clients and the servers of a service do, for the parameters of its experiments. */
import { millis, seconds } from "../../kernel/time.ts";
import { FOR_EVER, serviceEnds, type ServiceOptions } from "../../protocols/today-service/ends.ts";
import { STALL_AT, type HedgeValues, type OpenValues, type StormValues } from "./service-params.ts";

const standing = (stallMs: number) => ({ from: STALL_AT, until: STALL_AT + millis(stallMs) });
const WITHOUT_LIMIT = Infinity;
const NO_RETRY = { attempts: 1, retry: "fixed", pause: 0, budget: Infinity, stock: 0, timeout: FOR_EVER } as const;
const NO_HEDGE = { hedgeAfter: Infinity, cancels: false } as const;

/** A tester that waits for each reply gives a lost one up: longer than any reply takes, and its calls end all. */
const GIVES_UP = seconds(400);

export const openOptions = ({ arrivals, stallMs }: OpenValues): ServiceOptions => ({
  ...NO_RETRY,
  ...NO_HEDGE,
  timeout: arrivals === "closed" ? GIVES_UP : FOR_EVER,
  servers: 1,
  queue: WITHOUT_LIMIT,
  stands: standing(stallMs),
});

export const stormOptions = (values: StormValues): ServiceOptions => ({
  ...NO_HEDGE,
  servers: 1,
  timeout: millis(values.timeoutMs),
  attempts: values.attempts,
  retry: values.retry,
  pause: millis(values.pauseMs),
  budget: values.budget >= values.attempts - 1 ? WITHOUT_LIMIT : values.budget, // no call makes more
  stock: values.stock,
  queue: values.queue,
  stands: standing(values.stallMs),
});

export const hedgeOptions = ({ servers, hedge, hedgeMs, cancel }: HedgeValues): ServiceOptions => ({
  ...NO_RETRY,
  attempts: hedge === "on" ? 2 : 1,
  hedgeAfter: hedge === "on" ? millis(hedgeMs) : Infinity,
  cancels: hedge === "on" && cancel === "on",
  servers,
  queue: WITHOUT_LIMIT,
  stands: standing(0),
});

export const openEnds = (values: OpenValues) => serviceEnds(openOptions(values));
export const stormEnds = (values: StormValues) => serviceEnds(stormOptions(values));
export const hedgeEnds = (values: HedgeValues) => serviceEnds(hedgeOptions(values));

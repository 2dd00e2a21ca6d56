/** The ends of Firefly RPC: Cedar's exchange, with an activity of its own in each life of the caller. */
import { FIREFLY_TYPES } from "../../wire/firefly.ts";
import { ExchangeEnds } from "../cedar/ends.ts";
import { fireflyCaller, fireflyServer, type FireflyTimers } from "./exchange.ts";

/** @param threads that call; left out: one */
export const fireflyEnds = (options: FireflyTimers, threads = 1): ExchangeEnds =>
  new ExchangeEnds({
    caller: fireflyCaller(options),
    callee: (binding) => fireflyServer({ ...options, binding }),
    identity: (life, thread) => ({ activity: { machine: 1, space: life, thread } }),
    threads,
    kinds: FIREFLY_TYPES,
    counted: ["call", "result"],
    procedure: { span: "Null (the server procedure)" },
  });

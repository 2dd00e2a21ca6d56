/** The ends of Firefly RPC: Cedar's exchange, with an activity of its own in each life of the caller. */
import { FIREFLY_TYPES } from "../../wire/firefly.ts";
import { ExchangeEnds } from "../cedar/ends.ts";
import { fireflyCaller, fireflyServer, type FireflyTimers } from "./exchange.ts";

export const fireflyEnds = (options: FireflyTimers): ExchangeEnds =>
  new ExchangeEnds({
    caller: fireflyCaller(options),
    callee: (binding) => fireflyServer({ ...options, binding }),
    identity: (life) => ({ activity: { machine: 1, space: life, thread: 1 } }),
    kinds: FIREFLY_TYPES,
    counted: ["call", "result"],
    procedure: { span: "Null (the server procedure)" },
  });

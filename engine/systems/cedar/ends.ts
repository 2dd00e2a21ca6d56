/** The ends of Cedar RPC on Dorados, over what carries a call. A packet holds one byte of data here. */
import type { Nanos } from "../../kernel/time.ts";
import { ExchangeEnds } from "../../protocols/cedar/ends.ts";
import { CONNECTION_TYPES, EXCHANGE_TYPES } from "../../protocols/cedar/packet.ts";
import { cedarExchange, type ExchangeChoice } from "./options.ts";
import { calleeOver, callerOver } from "./transports.ts";

const ONE_BYTE = 1;

/** @param oneWay what the network adds to the way of each packet */
export function cedarEnds(choice: ExchangeChoice, oneWay: Nanos): ExchangeEnds {
  const exchange = cedarExchange(choice, oneWay, ONE_BYTE);
  const checks = !choice.without.includes("uniqueId");
  return new ExchangeEnds({
    caller: callerOver(choice.transport, exchange),
    callee: (life) => calleeOver(choice.transport, exchange, ({ binding }) => !checks || binding === life),
    identity: (life) => ({ activity: { machine: 1, space: 0, thread: 1 }, conversation: life }),
    kinds: choice.transport === "stream" ? [...EXCHANGE_TYPES, ...CONNECTION_TYPES] : EXCHANGE_TYPES,
    counted: [], // the wire counts them all
    procedure: { span: "The procedure" },
  });
}

/** The ends of Cedar RPC on Dorados, over what carries a call. */
import type { Nanos } from "../../kernel/time.ts";
import { ExchangeEnds } from "../../protocols/cedar/ends.ts";
import { CONNECTION_TYPES, EXCHANGE_TYPES } from "../../protocols/cedar/packet.ts";
import { cedarExchange, type ExchangeChoice } from "./options.ts";
import { calleeOver, callerOver } from "./transports.ts";

const ONE_BYTE = 1;
/** The first process that calls: the callee’s has the number 1, and its packets tell the two apart by that. */
const CALLING = 2;

/**
 * @param oneWay what the network adds to the way of each packet
 * @param packetBytes data of a packet, at most; left out: one byte, as the search over faults has it
 * @param threads processes that call; left out: one
 */
export function cedarEnds(choice: ExchangeChoice, oneWay: Nanos, packetBytes = ONE_BYTE, threads = 1): ExchangeEnds {
  const exchange = cedarExchange(choice, oneWay, packetBytes);
  const checks = !choice.without.includes("uniqueId");
  return new ExchangeEnds({
    caller: callerOver(choice.transport, exchange),
    callee: (life) => calleeOver(choice.transport, exchange, ({ binding }) => !checks || binding === life),
    identity: (life, thread) => ({
      activity: { machine: 1, space: 0, thread: CALLING + thread - 1 },
      conversation: life,
    }),
    threads,
    kinds: choice.transport === "stream" ? [...EXCHANGE_TYPES, ...CONNECTION_TYPES] : EXCHANGE_TYPES,
    counted: [], // the wire counts them all
    procedure: { span: "The procedure" },
  });
}

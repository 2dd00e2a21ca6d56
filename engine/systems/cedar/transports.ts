/** The two halves of a call over what carries it. */
import type { ExchangeOptions } from "../../protocols/cedar/options.ts";
import type { ExchangePacket } from "../../protocols/cedar/packet.ts";
import { BESIDE } from "./beside.ts";
import { calleeMachine, callerMachine, type CalleeMachine, type CallerMachine, type Transport } from "./options.ts";

export function callerOver(transport: Transport, options: ExchangeOptions): CallerMachine {
  if (transport !== "stream") return callerMachine(options);
  const { CALLERS_CONNECTION, connectedCaller } = BESIDE.part;
  return connectedCaller(CALLERS_CONNECTION, options);
}

export function calleeOver(
  transport: Transport,
  options: ExchangeOptions,
  isExported: (packet: ExchangePacket) => boolean,
): CalleeMachine {
  if (transport !== "stream") return calleeMachine(options, isExported);
  const { CALLEES_CONNECTION, connectedCallee } = BESIDE.part;
  return connectedCallee(CALLEES_CONNECTION, { ...options, isExported });
}

/** The two halves of a call over what carries it. */
import {
  CALLEES_CONNECTION,
  CALLERS_CONNECTION,
  connectedCallee,
  connectedCaller,
} from "../../protocols/cedar/connected.ts";
import type { ExchangeOptions } from "../../protocols/cedar/options.ts";
import type { ExchangePacket } from "../../protocols/cedar/packet.ts";
import { calleeMachine, callerMachine, type CalleeMachine, type CallerMachine, type Transport } from "./options.ts";

export function callerOver(transport: Transport, options: ExchangeOptions): CallerMachine {
  if (transport !== "stream") return callerMachine(options);
  return connectedCaller(CALLERS_CONNECTION, options);
}

export function calleeOver(
  transport: Transport,
  options: ExchangeOptions,
  isExported: (packet: ExchangePacket) => boolean,
): CalleeMachine {
  if (transport !== "stream") return calleeMachine(options, isExported);
  return connectedCallee(CALLEES_CONNECTION, { ...options, isExported });
}

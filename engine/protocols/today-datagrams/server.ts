/**
 * The server’s end of a slot of a session, as eRPC has it. It answers each packet of the client with one, and has no
 * timer.
 *
 *     idle --some of a request--> gathering --the last of it--> executing --done--> holding
 *     any --a request with a greater number--> gathering or executing
 *
 * Rules
 * 1. A request with a greater number than the last is a new call: it acknowledges the reply that the slot holds.
 * 2. Packets of a request come in order; each but the last is answered with a credit. Any other is ignored.
 * 3. The procedure runs once, when the last packet has come. Its reply’s first packet answers that one.
 * 4. The client asks for each further packet of the reply. What it asks for again is answered again.
 */
import { joined } from "../../wire/bytes.ts";
import type { DatagramsPacket } from "../../wire/today-datagrams.ts";
import type { HostEffect } from "../ends.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import type { Rule } from "../rules.ts";
import { packetsOf, partOf, type DatagramsOptions } from "./client.ts";

export interface DatagramsServerState {
  readonly tag: "idle" | "gathering" | "executing" | "holding";
  readonly call: number;
  readonly come: number; // packets of the request
  readonly data: Uint8Array; // of the request, then of the reply
}

export type DatagramsServerInput =
  | { readonly tag: "packet"; readonly packet: DatagramsPacket }
  | { readonly tag: "done"; readonly call: number; readonly data: Uint8Array };

type Effect = HostEffect<DatagramsPacket>;
type Step = readonly [DatagramsServerState, readonly Effect[]];

/** Of the server: the client’s and rules that are left out. */
interface ServerOptions extends DatagramsOptions {
  readonly without: readonly Rule[];
}

const NOTHING: readonly Effect[] = [];
const NO_DATA = new Uint8Array(0);
/** Its host says which slot of which session it is. */
const PLACE = { slot: 0, session: 0 } as const;

export const DATAGRAMS_SERVER_STATES: readonly StateWord<DatagramsServerState["tag"]>[] = [
  { tag: "idle", what: "the slot has had no call" },
  { tag: "gathering", what: "packets of a request are missing" },
  { tag: "executing", what: "the procedure runs" },
  { tag: "holding", what: "the reply is kept until the slot’s next call" },
];

/** Its identity is its slot. */
export function datagramsServer(
  options: ServerOptions,
): Machine<DatagramsServerState, DatagramsServerInput, Effect, number> {
  return {
    protocol: "Datagrams server",
    states: DATAGRAMS_SERVER_STATES,
    start: () => ({ tag: "idle", call: 0, come: 0, data: NO_DATA }),
    step: (state, input) => step(state, input, options),
    deadline: () => null,
    name: ({ tag }) => tag,
    input: (input) => (input.tag === "packet" ? input.packet.kind : input.tag),
    key: keyText,
    facts: ({ tag, call, come }): readonly Fact[] => [
      { name: "call", kind: "number", value: call },
      ...(tag === "gathering" ? ([{ name: "packets of the request", kind: "count", value: come }] as const) : []),
    ],
  };
}

function step(state: DatagramsServerState, input: DatagramsServerInput, options: ServerOptions): Step {
  if (input.tag === "packet") return onPacket(state, input.packet, options);
  if (state.tag !== "executing" || state.call !== input.call) return [state, NOTHING];
  const after: DatagramsServerState = { ...state, tag: "holding", data: input.data };
  return [after, [replyOf(after, 0, false, options)]];
}

function replyOf({ call, data }: DatagramsServerState, packet: number, again: boolean, options: ServerOptions): Effect {
  const { packetBytes } = options;
  const packets = packetsOf(data, packetBytes);
  const sent: DatagramsPacket = {
    kind: "reply",
    ...PLACE,
    packet,
    packets,
    call,
    data: partOf(data, packet, packetBytes),
  };
  return { tag: "send", packet: sent, kind: "reply", call, send: null, again };
}

function onPacket(state: DatagramsServerState, packet: DatagramsPacket, options: ServerOptions): Step {
  const isKnown = options.without.includes("sequenceCheck") ? state.tag === "executing" : packet.call <= state.call;
  if (packet.kind === "request" && !isKnown) {
    return onRequest({ tag: "gathering", call: packet.call, come: 0, data: NO_DATA }, packet);
  }
  if (packet.call !== state.call) return [state, NOTHING];
  if (packet.kind === "more") {
    const isThere = state.tag === "holding" && packet.packet < packetsOf(state.data, options.packetBytes);
    return [state, isThere ? [replyOf(state, packet.packet, false, options)] : NOTHING];
  }
  if (packet.kind !== "request") return [state, NOTHING];
  if (state.tag === "gathering" && packet.packet === state.come) return onRequest(state, packet);
  return [state, again(state, packet, options)];
}

/** Rules 2 and 3: the packet that was expected. Throws for none: nobody else calls it. */
function onRequest(state: DatagramsServerState, { packet, packets, data: part }: DatagramsPacket): Step {
  const { call, come } = state;
  if (packet !== come) return [state, NOTHING];
  const data = joined(state.data, part);
  if (packet < packets - 1)
    return [{ tag: "gathering", call, come: come + 1, data }, [creditFor(call, packet, packets)]];
  return [{ tag: "executing", call, come: packets, data }, [{ tag: "execute", call, work: String(call), data }]];
}

function creditFor(call: number, packet: number, packets: number): Effect {
  const sent: DatagramsPacket = { kind: "credit", ...PLACE, packet, packets, call, data: NO_DATA };
  return { tag: "send", packet: sent, kind: "credit", call, send: null };
}

/** Rule 4: a packet that was answered, and comes again. */
function again(state: DatagramsServerState, asked: DatagramsPacket, options: ServerOptions): readonly Effect[] {
  const { packet, packets, call } = asked;
  if (packet >= state.come) return NOTHING;
  if (packet < packets - 1) return [creditFor(call, packet, packets)];
  const isHeld = state.tag === "holding" && !options.without.includes("heldReply");
  return isHeld ? [replyOf(state, 0, true, options)] : NOTHING;
}

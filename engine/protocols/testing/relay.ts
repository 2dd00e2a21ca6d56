/**
 * For tests: a service behind a proxy. Clients call the proxy, which passes each call on to the next server, or turns
 * it away where it has too many under way. A client gives a call up after a while.
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import type { Ends, Host, HostEffect, HostInput, Role } from "../ends.ts";
import { keyText, type Machine } from "../machine.ts";
import { endsOfMany } from "../many.ts";
import type { PairHost } from "../pair.ts";

export interface RelayPacket {
  readonly kind: "request" | "reply" | "reject";
  readonly call: number;
  readonly data: Uint8Array;
}

export interface RelayOptions {
  readonly clients: number;
  readonly servers: number;
  /** Calls that the proxy has under way at most. */
  readonly most: number;
  readonly patience: Nanos;
  /** How a client gives a call up. */
  readonly givesUp: "failed" | "cancelled";
  /** Set where the proxy passes on what it turns away, which is wrong. */
  readonly isWrong: boolean;
}

export const RELAY: RelayOptions = {
  clients: 2,
  servers: 2,
  most: 2,
  patience: millis(50),
  givesUp: "failed",
  isWrong: false,
};

type Effect = HostEffect<RelayPacket>;
type RelayMachine<State> = Machine<State, HostInput<RelayPacket>, Effect, number>;

const send = (packet: RelayPacket, to: Host): Effect => ({
  tag: "send",
  packet,
  kind: packet.kind,
  call: packet.call,
  send: null,
  to,
});

const wordOf = (input: HostInput<RelayPacket>): string => (input.tag === "packet" ? input.packet.kind : input.tag);

interface Waiting {
  readonly call: number;
  readonly until: Nanos;
}

/** Has one call at a time. */
const client = ({ clients: proxy, patience, givesUp }: RelayOptions): RelayMachine<Waiting | null> => ({
  protocol: "Relay client",
  states: [
    { tag: "idle", what: "no call is under way" },
    { tag: "calling", what: "a call is under way" },
  ],
  start: () => null,
  step: (state, input, now) => {
    if (input.tag === "call") {
      const { call, data } = input;
      return [{ call, until: now + patience }, [send({ kind: "request", call, data }, proxy)]];
    }
    if (state === null) return [null, []];
    const { call } = state;
    if (input.tag === "tick") return [null, [{ tag: givesUp, goesOn: true, call }]];
    if (input.tag !== "packet" || input.packet.call !== call) return [state, []];
    const { kind, data } = input.packet;
    return [null, [kind === "reply" ? { tag: "returned", data, call } : { tag: "refused", goesOn: true, call }]];
  },
  deadline: (state) => state?.until ?? null,
  name: (state) => (state === null ? "idle" : "calling"),
  input: wordOf,
  key: (state) => keyText(state === null ? null : state.call),
  facts: () => [],
});

interface Passed {
  readonly call: number;
  readonly client: Host;
}

const proxy = ({ clients, servers, most, isWrong }: RelayOptions): RelayMachine<readonly Passed[]> => ({
  protocol: "Relay proxy",
  states: [{ tag: "ready", what: "it passes calls on" }],
  start: () => [],
  step: (state, input) => {
    if (input.tag !== "packet") return [state, []];
    const { packet, from } = input;
    const { kind, call } = packet;
    if (kind === "request") {
      if (state.some((one) => one.call === call)) return [state, []]; // a copy
      const passes = send(packet, clients + 1 + ((call - 1) % servers));
      if (state.length < most) return [[...state, { call, client: from }], [passes]];
      return [state, [send({ ...packet, kind: "reject" }, from), ...(isWrong ? [passes] : [])]];
    }
    const found = state.find((one) => one.call === call);
    return [state.filter((one) => one !== found), found === undefined ? [] : [send(packet, found.client)]];
  },
  deadline: () => null,
  name: () => "ready",
  input: wordOf,
  key: keyText,
  facts: (state) => [{ name: "calls passed on", kind: "count", value: state.length }],
});

const NOBODY: readonly Host[] = [];

/** Executes each request at once. A reply goes to the host that its request came from, the first one first. */
const SERVER: RelayMachine<readonly Host[]> = {
  protocol: "Relay server",
  states: [{ tag: "ready", what: "it answers" }],
  start: () => NOBODY,
  step: (state, input) => {
    if (input.tag === "packet") {
      const { call, data } = input.packet;
      return [[...state, input.from], [{ tag: "execute", call, work: String(call), data }]];
    }
    const [from, ...others] = state;
    if (input.tag !== "done" || from === undefined) return [state, []];
    return [others, [send({ kind: "reply", call: Number(input.work), data: input.data }, from)]];
  },
  deadline: () => null,
  name: () => "ready",
  input: wordOf,
  key: keyText,
  facts: (state) => [{ name: "requests here", kind: "count", value: state.length }],
};

/** The role of each host: clients, the proxy, servers. */
const relayRoles = ({ clients, servers }: Pick<RelayOptions, "clients" | "servers">): readonly Role[] => [
  ...Array.from({ length: clients }, (): Role => "client"),
  "proxy",
  ...Array.from({ length: servers }, (): Role => "server"),
];

export function relayEnds(given: Partial<RelayOptions> = {}): Ends<PairHost, RelayPacket> {
  const options = { ...RELAY, ...given };
  const roles = relayRoles(options);
  const ends = endsOfMany({
    hosts: roles.map((role, host) =>
      role === "proxy" ? role : `${role}${role === "client" ? host + 1 : host - options.clients}`,
    ),
    roles,
    caller: client(options),
    proxy: () => proxy(options),
    callee: () => SERVER,
    kinds: ["request", "reply", "reject"],
    asks: "request",
    answers: "reply",
    promises: ["ownResult", "atLeastOnce", "ends", "refusal"],
    procedure: { span: "Serve" },
  });
  return { ...ends, isToOne: true, countsWaste: true };
}

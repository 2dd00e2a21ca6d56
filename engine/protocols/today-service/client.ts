/**
 * The clients of a service, who call it again where no reply comes in time.
 *
 *     idle --call--> calling --the last call has ended--> idle
 *
 * Rules
 * 1. Attempts go to the servers in turn, and the turn goes on with each, also with a copy. A server that has an open
 *    attempt of the call already is passed over where there is another.
 * 2. An attempt that has no reply after `timeout` is given up. A reply to it that comes later counts no more.
 * 3. After a pause the call is tried again: at once, after a pause that doubles each time, up to an hour, or after a
 *    part of that one, another for each call and attempt.
 * 4. Where retries have a budget, each call brings a share of one retry. A stock of them is there at the beginning, and
 *    no more than that are kept; a budget of nothing has no stock. Without a whole one the call fails.
 * 5. After `attempts` attempts the call fails.
 * 6. A hedge: where no reply has come after `hedgeAfter`, another attempt goes to another server, beside the first.
 *    The first reply ends the call. The loser may get a cancel.
 */
import { seconds, type Nanos } from "../../kernel/time.ts";
import type { ServicePacket } from "../../wire/today-service.ts";
import type { Host, HostEffect, HostInput } from "../ends.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";

export type Retry = "fixed" | "backoff" | "jitter";

export interface ServiceClientOptions {
  readonly servers: number;
  readonly timeout: Nanos;
  readonly attempts: number;
  readonly retry: Retry;
  /** The first pause before a retry, where there is one. */
  readonly pause: Nanos;
  /** Retries for each call; Infinity for as many as are wanted. */
  readonly budget: number;
  /** Retries that are there at the beginning, and as many as may be saved up. */
  readonly stock: number;
  /** Infinity for never. */
  readonly hedgeAfter: Nanos;
  readonly cancels: boolean;
}

/** An attempt whose reply would still count. */
interface Attempt {
  readonly attempt: number;
  readonly to: Host;
  readonly until: Nanos;
}

interface Call {
  readonly call: number;
  readonly data: Uint8Array;
  readonly made: number; // attempts
  readonly open: readonly Attempt[]; // none during a pause
  readonly again: Nanos; // when the pause is over, or the hedge leaves; Infinity for neither
}

interface ServiceClientState {
  readonly calls: readonly Call[];
  readonly due: Nanos; // of the first of them; Infinity for never
  readonly tokens: number;
  readonly turn: number; // the server that comes next, from 0
}

type Input = HostInput<ServicePacket>;
type Effect = HostEffect<ServicePacket>;
type Step = readonly [ServiceClientState, readonly Effect[]];

const NOTHING: readonly Effect[] = [];
const NO_DATA = new Uint8Array(0);

export const SERVICE_CLIENT_STATES: readonly StateWord<"idle" | "calling">[] = [
  { tag: "idle", what: "no call is under way" },
  { tag: "calling", what: "calls are under way, or pause before a retry" },
];

export function serviceClient(options: ServiceClientOptions): Machine<ServiceClientState, Input, Effect, number> {
  return {
    protocol: "Service client",
    states: SERVICE_CLIENT_STATES,
    start: () => ({ calls: [], due: Infinity, tokens: options.budget === 0 ? 0 : options.stock, turn: 0 }),
    step: (state, input, now) => step(state, input, now, options),
    deadline: ({ due }) => (due === Infinity ? null : due),
    name: ({ calls }) => (calls.length === 0 ? "idle" : "calling"),
    input: (input) => (input.tag === "packet" ? input.packet.kind : input.tag),
    key: ({ due: from, ...state }) => {
      const calls = state.calls.map((one) => ({
        ...one,
        again: one.again - from,
        open: one.open.map((attempt) => ({ ...attempt, until: attempt.until - from })),
      }));
      return keyText({ ...state, calls });
    },
    facts: ({ calls, tokens }): readonly Fact[] => [
      { name: "calls under way", kind: "count", value: calls.length },
      ...(options.budget === Infinity
        ? []
        : [{ name: "retries left", kind: "number", value: Math.floor(tokens) } as const]),
    ],
  };
}

/** Hundreds of calls may be under way: nothing is copied here. */
function dueOf({ open, again }: Call): Nanos {
  let first = again;
  for (const { until } of open) if (until < first) first = until;
  return first;
}

function firstDue(calls: readonly Call[]): Nanos {
  let first = Infinity;
  for (const call of calls) first = Math.min(first, dueOf(call));
  return first;
}

function step(state: ServiceClientState, input: Input, now: Nanos, options: ServiceClientOptions): Step {
  switch (input.tag) {
    case "call": {
      const { call, data } = input;
      const tokens = Math.min(options.stock, state.tokens + (options.budget === Infinity ? 0 : options.budget));
      const fresh: Call = { call, data, made: 0, open: [], again: Infinity };
      const [begun, effects, turn] = attempt(fresh, now, state.turn, options);
      return [{ calls: [...state.calls, begun], due: Math.min(state.due, dueOf(begun)), tokens, turn }, effects];
    }
    case "packet":
      return onReply(state, input.packet, options);
    case "tick":
      return onTick(state, now, options);
    default:
      return [state, NOTHING];
  }
}

/** Rules 1 and 6. Gives the turn behind the attempt, too. */
function attempt(
  call: Call,
  now: Nanos,
  turn: number,
  options: ServiceClientOptions,
): readonly [Call, readonly Effect[], turn: number] {
  const { servers, timeout, hedgeAfter } = options;
  const number = call.made + 1;
  const inTurn = Array.from({ length: servers }, (_, i) => ((turn + i) % servers) + 1);
  const to = inTurn.find((host) => call.open.every((one) => one.to !== host)) ?? turn + 1;
  const isFirst = call.open.length === 0;
  const again = isFirst && number < options.attempts ? now + hedgeAfter : Infinity;
  const packet: ServicePacket = { kind: "request", attempt: number, call: call.call, data: call.data };
  return [
    { ...call, made: number, open: [...call.open, { attempt: number, to, until: now + timeout }], again },
    [{ tag: "send", packet, kind: "request", call: call.call, send: number, to }],
    to % servers,
  ];
}

/** Rules 2 and 6. */
function onReply(state: ServiceClientState, packet: ServicePacket, { cancels }: ServiceClientOptions): Step {
  const place = state.calls.findIndex((one) => one.call === packet.call);
  const call = state.calls[place];
  if (call?.open.some((one) => one.attempt === packet.attempt) !== true) return [state, NOTHING];
  const losers = cancels ? call.open.filter((one) => one.attempt !== packet.attempt) : [];
  const effects = losers.map(({ attempt: number, to }): Effect => {
    const cancel: ServicePacket = { kind: "cancel", attempt: number, call: call.call, data: NO_DATA };
    return { tag: "send", packet: cancel, kind: "cancel", call: call.call, send: null, to };
  });
  const calls = state.calls.toSpliced(place, 1);
  const due = dueOf(call) > state.due ? state.due : firstDue(calls);
  return [{ ...state, calls, due }, [...effects, { tag: "returned", data: packet.data, call: call.call }]];
}

/** What is due: attempts that are given up, then pauses that are over and hedges. */
function onTick(state: ServiceClientState, now: Nanos, options: ServiceClientOptions): Step {
  let { tokens, turn } = state;
  let due = Infinity;
  const effects: Effect[] = [];
  const calls: Call[] = [];
  const keep = (call: Call, at: Nanos): void => {
    calls.push(call);
    if (at < due) due = at;
  };
  for (const given of state.calls) {
    const at = dueOf(given);
    if (at > now) {
      keep(given, at);
      continue;
    }
    const open = given.open.filter(({ until }) => until > now);
    let call: Call = { ...given, open };
    if (given.open.length > 0 && open.length === 0) {
      const isLeft = call.made < options.attempts && (options.budget === Infinity || tokens >= 1);
      if (!isLeft) {
        effects.push({ tag: "failed", goesOn: true, call: call.call });
        continue;
      }
      if (options.budget !== Infinity) tokens--;
      call = { ...call, again: now + pauseOf(call, options) };
    }
    if (call.again > now) {
      keep(call, dueOf(call));
      continue;
    }
    const [next, sent, after] = attempt(call, now, turn, options);
    turn = after;
    effects.push(...sent);
    keep(next, dueOf(next));
  }
  return [{ calls, due, tokens, turn }, effects];
}

/** Ours. Without a limit a pause that doubles outgrows the clock. */
const MOST_PAUSE = seconds(3600);

/** The pause before a retry, where it is not cut by chance. @param retry from 1 */
export const pauseBefore = (retry: number, first: Nanos): Nanos => Math.min(MOST_PAUSE, first * 2 ** (retry - 1));

/** Rule 3. */
function pauseOf({ call, made }: Call, { retry, pause }: ServiceClientOptions): Nanos {
  if (retry === "fixed") return 0;
  const longest = pauseBefore(made, pause);
  return Math.round(retry === "backoff" ? longest : longest * scattered(call, made));
}

/** From 0 to 1, another for each call and attempt: a count that looks random (the finalizer of MurmurHash3). */
function scattered(call: number, made: number): number {
  let bits = Math.imul(call * 64 + made, 0x9e37_79b1);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85eb_ca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

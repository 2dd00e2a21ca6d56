/**
 * A server with a queue and one worker.
 *
 *     idle --request--> serving --the last that waits is served--> idle
 *     any --it stands still--> standing --it goes on--> idle or serving
 *
 * Rules
 * 1. A request waits in a queue of so many places. One that finds it full is dropped without a word.
 * 2. One request at a time is served, in the order in which they came.
 * 3. The server knows no request again, nor whether anybody still waits for the reply. It serves each.
 * 4. A cancel takes a request out of the queue. One that is served already is served to its end.
 * 5. It may stand still for a while, as in a long pause of its memory’s housekeeping: what comes then waits, and it
 *    begins nothing. What it serves goes on.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { ServicePacket } from "../../wire/today-service.ts";
import type { HostEffect, HostInput } from "../ends.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";

export interface ServiceServerOptions {
  /** Requests that may wait beside the one that is served. */
  readonly queue: number;
  /** Rule 5; from and until are one where it never does. */
  readonly stands: { readonly from: Nanos; readonly until: Nanos };
}

type Waiting = Pick<ServicePacket, "call" | "attempt" | "data">;

interface ServiceServerState {
  readonly served: Waiting | null;
  readonly waiting: readonly Waiting[];
  readonly dropped: number;
  /** When it goes on; Infinity where it does not stand still. */
  readonly goesOn: Nanos;
}

type Input = HostInput<ServicePacket>;
type Effect = HostEffect<ServicePacket>;
type Step = readonly [ServiceServerState, readonly Effect[]];

const NOTHING: readonly Effect[] = [];

export const SERVICE_SERVER_STATES: readonly StateWord<"idle" | "serving" | "standing">[] = [
  { tag: "idle", what: "no request is here" },
  { tag: "serving", what: "a request is served" },
  { tag: "standing", what: "the server stands still, and begins nothing" },
];

export function serviceServer(options: ServiceServerOptions): Machine<ServiceServerState, Input, Effect, number> {
  return {
    protocol: "Service server",
    states: SERVICE_SERVER_STATES,
    start: () => ({ served: null, waiting: [], dropped: 0, goesOn: Infinity }),
    step: (state, input, now) => step(state, input, now, options),
    deadline: ({ goesOn }) => (goesOn === Infinity ? null : goesOn),
    name: ({ served, goesOn }) => (goesOn < Infinity ? "standing" : served === null ? "idle" : "serving"),
    input: (input) => (input.tag === "packet" ? input.packet.kind : input.tag),
    key: (state) => keyText({ ...state, dropped: 0, goesOn: state.goesOn === Infinity }),
    facts: ({ waiting, dropped }): readonly Fact[] => [
      { name: "requests that wait", kind: "count", value: waiting.length, limit: options.queue },
      { name: "requests dropped", kind: "count", value: dropped },
    ],
  };
}

function step(state: ServiceServerState, input: Input, now: Nanos, options: ServiceServerOptions): Step {
  switch (input.tag) {
    case "packet":
      return input.packet.kind === "cancel"
        ? [cancelled(state, input.packet), NOTHING]
        : onRequest(state, input.packet, now, options);
    case "done": {
      const { served } = state;
      if (served === null) return [state, NOTHING];
      const { call, attempt } = served;
      const reply: ServicePacket = { kind: "reply", attempt, call, data: input.data };
      const sent: Effect = { tag: "send", packet: reply, kind: "reply", call, send: attempt, to: 0 };
      const [next, effects] = begin({ ...state, served: null }, now, options);
      return [next, [sent, ...effects]];
    }
    case "tick":
      return now < state.goesOn ? [state, NOTHING] : begin({ ...state, goesOn: Infinity }, now, options);
    default:
      return [state, NOTHING];
  }
}

/** Rule 1. */
function onRequest(state: ServiceServerState, packet: ServicePacket, now: Nanos, options: ServiceServerOptions): Step {
  const { call, attempt, data } = packet;
  const isBusy = state.served !== null || state.goesOn < Infinity;
  if (isBusy && state.waiting.length >= options.queue) {
    return [{ ...state, dropped: state.dropped + 1 }, NOTHING];
  }
  return begin({ ...state, waiting: [...state.waiting, { call, attempt, data }] }, now, options);
}

/** Rules 2 and 5. */
function begin(state: ServiceServerState, now: Nanos, { stands }: ServiceServerOptions): Step {
  const first = state.waiting[0];
  if (state.served !== null || first === undefined) return [state, NOTHING];
  if (now >= stands.from && now < stands.until) return [{ ...state, goesOn: stands.until }, NOTHING];
  const { call, attempt, data } = first;
  return [
    { ...state, served: first, waiting: state.waiting.slice(1), goesOn: Infinity },
    [{ tag: "execute", call, work: `${call} ${attempt}`, data }],
  ];
}

/** Rule 4. */
const cancelled = (state: ServiceServerState, { call, attempt }: ServicePacket): ServiceServerState => ({
  ...state,
  waiting: state.waiting.filter((one) => one.call !== call || one.attempt !== attempt),
});

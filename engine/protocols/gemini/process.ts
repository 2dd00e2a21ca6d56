/**
 * A server's process for one client (MultiRPC paper §VII). The server's daemon takes the connection and forks; the
 * process lives as long as the connection.
 *
 *     forking --the fork is over--> idle --call--> executing --done--> idle, or executing the next
 *     any --lost--> ended
 *
 * Rules
 * 1. A process is forked for each connection, which takes a time. What comes meanwhile waits.
 * 2. It executes one call at a time, in the order of its stream, and writes the reply on the same connection.
 * 3. It ends with its connection. It abandons a procedure that runs then, and calls that wait, because no reply has a
 *    way back.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { GeminiMessage } from "../../wire/gemini.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import type { StreamCalleeEffect, StreamCalleeInput } from "../tcp/stream-ends.ts";

interface GeminiProcessOptions {
  readonly forkTakes: Nanos;
}

interface Waits {
  readonly waiting: readonly GeminiMessage[]; // calls, in the order of the stream
}

export type GeminiProcessState =
  | (Waits & { readonly tag: "forking"; readonly until: Nanos })
  | { readonly tag: "idle" }
  | (Waits & { readonly tag: "executing"; readonly number: number })
  | { readonly tag: "ended" };

type Input = StreamCalleeInput<GeminiMessage>;
type Effect = StreamCalleeEffect<GeminiMessage>;
type Step = readonly [GeminiProcessState, readonly Effect[]];

const NOTHING: readonly Effect[] = [];
const ENDED: GeminiProcessState = { tag: "ended" };

export const GEMINI_PROCESS_STATES: readonly StateWord<GeminiProcessState["tag"]>[] = [
  { tag: "idle", what: "the process waits for a call of its client" },
  { tag: "forking", what: "the daemon has taken the connection, and forks the process" },
  { tag: "executing", what: "the procedure runs" },
  { tag: "ended", what: "the connection is lost, and the process with it" },
];

export function geminiProcess({
  forkTakes,
}: GeminiProcessOptions): Machine<GeminiProcessState, Input, Effect, { isBound: boolean }> {
  return {
    protocol: "Gemini process",
    states: GEMINI_PROCESS_STATES,
    start: () => ({ tag: "idle" }),
    step: (state, input, now) => step(state, input, now + forkTakes, now),
    deadline: (state) => (state.tag === "forking" ? state.until : null),
    name: ({ tag }) => tag,
    input: (input) => (input.tag === "message" ? input.message.kind : input.tag),
    key: (state) => keyText(state.tag === "forking" ? { ...state, until: 0 } : state),
    facts,
  };
}

function step(state: GeminiProcessState, input: Input, forked: Nanos, now: Nanos): Step {
  if (state.tag === "ended") return [state, NOTHING];
  switch (input.tag) {
    case "accepted": // rule 1
      return [{ tag: "forking", until: forked, waiting: [] }, NOTHING];
    case "message":
      if (state.tag === "idle") return execute([input.message], NOTHING);
      return [{ ...state, waiting: [...state.waiting, input.message] }, NOTHING];
    case "tick":
      if (state.tag !== "forking" || now < state.until) return [state, NOTHING];
      return execute(state.waiting, NOTHING);
    case "done":
      if (state.tag !== "executing") return [state, NOTHING];
      return execute(state.waiting, [
        { tag: "write", messages: [{ kind: "reply", number: state.number, data: input.data }] },
      ]);
    case "lost": // rule 3
      return [ENDED, NOTHING];
  }
}

/** Rule 2. */
function execute([first, ...waiting]: readonly GeminiMessage[], before: readonly Effect[]): Step {
  if (first === undefined) return [{ tag: "idle" }, before];
  const { number, data } = first;
  return [{ tag: "executing", number, waiting }, [...before, { tag: "execute", number, data }]];
}

function facts(state: GeminiProcessState): readonly Fact[] {
  switch (state.tag) {
    case "forking":
      return [{ name: "forked at", kind: "moment", value: state.until }, waits(state)];
    case "executing":
      return [{ name: "call", kind: "number", value: state.number }, waits(state)];
    default:
      return [];
  }
}

const waits = ({ waiting }: Waits): Fact => ({ name: "calls that wait", kind: "count", value: waiting.length });

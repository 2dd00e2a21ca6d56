/**
 * A server’s end of one connection of a transfer.
 *
 *     idle --call--> serving --the last procedure is done--> idle
 *     any --lost--> ended
 *
 * Rules
 * 1. Each flight of a handshake is answered at once, as setup.ts says.
 * 2. A call runs when all of it has come. Its reply is written when its procedure is done, whole, behind those before.
 * 3. Where the connection is lost, the procedures run to their ends, and their replies have no way back.
 */
import type { TransferMessage } from "../../wire/today-transfer.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import type { StreamCalleeEffect, StreamCalleeInput } from "../tcp/stream-ends.ts";
import { inPieces, takePiece, type Coming } from "./messages.ts";
import type { Setup } from "./setup.ts";

interface ServerOptions {
  readonly setup: Setup;
  readonly piece: number;
}

export type ServerState =
  | {
      readonly tag: "serving";
      readonly running: readonly number[];
      /** Flights of the handshake that were answered. */
      readonly flights: number;
      readonly coming: readonly Coming[];
    }
  | { readonly tag: "ended" };

type Input = StreamCalleeInput<TransferMessage>;
type Effect = StreamCalleeEffect<TransferMessage>;
type Step = readonly [ServerState, readonly Effect[]];
type Serving = Extract<ServerState, { readonly tag: "serving" }>;

const NOTHING: readonly Effect[] = [];
const ENDED: ServerState = { tag: "ended" };

const SERVER_STATES: readonly StateWord<"idle" | "serving" | "ended">[] = [
  { tag: "idle", what: "no call runs" },
  { tag: "serving", what: "procedures run" },
  { tag: "ended", what: "the connection is lost" },
];

export const transferServer = (
  options: ServerOptions,
): Machine<ServerState, Input, Effect, { readonly isBound: boolean }> => ({
  protocol: "Transfer server",
  states: SERVER_STATES,
  start: () => ({ tag: "serving", running: [], flights: 0, coming: [] }),
  step: (state, input) => (state.tag === "ended" ? [state, NOTHING] : step(state, input, options)),
  deadline: () => null,
  name: (state) => (state.tag === "serving" && state.running.length === 0 ? "idle" : state.tag),
  input: (input) => (input.tag === "message" ? input.message.kind : input.tag),
  key: keyText,
  facts: (state): readonly Fact[] =>
    state.tag === "ended" ? [] : [{ name: "procedures that run", kind: "count", value: state.running.length }],
});

function step(state: Serving, input: Input, options: ServerOptions): Step {
  switch (input.tag) {
    case "message":
      return heard(state, input.message, options);
    case "done": {
      const { number, data } = input;
      const running = state.running.filter((one) => one !== number);
      const messages = inPieces({ kind: "reply", number, data }, options.piece);
      return [{ ...state, running }, [{ tag: "write", messages }]];
    }
    case "lost":
      return [ENDED, NOTHING];
    default:
      return [state, NOTHING];
  }
}

function heard(state: Serving, message: TransferMessage, { setup, piece }: ServerOptions): Step {
  const { kind, number } = message;
  const [coming, data] = takePiece(state.coming, `${kind} ${number}`, message);
  if (data === null) return [{ ...state, coming }, NOTHING];
  if (kind === "call") {
    const running = [...state.running, number];
    return [{ ...state, coming, running }, [{ tag: "execute", number, data }]];
  }
  const bytes = setup.server[state.flights];
  if (bytes === undefined) return [{ ...state, coming }, NOTHING]; // the client has had the last word
  const messages = inPieces({ kind: "hello", number, data: new Uint8Array(bytes) }, piece);
  return [{ ...state, coming, flights: state.flights + 1 }, [{ tag: "write", messages }]];
}

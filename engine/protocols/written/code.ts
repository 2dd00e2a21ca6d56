/**
 * Both ends of the written protocol where their rules are a program: two functions of a reader’s,
 * `client(state, event)` and `server(state, event)`. They get a copy of their state and an event as plain data, may
 * change the state, and give a list of actions. Who calls them is not said here: an interpreter that shares nothing
 * with this program.
 *
 * A function is first told `start`, when its host starts, and keeps what it needs in its state. What it gives is
 * checked: anything else than the actions of code-actions.ts is a CodeFault, which says where, what, what to do. A
 * client has one timer. The action `timer` sets it, or stops it; it stops by itself when it ends.
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import type { HostInput } from "../ends.ts";
import { keyText } from "../machine.ts";
import { CodeFault, readActions, type Action } from "./code-actions.ts";
import type { ClientAction, ClientEvent, ServerAction, ServerEvent } from "./program-types.ts";
import type { WrittenMachine } from "./ends.ts";
import { sent, type WrittenEffects, type WrittenPacket } from "./message.ts";

/** Calls one of the two functions. State and event are JSON; so are the state after it and the actions. */
export type CallCode = (
  who: "client" | "server",
  state: string,
  event: string,
) => { readonly state: string; readonly actions: string };

type Input = HostInput<WrittenPacket>;
type Done = Extract<Input, { tag: "done" }>;

interface CodeClientState {
  readonly json: string;
  readonly call: number; // 0 while none is under way
  readonly data: Uint8Array;
  readonly server: number; // its life as far as it is known
  readonly deadline: Nanos | null;
}

interface CodeServerState {
  readonly json: string;
  readonly life: number;
}

const NO_DATA = new Uint8Array();
const BEFORE = "{}"; // the state before the first event

interface Asked<Actions> {
  readonly json: string; // of the state after it
  readonly actions: readonly Actions[];
}

/** The byte that a call’s argument and its result are. Throws where there is none: every program has one. */
function byteOf([byte]: Uint8Array): number {
  if (byte === undefined) throw new RangeError("A call of written rules has an argument and a result of one byte.");
  return byte;
}

/** Calls a function, and checks what it gives. */
function ask(code: CallCode, who: "client", json: string, event: ClientEvent): Asked<ClientAction>;
function ask(code: CallCode, who: "server", json: string, event: ServerEvent): Asked<ServerAction>;
function ask(code: CallCode, who: "client" | "server", json: string, event: ClientEvent | ServerEvent): Asked<Action> {
  const { state, actions } = code(who, json, JSON.stringify(event));
  return { json: state, actions: readActions(who, event.what, actions) };
}

export function codeClient(code: CallCode): WrittenMachine<CodeClientState> {
  return {
    protocol: "Written client",
    states: [
      { tag: "idle", what: "no call is outstanding" },
      { tag: "waiting", what: "a call is under way, and a timer runs" },
      { tag: "resting", what: "a call is under way, and no timer runs" },
    ],
    start: ({ life, server }) => {
      const { json, actions } = ask(code, "client", BEFORE, { what: "start", life, server });
      if (actions.length > 0) throw new CodeFault("client", "start", "it gives actions", "Give [] here.");
      return { json, call: 0, data: NO_DATA, server, deadline: null };
    },
    step: (state, input, now) => clientStep(code, state, input, now),
    deadline: ({ deadline }) => deadline,
    name: ({ call, deadline }) => (call === 0 ? "idle" : deadline === null ? "resting" : "waiting"),
    input: (input) => (input.tag === "packet" ? input.packet.kind : input.tag),
    key: (state) => keyText({ ...state, deadline: null }),
    facts: () => [],
  };
}

/** What a client’s function is told of an input; null where it is told nothing. */
function clientEvent(input: Input): ClientEvent | null {
  switch (input.tag) {
    case "call":
      return { what: "call", argument: byteOf(input.data) };
    case "tick":
      return { what: "timer" };
    case "done":
      return null;
    case "packet": {
      const { kind, number, life, data } = input.packet;
      if (kind === "call") return null;
      return kind === "result" ? { what: kind, number, life, value: byteOf(data) } : { what: kind, number, life };
    }
  }
}

function clientStep(
  code: CallCode,
  before: CodeClientState,
  input: Input,
  now: Nanos,
): readonly [CodeClientState, WrittenEffects] {
  const event = clientEvent(input);
  if (event === null) return [before, []];
  const { json, actions } = ask(code, "client", before.json, event);
  const server = input.tag === "packet" ? Math.max(before.server, input.packet.life) : before.server;
  let state: CodeClientState = { ...before, json, server };
  if (input.tag === "call") state = { ...state, call: input.call, data: input.data };
  if (input.tag === "tick") state = { ...state, deadline: null };
  const effects: WrittenEffects[number][] = [];
  let again = input.tag !== "call";
  for (const action of actions) {
    if (action.do === "timer") {
      state = { ...state, deadline: action.ms === null ? null : now + millis(action.ms) };
      continue;
    }
    if (state.call === 0) {
      const todo = "Look whether a call is under way before you act.";
      throw new CodeFault("client", event.what, `it gives "${action.do}", but no call is under way`, todo);
    }
    const { call, data } = state;
    if (action.do === "call") {
      const { number, life = state.server } = action;
      effects.push(sent({ kind: "call", number, life, data }, call, again));
      again = true;
      continue;
    }
    effects.push(
      action.do === "return"
        ? { tag: "returned", data: Uint8Array.of(action.value), call }
        : { tag: "failed", goesOn: true, call },
    );
    state = { ...state, call: 0, data: NO_DATA };
  }
  return [state, effects];
}

export function codeServer(code: CallCode): WrittenMachine<CodeServerState> {
  return {
    protocol: "Written server",
    states: [{ tag: "listening", what: "the state is the program’s own" }],
    start: ({ life }) => {
      const { json, actions } = ask(code, "server", BEFORE, { what: "start", life });
      if (actions.length > 0) throw new CodeFault("server", "start", "it gives actions", "Give [] here.");
      return { json, life };
    },
    step: (state, input) => serverStep(code, state, input),
    deadline: () => null,
    name: () => "listening",
    input: (input) => (input.tag === "packet" ? input.packet.kind : input.tag),
    key: keyText,
    facts: () => [],
  };
}

/** Names an execution until its procedure is done: the number by which the program knows it, and the call. */
const doneEvent = ({ work, data }: Done): ServerEvent => ({
  what: "done",
  number: Number(work.split(".")[0]),
  value: byteOf(data),
});

function serverStep(code: CallCode, before: CodeServerState, input: Input): readonly [CodeServerState, WrittenEffects] {
  if (input.tag !== "done" && (input.tag !== "packet" || input.packet.kind !== "call")) return [before, []];
  const event: ServerEvent =
    input.tag === "done"
      ? doneEvent(input)
      : {
          what: "call",
          number: input.packet.number,
          life: input.packet.life,
          argument: byteOf(input.packet.data),
        };
  const { json, actions } = ask(code, "server", before.json, event);
  const call = input.tag === "done" ? Number(input.work.split(".")[1]) : input.call;
  const isAgain = input.tag === "packet";
  return [{ ...before, json }, actions.map((action) => serverEffect(action, before.life, call, isAgain))];
}

function serverEffect(action: ServerAction, life: number, call: number, isAgain: boolean): WrittenEffects[number] {
  switch (action.do) {
    case "run": {
      const { number, argument } = action;
      return { tag: "execute", call: argument, work: `${number}.${argument}`, data: Uint8Array.of(argument) };
    }
    case "result": {
      const { number, value } = action;
      return sent({ kind: "result", number, life, data: Uint8Array.of(value) }, value, isAgain);
    }
    case "acknowledge":
      return sent({ kind: "acknowledgement", number: action.number, life }, call, false);
    case "reject":
      return sent({ kind: "reject", number: action.number, life }, call, false);
  }
}

/**
 * The client of the protocol whose rules a reader writes. What it decides stands in the cells of rules.ts; all else is
 * fixed here.
 *
 * Rules
 * 1. A call goes out with a number, and a timer starts. The cells `number` and `first` say which number, and how often.
 * 2. When the timer ends, the cell `timer` says what happens: the call goes out again, or it fails, or nothing happens.
 * 3. A result ends the call where the cell `reply` takes it. Where no call is under way, every packet is ignored.
 * 4. An acknowledgement with the number of the call starts the timer again, by the cell `ack`, and sendings are counted
 *    anew.
 * 5. A reject with the number of the call tells the client which life of the server it is from. The cell `rejected`
 *    says what becomes of the call.
 * 6. After a restart the client knows no call. The cell `restart` says from which number it counts.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { HostInput } from "../ends.ts";
import { keyText, type Machine, type StateWord } from "../machine.ts";
import {
  countsFrom,
  LATER,
  MOST_AGAIN,
  sent,
  type WrittenEffects,
  type WrittenIdentity,
  type WrittenOptions,
  type WrittenPacket,
} from "./message.ts";

export const CLIENT_STATES = [
  { tag: "idle", what: "no call is outstanding" },
  { tag: "waiting", what: "the call was sent, and a timer runs" },
  { tag: "resting", what: "the call was sent, and no timer runs" },
] as const satisfies readonly StateWord[];

interface Base {
  readonly life: number;
  readonly server: number; // its life as far as it is known
  readonly number: number; // the last one that was given
}

interface Busy extends Base {
  readonly tag: "waiting" | "resting";
  readonly call: number;
  readonly data: Uint8Array;
  readonly again: number; // how often it was sent again since the last acknowledgement
  readonly isRefused: boolean; // and was sent again for that
  readonly deadline: Nanos | null;
}

type WrittenClientState = (Base & { readonly tag: "idle" }) | Busy;
type Step = readonly [WrittenClientState, WrittenEffects];
type Input = HostInput<WrittenPacket>;
type WrittenClient = Machine<WrittenClientState, Input, WrittenEffects[number], WrittenIdentity>;

export function writtenClient(options: WrittenOptions): WrittenClient {
  const client = new Client(options);
  return {
    protocol: "Written client",
    states: CLIENT_STATES,
    start: ({ life, server }) => ({ tag: "idle", life, server, number: countsFrom(life, options.rules) }),
    step: (state, input, now) => client.step(state, input, now),
    deadline: (state) => (state.tag === "idle" ? null : state.deadline),
    name: ({ tag }) => tag,
    input: (input) => (input.tag === "packet" ? input.packet.kind : input.tag),
    key: (state) => keyText({ ...state, deadline: null }),
    facts: (state) => [
      { name: "number", kind: "number", value: state.number },
      ...(state.tag === "idle" ? [] : [{ name: "sent again", kind: "count", value: state.again } as const]),
    ],
  };
}

class Client {
  private readonly options: WrittenOptions;

  constructor(options: WrittenOptions) {
    this.options = options;
  }

  step(state: WrittenClientState, input: Input, now: Nanos): Step {
    if (input.tag === "call") return this.begin(state, input, now);
    if (state.tag === "idle") return [state, []];
    if (input.tag === "tick") return this.tick(state, now);
    return input.tag === "packet" ? this.heard(state, input.packet, now) : [state, []];
  }

  /** Rule 1. */
  private begin(state: WrittenClientState, { call, data }: Extract<Input, { tag: "call" }>, now: Nanos): Step {
    if (state.tag !== "idle") throw new Error("Written RPC: the client has a call; it makes one at a time.");
    const { life, server } = state;
    const { number: rule, first } = this.options.rules;
    const number = rule === "same" ? 1 : state.number + 1;
    const deadline = this.after(now, 1);
    const busy: Busy = { tag: "waiting", life, server, number, call, data, again: 0, isRefused: false, deadline };
    const packets = first === "twice" ? [false, true] : [false];
    return [busy, packets.map((isAgain) => packetOf(busy, isAgain))];
  }

  private after(now: Nanos, times: number): Nanos {
    return now + times * this.options.retryAfter;
  }

  /** Rule 2. */
  private tick(state: Busy, now: Nanos): Step {
    switch (this.options.rules.timer) {
      case "nothing":
        return [{ ...state, tag: "resting", deadline: null }, []];
      case "fail":
        return failed(state);
      case "once":
        return state.again >= 1 ? failed(state) : this.again(state, now);
      case "again":
        return state.again >= MOST_AGAIN ? failed(state) : this.again(state, now);
      case "forever":
        // A count that grew without end would make endless states.
        return this.again({ ...state, again: Math.min(state.again, MOST_AGAIN) }, now);
    }
  }

  private again(state: Busy, now: Nanos): Step {
    const number = this.options.rules.number === "packet" ? state.number + 1 : state.number;
    const next: Busy = { ...state, tag: "waiting", number, again: state.again + 1, deadline: this.after(now, 1) };
    return [next, [packetOf(next, true)]];
  }

  private heard(state: Busy, packet: WrittenPacket, now: Nanos): Step {
    const isMine = packet.number === state.number;
    switch (packet.kind) {
      case "result": // rule 3
        if (!isMine && this.options.rules.reply === "match") return [state, []];
        return [idle(state), [{ tag: "returned", data: packet.data, call: state.call }]];
      case "acknowledgement":
        return isMine ? [this.acknowledged(state, now), []] : [state, []];
      case "reject":
        return isMine ? this.rejected({ ...state, server: Math.max(state.server, packet.life) }, now) : [state, []];
      case "call": // what clients send
        return [state, []];
    }
  }

  /** Rule 4. */
  private acknowledged(state: Busy, now: Nanos): Busy {
    switch (this.options.rules.ack) {
      case "ignore":
        return state;
      case "rest":
        return { ...state, tag: "resting", again: 0, deadline: null };
      case "soon":
        return { ...state, tag: "waiting", again: 0, deadline: this.after(now, 1) };
      case "later":
        return { ...state, tag: "waiting", again: 0, deadline: this.after(now, LATER) };
    }
  }

  /** Rule 5. */
  private rejected(state: Busy, now: Nanos): Step {
    switch (this.options.rules.rejected) {
      case "fail":
        return failed(state);
      case "again":
        return state.isRefused ? failed(state) : this.again({ ...state, isRefused: true }, now);
      case "ignore":
        return [state, []];
    }
  }
}

const packetOf = ({ number, server: life, data, call }: Busy, isAgain: boolean): WrittenEffects[number] =>
  sent({ kind: "call", number, life, data }, call, isAgain);

const idle = ({ life, server, number }: Busy): WrittenClientState => ({ tag: "idle", life, server, number });
const failed = (state: Busy): Step => [idle(state), [{ tag: "failed", goesOn: true, call: state.call }]];

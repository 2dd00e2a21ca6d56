/**
 * The server of the protocol whose rules a reader writes. It has room for one row: the number of the last call, and its
 * result. What it decides stands in the cells of rules.ts; all else is fixed here.
 *
 * Rules
 * 1. A call whose number is larger than that of the row, or that finds no row, is answered by the cell `larger`: the
 *    row is written before the procedure runs, or when it has run, or never.
 * 2. A call whose number stands in the row is answered by the cell `equal`.
 * 3. A call whose number is smaller is answered by the cell `smaller`.
 * 4. When the procedure has run, its result goes out. The row has it from then on, or not, by the cell `keep`.
 * 5. By the cell `acks` each call that comes is acknowledged besides.
 * 6. A call says which life of the server it is meant for. What becomes of one that is meant for another life, the cell
 *    `former` says. A restart loses the row.
 */
import type { HostEffect, HostInput } from "../ends.ts";
import { keyText, type Machine, type StateWord } from "../machine.ts";
import { sent, type WrittenEffects, type WrittenIdentity, type WrittenOptions, type WrittenPacket } from "./message.ts";
import type { WrittenRules } from "./rules.ts";

export const SERVER_STATES = [
  { tag: "no row", what: "no call is known" },
  { tag: "running", what: "the row has a call whose procedure runs" },
  { tag: "kept", what: "the row has a call and its result" },
  { tag: "answered", what: "the row has a call that was answered, and no result" },
] as const satisfies readonly StateWord[];

interface Row {
  readonly number: number;
  readonly call: number;
  readonly isRunning: boolean;
  readonly result: Uint8Array | null;
}

interface WrittenServerState {
  readonly life: number;
  readonly row: Row | null;
}

type Step = readonly [WrittenServerState, WrittenEffects];
type Input = HostInput<WrittenPacket>;
type WrittenServer = Machine<WrittenServerState, Input, WrittenEffects[number], WrittenIdentity>;

export function writtenServer({ rules }: WrittenOptions): WrittenServer {
  const server = new Server(rules);
  return {
    protocol: "Written server",
    states: SERVER_STATES,
    start: ({ life }) => ({ life, row: null }),
    step: (state, input) => server.step(state, input),
    deadline: () => null,
    name: ({ row }) => nameOf(row),
    input: (input) => (input.tag === "packet" ? input.packet.kind : input.tag),
    key: keyText,
    facts: ({ row }) => (row === null ? [] : [{ name: "number in the row", kind: "number", value: row.number }]),
  };
}

function nameOf(row: Row | null): (typeof SERVER_STATES)[number]["tag"] {
  if (row === null) return "no row";
  if (row.isRunning) return "running";
  return row.result === null ? "answered" : "kept";
}

/** A call that has come. */
interface Come {
  readonly call: number;
  readonly packet: WrittenPacket;
}

/** Names a call until its procedure is done. */
const workOf = ({ call, packet: { number } }: Come): string => `${number}.${call}`;

class Server {
  private readonly rules: WrittenRules;

  constructor(rules: WrittenRules) {
    this.rules = rules;
  }

  step(state: WrittenServerState, input: Input): Step {
    if (input.tag === "done") return this.done(state, input);
    if (input.tag !== "packet" || input.packet.kind !== "call") return [state, []];
    const { call, packet } = input;
    const isFormer = packet.life !== state.life; // rule 6
    if (isFormer && this.rules.former === "reject") return [state, [rejection(state, input)]];
    const [after, effects] = this.called(state, { call, packet });
    if (this.rules.acks === "no") return [after, effects];
    return [after, [acknowledgement(state, input), ...effects.filter((one) => !isAck(one))]]; // rule 5
  }

  private called(state: WrittenServerState, come: Come): Step {
    const { row } = state;
    const { number } = come.packet;
    if (row === null || number > row.number) return this.larger(state, come);
    return number === row.number ? this.equal(state, row, come) : this.smaller(state, row, come);
  }

  /** Rule 1. */
  private larger(state: WrittenServerState, come: Come): Step {
    const { call, packet } = come;
    if (this.rules.larger === "ignore") return [state, []];
    if (this.rules.larger !== "rowRun") return [state, [run(come)]];
    return [{ ...state, row: { number: packet.number, call, isRunning: true, result: null } }, [run(come)]];
  }

  /** Rule 2. */
  private equal(state: WrittenServerState, row: Row, come: Come): Step {
    switch (this.rules.equal) {
      case "run":
        return [state, [run(come)]];
      case "ignore":
        return [state, []];
      case "reject":
        return [state, [rejection(state, come)]];
      case "ack":
        return [state, [acknowledgement(state, come)]];
      case "result":
        return [state, kept(state, row)];
      case "resultAck":
        return [state, row.isRunning ? [acknowledgement(state, come)] : kept(state, row)];
    }
  }

  /** Rule 3. */
  private smaller(state: WrittenServerState, row: Row, come: Come): Step {
    switch (this.rules.smaller) {
      case "run":
        return [state, [run(come)]];
      case "ignore":
        return [state, []];
      case "reject":
        return [state, [rejection(state, come)]];
      case "result":
        return [state, kept(state, row)];
    }
  }

  /** Rule 4. */
  private done(state: WrittenServerState, { work, data }: Extract<Input, { tag: "done" }>): Step {
    const [number = 0, call = 0] = work.split(".").map(Number);
    const answer = sent({ kind: "result", number, life: state.life, data }, call, false);
    const { row } = state;
    const isNew = this.rules.larger === "runRow" && (row === null || number >= row.number);
    if (!isNew && row?.number !== number) return [state, [answer]];
    const result = this.rules.keep === "next" ? data : null;
    return [{ ...state, row: { number, call, isRunning: false, result } }, [answer]];
  }
}

const run = (come: Come): HostEffect<WrittenPacket> => ({
  tag: "execute",
  call: come.call,
  work: workOf(come),
  data: come.packet.data,
});

const isAck = (effect: HostEffect<WrittenPacket>): boolean =>
  effect.tag === "send" && effect.kind === "acknowledgement";

const acknowledgement = ({ life }: WrittenServerState, { call, packet: { number } }: Come) =>
  sent({ kind: "acknowledgement", number, life }, call, false);

const rejection = ({ life }: WrittenServerState, { call, packet: { number } }: Come) =>
  sent({ kind: "reject", number, life }, call, false);

const kept = ({ life }: WrittenServerState, { number, call, result }: Row): WrittenEffects =>
  result === null ? [] : [sent({ kind: "result", number, life, data: result }, call, true)];

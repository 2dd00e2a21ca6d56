/** For tests: a small protocol whose rules can be wrong in one way or another. */
import { millis, type Nanos } from "../kernel/time.ts";
import { keyText } from "../protocols/machine.ts";
import { CALLER, type Ends, type Host, type HostEffect, type HostInput, type Moment } from "../protocols/ends.ts";
import { EXACTLY_ONCE } from "../protocols/promises.ts";
import type { CallTimes } from "./call-times.ts";
import type { Net } from "./net.ts";
import type { NetState } from "./net-state.ts";

export const TIMES: CallTimes = {
  begins: 0,
  prepare: millis(1),
  request: millis(1),
  enter: 0,
  service: millis(1),
  reply: millis(1),
  finish: millis(1),
};

/** The key of a state of a net, as a text. */
export function keyIn<State, Packet>(net: Net<State, Packet>, state: NetState<State, Packet>): string {
  const { row, length } = net.key(state);
  return row.subarray(0, length).join(" ");
}

/** The number of states that any way leads to. Goes on from a state once for each number of faults on the way to it. */
export function enumerated<State, Packet>(net: Net<State, Packet>): number {
  const { repeats } = net;
  const [keys, ways] = [new Set<string>(), new Set<string>()];
  const open = [net.start()];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const key = keyIn(net, state);
    const way = `${key} ${state.faults.length}`;
    keys.add(key);
    if (ways.has(way) || net.broken(state) !== null) continue;
    ways.add(way);
    open.push(...net.successors(state).map((next) => next.state));
  }
  return net.repeats > repeats ? enumerated(net) : keys.size;
}

interface State {
  readonly host: Host;
  readonly call: number; // 0 while none is under way
  readonly deadline: Nanos | null;
}

interface Packet {
  readonly of: number;
}

/** The fault of the protocol. */
export interface Faulty {
  /** The caller takes any result for its own. */
  readonly takesAny?: true;
  /** Its timer goes on when the call has returned. */
  readonly keepsTimer?: true;
  /** It waits without a timer. */
  readonly waits?: true;
  /** It gives up at its first timer. */
  readonly givesUp?: true;
}

/** A caller that sends its call every 10 ms until a result comes, and a callee that executes whatever comes. */
export class Naive implements Ends<State, Packet> {
  readonly hosts = ["caller", "server"];
  readonly kinds = ["call", "result"];
  readonly crashable: readonly Host[] = [];
  readonly promises = EXACTLY_ONCE;
  readonly procedure = { span: "The procedure" };
  readonly steps = {
    starts: { protocol: "Naive caller", input: "call" },
    executes: { protocol: "Naive callee", input: "packet" },
    answers: { protocol: "Naive callee", input: "done" },
    returns: { protocol: "Naive caller", input: "packet" },
  };
  private readonly faulty: Faulty;

  constructor(faulty: Faulty = {}) {
    this.faulty = faulty;
  }

  start(): readonly State[] {
    return [this.restart(CALLER), this.restart(1)];
  }

  restart(host: Host): State {
    return { host, call: 0, deadline: null };
  }

  deadline({ deadline }: State): Nanos | null {
    return deadline;
  }

  key(state: State): string {
    return keyText({ ...state, deadline: null });
  }

  packetKey(packet: Packet): string {
    return keyText(packet);
  }

  step(state: State, input: HostInput<Packet>, moment: Moment): readonly [State, readonly HostEffect<Packet>[]] {
    if (state.host !== CALLER) return [state, serve(input)];
    if (input.tag === "packet") return this.hear(state, input.packet);
    if (input.tag === "tick" && this.faulty.givesUp === true)
      return [{ ...state, call: 0, deadline: null }, [{ tag: "failed", goesOn: true }]];
    const call = input.tag === "call" ? input.call : state.call;
    const deadline = this.faulty.waits === true ? null : moment.now + millis(10);
    return [{ ...state, call, deadline }, [{ tag: "send", packet: { of: call }, kind: "call", call, send: null }]];
  }

  private hear(state: State, { of }: Packet): readonly [State, readonly HostEffect<Packet>[]] {
    const { takesAny = false, keepsTimer = false } = this.faulty;
    if (state.call === 0 || (of !== state.call && !takesAny)) return [state, []];
    return [
      { ...state, call: 0, deadline: keepsTimer ? state.deadline : null },
      [{ tag: "returned", data: Uint8Array.of(of) }],
    ];
  }
}

function serve(input: HostInput<Packet>): readonly HostEffect<Packet>[] {
  if (input.tag === "packet") {
    const { of } = input.packet;
    return [{ tag: "execute", call: of, work: String(of), data: Uint8Array.of(of) }];
  }
  if (input.tag !== "done") return [];
  const of = Number(input.work);
  return [{ tag: "send", packet: { of }, kind: "result", call: of, send: null }];
}

/** For tests: a small protocol whose rules can be wrong in one way or another. */
import { millis, type Nanos } from "../kernel/time.ts";
import { keyText } from "../protocols/machine.ts";
import { CALLER, type CallTimes, type Host, type HostEffect, type HostInput, type Moment } from "./protocol.ts";
import type { Protocol } from "./protocol.ts";

export const TIMES: CallTimes = {
  begins: 0,
  prepare: millis(1),
  request: millis(1),
  enter: 0,
  service: millis(1),
  reply: millis(1),
  finish: millis(1),
};

interface State {
  readonly host: Host;
  readonly call: number; // 0 while none is under way
  readonly deadline: Nanos | null;
}

interface Packet {
  readonly of: number;
}

/** What is wrong with it. */
export interface Faulty {
  /** The caller takes any result for its own. */
  readonly takesAny?: true;
  /** Its timer goes on when the call has returned. */
  readonly keepsTimer?: true;
  /** It waits without a timer. */
  readonly waits?: true;
}

/** A caller that sends its call every 10 ms until a result comes, and a callee that executes whatever comes. */
export class Naive implements Protocol<State, Packet> {
  readonly hosts = ["caller", "server"] as const;
  readonly crashable: readonly Host[] = [];
  private readonly faulty: Faulty;

  constructor(faulty: Faulty = {}) {
    this.faulty = faulty;
  }

  start(): readonly [State, State] {
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
    const call = input.tag === "call" ? input.call : state.call;
    const deadline = this.faulty.waits === true ? null : moment.now + millis(10);
    return [{ ...state, call, deadline }, [{ tag: "send", packet: { of: call }, kind: "call", call, send: null }]];
  }

  private hear(state: State, { of }: Packet): readonly [State, readonly HostEffect<Packet>[]] {
    const { takesAny = false, keepsTimer = false } = this.faulty;
    if (state.call === 0 || (of !== state.call && !takesAny)) return [state, []];
    return [{ ...state, call: 0, deadline: keepsTimer ? state.deadline : null }, [{ tag: "returned", of }]];
  }
}

function serve(input: HostInput<Packet>): readonly HostEffect<Packet>[] {
  if (input.tag === "packet") return [{ tag: "execute", call: input.packet.of, work: input.packet.of }];
  if (input.tag !== "done") return [];
  return [{ tag: "send", packet: { of: input.work }, kind: "result", call: input.work, send: null }];
}

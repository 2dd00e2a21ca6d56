/** At most once, with times: see README.md. The protocol as ends, in the search itself. */
import type { CallTimes } from "../../explore/call-times.ts";
import { search } from "../../explore/search.ts";
import { NUMBERED } from "../../experiments/explorable.ts";
import type { Nanos } from "../../kernel/time.ts";
import { CALLER, type Ends, type Host, type HostEffect, type HostInput, type Moment } from "../../protocols/ends.ts";
import type { Property } from "../../protocols/promises.ts";

const CALLS = 2;
const RETRIES = 1;
const TIMER = 64;
const TIMES: CallTimes = { begins: 0, prepare: 8, request: 16, enter: 0, service: 4, reply: 16, finish: 8 };

/** The call that a packet is of. */
type Packet = number;

interface State {
  readonly host: Host;
  /** Of the caller: the call that it waits for, 0 for none. Of the server: the last one that it has executed. */
  readonly call: number;
  /** How often the caller may still send it again. */
  readonly left: number;
  readonly deadline: Nanos | null;
  /** The last call that the server has answered. */
  readonly answered: number;
}

type Stepped = readonly [State, readonly HostEffect<Packet>[]];

const sends = (kind: "call" | "result", call: number): HostEffect<Packet> => ({
  tag: "send",
  packet: call,
  kind,
  call,
  send: null,
});

class AtMostOnce implements Ends<State, Packet> {
  readonly hosts = ["caller", "server"];
  readonly kinds = ["call", "result"];
  readonly crashable = [];
  readonly promises: readonly Property[] = ["once", "atMostOnce", "ownResult"];
  readonly procedure = { span: "The procedure" };
  readonly steps = {
    starts: { protocol: "Caller", input: "call" },
    executes: { protocol: "Server", input: "packet" },
    answers: { protocol: "Server", input: "done" },
    returns: { protocol: "Caller", input: "packet" },
  };

  start(): readonly State[] {
    return [CALLER, 1].map((host) => ({ host, call: 0, left: 0, deadline: null, answered: 0 }));
  }

  restart(): State {
    throw new Error("No machine crashes.");
  }

  deadline({ deadline }: State): Nanos | null {
    return deadline;
  }

  key({ call, left, answered }: State): string {
    return `${call} ${left} ${answered}`;
  }

  packetKey(packet: Packet): string {
    return String(packet);
  }

  step(state: State, input: HostInput<Packet>, { now }: Moment): Stepped {
    switch (input.tag) {
      case "call":
        return this.send({ ...state, call: input.call, left: RETRIES }, now);
      case "tick":
        return this.send({ ...state, left: state.left - 1 }, now);
      case "packet":
        return state.host === CALLER ? hears(state, input.packet) : serves(state, input.packet);
      case "done": {
        const answered = Number(input.work);
        return [{ ...state, answered }, [sends("result", answered)]];
      }
    }
  }

  private send(state: State, now: Nanos): Stepped {
    return [{ ...state, deadline: state.left > 0 ? now + TIMER : null }, [sends("call", state.call)]];
  }
}

function hears(state: State, of: Packet): Stepped {
  if (of !== state.call) return [state, []];
  return [{ ...state, call: 0, left: 0, deadline: null }, [{ tag: "returned", data: Uint8Array.of(of) }]];
}

function serves(state: State, of: Packet): Stepped {
  if (of > state.call)
    return [{ ...state, call: of }, [{ tag: "execute", call: of, work: String(of), data: Uint8Array.of(of) }]];
  return [state, of === state.call && of === state.answered ? [sends("result", of)] : []];
}

/** The number of states with any number of lost packets, copies and late packets. Throws where a promise breaks. */
export function statesOfTimed(): number {
  const ends = new AtMostOnce();
  const { states, violations } = search(ends, TIMES, {
    faults: 4 * CALLS * (1 + RETRIES), // more than there are packets
    calls: CALLS,
    properties: ends.promises,
    program: NUMBERED,
    sorts: ["drop", "duplicate", "delay"],
    followsIdle: true,
  });
  // A call whose packets are all lost waits for ever.
  if (violations.some(({ property }) => property !== "ends")) throw new Error("A promise of the protocol breaks.");
  return states;
}

/**
 * A server in the transactions of a client’s process (`getreq`, `putrep`; sources of Amoeba 5). It knows the last.
 *
 * Rules
 * 1. A kernel that has the service answers a LOCATE with HERE. All others keep silent.
 * 2. A transaction with a greater number than the last one is new, and acknowledges the last reply. Its procedure runs
 *    when all fragments of the request have come. One with a smaller number is late, and ignored.
 * 3. A request that comes again while its procedure runs, and an enquiry, are acknowledged.
 * 4. A reply goes out in a blast, and again every 0.5 s until it is acknowledged, 20 times at most. Meanwhile a request
 *    or an enquiry needs no answer.
 * 5. A client that has said nothing for 50 s while its procedure runs is given up: nobody gets the result.
 * 6. A request or an enquiry for a service that is not here, for another life of the kernel or for a transaction that
 *    is not known is answered NOT HERE, with the number of this life.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { AmoebaKind, AmoebaPacket } from "../../wire/amoeba.ts";
import type { ChannelEnd, ChannelMachine } from "../channels.ts";
import type { HostInput } from "../ends.ts";
import { gotFact, isLast, nothingOf, wholeOf, withFragment, type Incoming } from "../fragments.ts";
import { keyText, type Fact, type StateWord } from "../machine.ts";
import {
  AGAIN_AFTER,
  blast,
  CLIENT_SILENT,
  control,
  MOST_AGAIN,
  SERVER,
  sweptAt,
  type AmoebaEffect,
  type AmoebaEffects,
  type AmoebaOptions,
} from "./message.ts";

export const SERVER_STATES = [
  { tag: "listening", what: "no transaction is known, or the last one is over" },
  { tag: "gathering", what: "some fragments of the request have come" },
  { tag: "executing", what: "the procedure runs" },
  { tag: "replied", what: "the reply was sent, and is not acknowledged" },
] as const satisfies readonly StateWord[];

interface Base {
  readonly end: ChannelEnd;
  readonly call: number; // the last transaction; 0 for none
}

interface Replied extends Base {
  readonly tag: "replied";
  readonly data: Uint8Array;
  readonly sends: number;
  readonly deadline: Nanos | null; // null where nobody acknowledges replies
}

export type ServerState =
  | (Base & { readonly tag: "listening" })
  | (Base & { readonly tag: "gathering"; readonly request: Incoming })
  | (Base & { readonly tag: "executing"; readonly deadline: Nanos })
  | Replied;

type Step = readonly [ServerState, AmoebaEffects];
type Input = HostInput<AmoebaPacket>;

export function amoebaServer(options: AmoebaOptions): ChannelMachine<ServerState, AmoebaPacket> {
  const process = new ServerProcess(options);
  return {
    protocol: "Amoeba server",
    states: SERVER_STATES,
    start: (end) => ({ tag: "listening", end, call: 0 }),
    step: (state, input, now) => process.step(state, input, now),
    deadline: (state) => (state.tag === "executing" || state.tag === "replied" ? state.deadline : null),
    name: ({ tag }) => tag,
    input: (input) => (input.tag === "packet" ? input.packet.kind : input.tag),
    key: (state) => keyText({ ...state, deadline: null }),
    facts: factsOf,
  };
}

function factsOf(state: ServerState): readonly Fact[] {
  const { call } = state;
  const due = state.tag === "executing" || state.tag === "replied" ? state.deadline : null;
  return [
    { name: "transaction", kind: "number", value: call },
    ...(state.tag === "gathering" ? [gotFact(state.request)] : []),
    ...(state.tag === "replied"
      ? [{ name: "sends", kind: "count", value: state.sends, limit: MOST_AGAIN + 1 } as const]
      : []),
    ...(due === null ? [] : [{ name: "until", kind: "moment", value: due } as const]),
  ];
}

class ServerProcess {
  private readonly options: AmoebaOptions;

  constructor(options: AmoebaOptions) {
    this.options = options;
  }

  step(state: ServerState, input: Input, now: Nanos): Step {
    switch (input.tag) {
      case "packet":
        return this.heard(state, input.packet, now);
      case "done":
        return this.done(state, input, now);
      case "tick":
        return this.tick(state, now);
      case "call":
        return [state, []];
    }
  }

  private heard(state: ServerState, packet: AmoebaPacket, now: Nanos): Step {
    const isHere = state.end.host === SERVER;
    const { kind, life } = packet;
    if (kind === "locate") return [state, isHere ? [this.control("here", state, packet.call)] : []]; // rule 1
    const isMeant = life === state.end.life || this.leavesOut("uniqueId");
    if (kind === "request") return isHere && isMeant ? this.requested(state, packet, now) : this.refuses(state, packet);
    if (kind === "enquiry") return isHere && isMeant ? this.enquired(state, packet, now) : this.refuses(state, packet);
    const isOver = kind === "acknowledgement" && state.tag === "replied" && packet.call === state.call;
    return isOver ? [listening(state), []] : [state, []];
  }

  /** Rule 6: one answer for a request, however many fragments it has. */
  private refuses(state: ServerState, packet: AmoebaPacket): Step {
    return [state, isLast(packet) ? [this.control("nak", state, packet.call)] : []];
  }

  /** Rules 2 to 4. */
  private requested(state: ServerState, packet: AmoebaPacket, now: Nanos): Step {
    const { call } = packet;
    const isNew = call > state.call || (this.leavesOut("sequenceCheck") && isThrough(state, call));
    if (isNew)
      return this.assemble({ ...baseOf(state), tag: "gathering", call, request: nothing(packet) }, packet, now);
    if (call < state.call || state.tag === "listening") return [state, []];
    if (state.tag === "gathering") return this.assemble(state, packet, now);
    return packet.again && isLast(packet) ? this.again(state, now) : [state, []];
  }

  private assemble(state: Extract<ServerState, { tag: "gathering" }>, packet: AmoebaPacket, now: Nanos): Step {
    const request = withFragment(state.request, packet);
    const data = wholeOf(request);
    if (data === null) return [{ ...state, request }, []];
    const { call } = state;
    return [this.executing(state, now), [{ tag: "execute", call, work: String(call), data }]];
  }

  private enquired(state: ServerState, packet: AmoebaPacket, now: Nanos): Step {
    if (packet.call < state.call) return [state, []];
    const isKnown = packet.call === state.call && (state.tag === "executing" || state.tag === "replied");
    return isKnown ? this.again(state, now) : this.refuses(state, packet);
  }

  private again(state: ServerState, now: Nanos): Step {
    if (state.tag === "executing") {
      return [this.executing(state, now), [this.control("acknowledgement", state, state.call)]];
    }
    // A reply that nobody acknowledges goes out again when it is asked for.
    return state.tag === "replied" && state.deadline === null ? this.reply(state, now) : [state, []];
  }

  private done(state: ServerState, { work, data }: Extract<Input, { tag: "done" }>, now: Nanos): Step {
    if (state.tag !== "executing" || work !== String(state.call)) return [state, []];
    const replied: Replied = { ...baseOf(state), tag: "replied", data, sends: 0, deadline: null };
    const [next, effects] = this.reply(replied, now);
    return [this.leavesOut("heldReply") ? listening(state) : next, effects];
  }

  private reply(state: Replied, now: Nanos): Step {
    const { data, sends, end, call } = state;
    const deadline = this.leavesOut("replyAck") ? null : this.at(now + AGAIN_AFTER);
    const about = { end, call, life: end.life };
    const effects = blast("reply", data, { about, again: sends > 0, options: this.options });
    return [{ ...state, sends: sends + 1, deadline }, effects];
  }

  /** Rules 4 and 5. */
  private tick(state: ServerState, now: Nanos): Step {
    if (state.tag === "executing") return [listening(state), []];
    if (state.tag !== "replied") return [state, []];
    return state.sends > MOST_AGAIN ? [listening(state), []] : this.reply(state, now);
  }

  private executing(state: ServerState, now: Nanos): ServerState {
    return { ...baseOf(state), tag: "executing", deadline: this.at(now + CLIENT_SILENT) };
  }

  private control(kind: AmoebaKind, { end }: ServerState, call: number): AmoebaEffect {
    return control(kind, { end, call, life: end.life });
  }

  private at(moment: Nanos): Nanos {
    return sweptAt(moment, this.options.sweep);
  }

  private leavesOut(rule: AmoebaOptions["without"][number]): boolean {
    return this.options.without.includes(rule);
  }
}

/** Whether the server is through with a transaction of this number: its procedure has begun, or a later one has. */
const isThrough = (state: ServerState, call: number): boolean => call < state.call || state.tag !== "gathering";
const nothing = ({ fragments }: AmoebaPacket): Incoming => nothingOf(fragments);
const baseOf = ({ end, call }: ServerState): Base => ({ end, call });
const listening = (state: ServerState): ServerState => ({ ...baseOf(state), tag: "listening" });

/**
 * The ends of calls past the kernel: a client and a server, with a session of eight slots between them.
 *
 * Rules
 * 1. A call takes a slot that is free. Calls beyond eight wait at the client, in their order.
 * 2. A packet names its session, by the life of the server that it was made with. A server ignores packets of another
 *    session: its life before may have run their calls.
 * 3. A client whose call has failed makes a new session for its next calls, by packets of its own that are not here.
 *    Calls that are under way stay on the old one.
 */
import type { Nanos } from "../../kernel/time.ts";
import { SLOTS, type DatagramsPacket } from "../../wire/today-datagrams.ts";
import { CALLER, take, type Ends, type Host, type HostEffect, type HostInput, type Moment } from "../ends.ts";
import { keyText } from "../machine.ts";
import { EXACTLY_ONCE } from "../promises.ts";
import type { Rule } from "../rules.ts";
import type { TraceSettings } from "../testing/ends-script.ts";
import { least } from "../least.ts";
import {
  datagramsClient,
  type DatagramsClientInput,
  type DatagramsClientState,
  type DatagramsOptions,
} from "./client.ts";
import { datagramsServer, type DatagramsServerInput, type DatagramsServerState } from "./server.ts";

interface Waiting {
  readonly call: number;
  readonly data: Uint8Array;
}

interface ClientHost {
  readonly host: "client";
  readonly session: number; // of its next call
  readonly sessions: readonly number[]; // of the call that each slot has, or had last
  readonly slots: readonly DatagramsClientState[];
  readonly waiting: readonly Waiting[];
}

interface ServerHost {
  readonly host: "server";
  readonly life: number;
  readonly slots: readonly DatagramsServerState[];
}

type DatagramsHost = ClientHost | ServerHost;
type Effects = readonly HostEffect<DatagramsPacket>[];
type Step = readonly [DatagramsHost, Effects];

const DATAGRAMS_PROCEDURE = "Run the procedure";

export function datagramsEnds(
  options: DatagramsOptions & { readonly without: readonly Rule[] },
): Ends<DatagramsHost, DatagramsPacket> {
  const hosts = new Hosts(options);
  return {
    hosts: ["client", "server"],
    kinds: ["request", "credit", "more", "reply"],
    crashable: [1], // the client runs the program that is measured
    promises: EXACTLY_ONCE,
    procedure: { span: DATAGRAMS_PROCEDURE },
    steps: {
      starts: { protocol: "Datagrams client", input: "call" },
      executes: { protocol: "Datagrams server", input: "request" },
      answers: { protocol: "Datagrams server", input: "done" },
      returns: { protocol: "Datagrams client", input: "reply" },
    },
    start: () => [hosts.client(1), hosts.server(1)],
    restart: (host: Host, life, { calleeLife }) => (host === CALLER ? hosts.client(calleeLife) : hosts.server(life)),
    deadline: (state) => hosts.deadline(state),
    key: (state) => hosts.key(state),
    packetKey: keyText,
    step: (state, input, moment) =>
      state.host === "client" ? hosts.clientStep(state, input, moment) : hosts.serverStep(state, input, moment),
  };
}

const slotsOf = <State>(start: (slot: number) => State): readonly State[] =>
  Array.from({ length: SLOTS }, (_, slot) => start(slot));

class Hosts {
  private readonly clients: ReturnType<typeof datagramsClient>;
  private readonly servers: ReturnType<typeof datagramsServer>;

  constructor(options: DatagramsOptions & { readonly without: readonly Rule[] }) {
    this.clients = datagramsClient(options);
    this.servers = datagramsServer(options);
  }

  client(session: number): ClientHost {
    const sessions = slotsOf(() => session);
    return { host: "client", session, sessions, slots: slotsOf((slot) => this.clients.start(slot)), waiting: [] };
  }

  server(life: number): ServerHost {
    return { host: "server", life, slots: slotsOf((slot) => this.servers.start(slot)) };
  }

  deadline(state: DatagramsHost): Nanos | null {
    if (state.host === "server") return null;
    return least(state.slots.map((slot) => this.clients.deadline(slot)));
  }

  key(state: DatagramsHost): string {
    if (state.host === "server") return `${state.life} ${state.slots.map((slot) => this.servers.key(slot)).join(" ")}`;
    const from = this.deadline(state) ?? 0;
    const slots = state.slots.map(
      (slot) => `${(this.clients.deadline(slot) ?? from) - from} ${this.clients.key(slot)}`,
    );
    return `${state.session} ${state.sessions.join()} ${slots.join(" ")} ${keyText(state.waiting)}`;
  }

  clientStep(state: ClientHost, input: HostInput<DatagramsPacket>, moment: Moment): Step {
    switch (input.tag) {
      case "call": {
        const { call, data } = input;
        return this.begun({ ...state, waiting: [...state.waiting, { call, data }] }, [], moment);
      }
      case "packet": {
        const [after, effects] = this.inClient(
          state,
          input.packet.slot,
          { tag: "packet", packet: input.packet },
          moment,
        );
        return this.begun(after, effects, moment);
      }
      case "tick": {
        let [host, all]: readonly [ClientHost, Effects] = [state, []];
        for (const [slot, one] of state.slots.entries()) {
          const at = one.tag === "calling" ? this.clients.deadline(one) : null;
          if (at === null || at > moment.now) continue;
          const [after, effects] = this.inClient(host, slot, { tag: "tick" }, moment);
          [host, all] = [after, [...all, ...effects]];
        }
        return this.begun(host, all, moment);
      }
      default:
        return [state, []];
    }
  }

  /** Calls that wait take the slots that are free. */
  private begun(state: ClientHost, before: Effects, moment: Moment): readonly [ClientHost, Effects] {
    const slot = state.slots.findIndex(({ tag }) => tag === "idle");
    const [first, ...waiting] = state.waiting;
    if (slot < 0 || first === undefined) return [state, before];
    const [after, effects] = this.inClient({ ...state, waiting }, slot, { tag: "call", ...first }, moment);
    return this.begun(after, [...before, ...effects], moment);
  }

  serverStep(state: ServerHost, input: HostInput<DatagramsPacket>, moment: Moment): Step {
    if (input.tag === "packet") {
      if (input.packet.session !== state.life) return [state, []]; // rule 2
      return this.inServer(state, input.packet.slot, { tag: "packet", packet: input.packet }, moment);
    }
    if (input.tag !== "done") return [state, []];
    const [slot = 0, call = 0] = input.work.split(" ").map(Number);
    return this.inServer(state, slot, { tag: "done", call, data: input.data }, moment);
  }

  private inClient(
    state: ClientHost,
    slot: number,
    input: DatagramsClientInput,
    moment: Moment,
  ): readonly [ClientHost, Effects] {
    const before = state.slots[slot];
    if (before === undefined) return [state, []];
    const [after, effects] = take(this.clients, `client slot ${slot}`, before, input, moment);
    const hasFailed = effects.some(({ tag }) => tag === "failed"); // rule 3
    const session = hasFailed ? moment.calleeLife : state.session;
    const own = input.tag === "call" ? state.session : (state.sessions[slot] ?? state.session);
    const given = effects.map((effect) => inSlot(effect, slot, own));
    const sessions = state.sessions.with(slot, own);
    return [{ ...state, session, sessions, slots: state.slots.with(slot, after) }, given];
  }

  private inServer(state: ServerHost, slot: number, input: DatagramsServerInput, moment: Moment): Step {
    const before = state.slots[slot];
    if (before === undefined) return [state, []];
    const [after, effects] = take(this.servers, `server slot ${slot}`, before, input, moment);
    const given = effects.map((effect) => inSlot(effect, slot, state.life));
    return [{ ...state, slots: state.slots.with(slot, after) }, given];
  }
}

/** A machine of a slot does not know which one it is. */
function inSlot(effect: HostEffect<DatagramsPacket>, slot: number, session: number): HostEffect<DatagramsPacket> {
  if (effect.tag === "send") return { ...effect, packet: { ...effect.packet, slot, session } };
  return effect.tag === "execute" ? { ...effect, work: `${slot} ${effect.work}` } : effect;
}

/** For the scripts in traces/: a packet holds one byte unless a script says more. */
export const tracedEnds = ({ options, without }: TraceSettings): ReturnType<typeof datagramsEnds> =>
  datagramsEnds({
    packetBytes: Number(options["packet"] ?? 1),
    credits: Number(options["credits"] ?? 2),
    resendAfter: Number(options["resendAfter"] ?? 5_000_000),
    sendLimit: 5,
    without,
  });

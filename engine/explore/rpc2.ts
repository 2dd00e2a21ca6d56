/** RPC2 as the search runs it: two processes with one connection, which were bound before the run. */
import { PACKET_KINDS } from "../faults/fault.ts";
import { itemAt } from "../kernel/reads.ts";
import { millis, type Nanos } from "../kernel/time.ts";
import { keyText } from "../protocols/machine.ts";
import type { Handle, Peer } from "../protocols/rpc2/connection.ts";
import { newHandles } from "../protocols/rpc2/handles.ts";
import { LIBRARY_1987, LIBRARY_2025, type Library } from "../protocols/rpc2/library.ts";
import { encodePacket, rpc2Machine } from "../protocols/rpc2/process.ts";
import type { ProcessState } from "../protocols/rpc2/process-state.ts";
import { ANY_REQUEST, type ProcessInput, type StepEffect } from "../protocols/rpc2/process-types.ts";
import type { Rule } from "../protocols/rules.ts";
import { RPC2_OPCODE, RPC2_PORT, rpc2Kind } from "../wire/rpc2.ts";
import { rulesLeftOut, type Explorable } from "./explorable.ts";
import { stepsTaken } from "./replay.ts";
import { search } from "./search.ts";
import { EXACTLY_ONCE } from "./properties.ts";
import { CALLER, type Host, type HostEffect, type HostInput, type Moment, type Protocol } from "./protocol.ts";

/** A packet on its way: its bytes, and its key, which leaves out what the packet says of the clock. */
interface Packet {
  readonly bytes: Uint8Array;
  readonly key: string;
}

interface State {
  readonly host: Host;
  readonly process: ProcessState;
  readonly handle: Handle; // of the caller's connection; 0 at the callee
  /** The call that the caller makes, or whose request the callee has taken last; 0 for none. */
  readonly call: number;
}

interface Rpc2Settings {
  readonly library: Library;
  /** The program's limit on a call. */
  readonly limit: Nanos;
  readonly without: readonly Rule[];
}

const PEERS: readonly [Peer, Peer] = [
  { host: 0x0a00_0001, port: RPC2_PORT },
  { host: 0x0a00_0002, port: RPC2_PORT },
];
const SUBSYSTEM = 1;
const THREAD = 1;
const OPCODE = 1;
const NUMBER = 12_345; // any: nobody draws numbers here

const GET_REQUEST = { tag: "getrequest", thread: THREAD, filter: ANY_REQUEST, limit: null } as const;

class Rpc2 implements Protocol<State, Packet> {
  readonly hosts = ["client", "server1"] as const;
  readonly crashable = [1] as const; // the client runs the program that is measured
  private readonly machine: ReturnType<typeof rpc2Machine>;
  private readonly settings: Rpc2Settings;

  constructor(settings: Rpc2Settings) {
    const { library, without } = settings;
    this.machine = rpc2Machine({ library, without });
    this.settings = settings;
  }

  /** Binds as a program does, in no time. */
  start(): readonly [State, State] {
    let [client, server] = [this.born(CALLER), this.restart(1, 1, { now: 0, calleeLife: 1 })];
    const request = {
      peer: PEERS[1],
      subsystem: SUBSYSTEM,
      level: "openKimono",
      encryptionType: 0,
      authenticationType: 0,
      identity: new Uint8Array(0),
      sharedKey: null,
      sideEffectType: 0,
    } as const;
    const [bound, asked] = this.take(
      client,
      [{ tag: "bind", request, numbers: { uniquefier: NUMBER, xRandom: 0 } }],
      0,
    );
    client = bound;
    for (let toServer = true, sent = asked; sent.some(({ tag }) => tag === "send"); toServer = !toServer) {
      const inputs = sent.flatMap((effect) =>
        effect.tag === "send" ? [datagram(encodePacket(effect), toServer ? 0 : 1)] : [],
      );
      const [next, answered] = this.take(toServer ? server : client, inputs, 0);
      if (toServer) server = this.enabled(next, answered);
      else client = next;
      sent = answered;
    }
    const outcome = asked.find((effect) => effect.tag === "outcome");
    if (outcome === undefined) throw new Error("BIND has given no handle.");
    return [{ ...client, handle: outcome.handle }, server];
  }

  restart(host: Host, _life: number, _moment: Moment): State {
    return this.take(this.born(host), [{ tag: "export", subsystem: SUBSYSTEM }, GET_REQUEST], 0)[0];
  }

  deadline({ process }: State): Nanos | null {
    return this.machine.deadline(process);
  }

  key({ process, handle, call }: State): string {
    return `${handle} ${call} ${this.machine.key(process)}`;
  }

  packetKey({ key }: Packet): string {
    return key;
  }

  step(state: State, input: HostInput<Packet>, { now }: Moment): readonly [State, readonly HostEffect<Packet>[]] {
    const before = input.tag === "call" ? { ...state, call: input.call } : state;
    const [after, effects] = this.take(before, this.inputs(before, input), now);
    const isTaken =
      input.tag === "packet" && effects.some((effect) => effect.tag === "connection" && isAccepted(effect));
    const next = isTaken ? { ...after, call: input.call } : after;
    const call = input.tag === "packet" && next.call === 0 ? input.call : next.call;
    return [next, effects.flatMap((effect) => meaning(effect, call))];
  }

  private born(host: Host): State {
    const process = this.machine.start(newHandles(this.settings.library, () => NUMBER + host));
    return { host, process, handle: 0, call: 0 };
  }

  private enabled(server: State, effects: readonly StepEffect[]): State {
    const made = effects.find((effect) => effect.tag === "new connection");
    return made === undefined ? server : this.take(server, [{ tag: "enable", handle: made.handle }, GET_REQUEST], 0)[0];
  }

  private inputs({ host, handle, call }: State, input: HostInput<Packet>): readonly ProcessInput[] {
    switch (input.tag) {
      case "call": {
        const request = { opcode: OPCODE, body: Uint8Array.of(0, 0, 0, call), limit: this.settings.limit };
        return [{ tag: "makerpc", handle, request }];
      }
      case "packet":
        return [datagram(input.packet.bytes, host === CALLER ? 1 : 0)];
      case "done": {
        const body = Uint8Array.of(0, 0, 0, input.work % 1000);
        const respond = { tag: "sendresponse", handle: Math.floor(input.work / 1000), returnCode: 0, body } as const;
        return [respond, GET_REQUEST];
      }
      case "tick":
        return [input];
    }
  }

  private take(state: State, inputs: readonly ProcessInput[], now: Nanos): readonly [State, readonly StepEffect[]] {
    let { process } = state;
    const effects = inputs.flatMap((input) => {
      const [next, given] = this.machine.step(process, input, now);
      process = next;
      return given;
    });
    return [{ ...state, process }, effects];
  }
}

const datagram = (bytes: Uint8Array, from: Host): ProcessInput => ({ tag: "datagram", bytes, from: PEERS[from] });

const isAccepted = ({ before, after }: Extract<StepEffect, { tag: "connection" }>): boolean =>
  before?.state.tag === "AWAITREQUEST" && after?.state.tag === "REQINQUEUE";

/** The call whose number a body holds. */
const numberIn = ({ body }: { readonly body: Uint8Array }): number => itemAt([...body], 3, "byte");

function meaning(effect: StepEffect, call: number): readonly HostEffect<Packet>[] {
  switch (effect.tag) {
    case "send": {
      const { packet } = effect;
      const word = packet.opcode === RPC2_OPCODE.nak ? "nak" : rpc2Kind(packet.opcode)?.toLowerCase();
      const kind = PACKET_KINDS.find((known) => known === word) ?? null;
      const key = keyText({ ...packet, timeStamp: 0 });
      return [{ tag: "send", packet: { bytes: encodePacket(effect), key }, kind, call, send: null }];
    }
    case "request": {
      const number = numberIn(effect.request);
      return [{ tag: "execute", call: number, work: effect.handle * 1000 + number }];
    }
    case "returned":
      return [{ tag: "returned", of: numberIn(effect.reply) }];
    case "failed":
      return [{ tag: "failed", goesOn: false }];
    default:
      return [];
  }
}

export const RPC2: Explorable = {
  experiments: ["multirpc/call"],
  parametersOf: (calls) => ({
    servers: 1,
    mode: "iterative",
    trials: calls,
    gapMs: 0,
    dead: 0,
    waitFor: 1,
    distribution: "constant",
    procedure: "waits", // a request that comes again meanwhile is answered at once
    foreignLoad: "none",
    lossPercent: 0,
    security: "openKimono",
    replyAcks: "off",
  }),
  promises: () => EXACTLY_ONCE,
  steps: {
    starts: { protocol: "RPC2 client", input: "call" },
    executes: { protocol: "RPC2 server", input: "take" },
    answers: { protocol: "RPC2 server", input: "respond" },
    returns: { protocol: "RPC2 client", input: "REPLY packet" },
  },
  executions: (trace) => stepsTaken(trace, { protocol: "RPC2 server", input: "take" }),
  search: (parameters, times, options) => {
    const library = parameters["library"] === "2025" ? LIBRARY_2025 : LIBRARY_1987;
    const limit = millis(Number(parameters["timeoutMs"]));
    return search(new Rpc2({ library, limit, without: rulesLeftOut(parameters) }), times, options);
  },
};

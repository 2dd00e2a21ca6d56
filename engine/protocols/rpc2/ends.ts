/** The ends of RPC2: two processes with one connection, which were bound before the run. */
import type { Nanos } from "../../kernel/time.ts";
import { RPC2_OPCODE, RPC2_PORT, rpc2Kind } from "../../wire/rpc2.ts";
import {
  CALLER,
  take,
  type CallSteps,
  type Ends,
  type Host,
  type HostEffect,
  type HostInput,
  type Moment,
} from "../ends.ts";
import { keyText } from "../machine.ts";
import { EXACTLY_ONCE } from "../promises.ts";
import type { Rule } from "../rules.ts";
import type { Handle, Peer } from "./connection.ts";
import { newHandles } from "./handles.ts";
import type { Library } from "./library.ts";
import { encodePacket, rpc2Machine } from "./process.ts";
import type { ProcessState } from "./process-state.ts";
import { ANY_REQUEST, type ProcessInput, type StepEffect } from "./process-types.ts";

/** A packet on its way: its bytes, and its key, which leaves out what the packet says of the clock. */
interface Rpc2Packet {
  readonly bytes: Uint8Array;
  readonly key: string;
}

interface Rpc2Host {
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
/** The hosts are bound before the run, in no time. */
const BEFORE: Moment = { now: 0, calleeLife: 1 };

const GET_REQUEST = { tag: "getrequest", thread: THREAD, filter: ANY_REQUEST, limit: null } as const;

export class Rpc2Ends implements Ends<Rpc2Host, Rpc2Packet> {
  readonly hosts = ["client", "server1"];
  readonly kinds = ["request", "reply", "busy", "nak"];
  readonly crashable = [1]; // the client runs the program that is measured
  readonly promises = EXACTLY_ONCE;
  readonly procedure = { protocol: "RPC2 server", input: "take" };
  readonly steps: CallSteps = {
    starts: { protocol: "RPC2 client", input: "call" },
    executes: this.procedure,
    answers: { protocol: "RPC2 server", input: "respond" },
    returns: { protocol: "RPC2 client", input: "REPLY packet" },
  };
  private readonly machine: ReturnType<typeof rpc2Machine>;
  private readonly settings: Rpc2Settings;

  constructor(settings: Rpc2Settings) {
    const { library, without } = settings;
    this.machine = rpc2Machine({ library, without });
    this.settings = settings;
  }

  /** Binds as a program does, in no time. */
  start(): readonly Rpc2Host[] {
    let [client, server] = [this.born(CALLER), this.restart(1, 1, BEFORE)];
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
    const numbers = { uniquefier: NUMBER, xRandom: 0 };
    const [bound, asked] = this.tell(client, [{ tag: "bind", request, numbers }], BEFORE);
    client = bound;
    for (let toServer = true, sent = asked; sent.some(({ tag }) => tag === "send"); toServer = !toServer) {
      const inputs = sent.flatMap((effect) =>
        effect.tag === "send" ? [datagram(encodePacket(effect), toServer ? 0 : 1)] : [],
      );
      const [next, answered] = this.tell(toServer ? server : client, inputs, BEFORE);
      if (toServer) server = this.enabled(next, answered);
      else client = next;
      sent = answered;
    }
    const outcome = asked.find((effect) => effect.tag === "outcome");
    if (outcome === undefined) throw new Error("BIND has given no handle.");
    return [{ ...client, handle: outcome.handle }, server];
  }

  restart(host: Host, _life: number, _moment: Moment): Rpc2Host {
    return this.tell(this.born(host), [{ tag: "export", subsystem: SUBSYSTEM }, GET_REQUEST], BEFORE)[0];
  }

  deadline({ process }: Rpc2Host): Nanos | null {
    return this.machine.deadline(process);
  }

  key({ process, handle, call }: Rpc2Host): string {
    return `${handle} ${call} ${this.machine.key(process)}`;
  }

  packetKey({ key }: Rpc2Packet): string {
    return key;
  }

  step(
    state: Rpc2Host,
    input: HostInput<Rpc2Packet>,
    moment: Moment,
  ): readonly [Rpc2Host, readonly HostEffect<Rpc2Packet>[]] {
    const before = input.tag === "call" ? { ...state, call: input.call } : state;
    const [after, effects] = this.tell(before, this.inputs(before, input), moment);
    const isTaken =
      input.tag === "packet" && effects.some((effect) => effect.tag === "connection" && isAccepted(effect));
    const next = isTaken ? { ...after, call: input.call } : after;
    const call = input.tag === "packet" && next.call === 0 ? input.call : next.call;
    return [next, effects.flatMap((effect) => meaning(effect, call))];
  }

  private born(host: Host): Rpc2Host {
    const process = this.machine.start(newHandles(this.settings.library, () => NUMBER + host));
    return { host, process, handle: 0, call: 0 };
  }

  private enabled(server: Rpc2Host, effects: readonly StepEffect[]): Rpc2Host {
    const made = effects.find((effect) => effect.tag === "new connection");
    return made === undefined
      ? server
      : this.tell(server, [{ tag: "enable", handle: made.handle }, GET_REQUEST], BEFORE)[0];
  }

  private inputs({ host, handle }: Rpc2Host, input: HostInput<Rpc2Packet>): readonly ProcessInput[] {
    switch (input.tag) {
      case "call": {
        const request = { opcode: OPCODE, body: padded(input.data), limit: this.settings.limit };
        return [{ tag: "makerpc", handle, request }];
      }
      case "packet":
        return [datagram(input.packet.bytes, host === CALLER ? 1 : 0)];
      case "done": {
        const body = padded(input.data);
        const respond = { tag: "sendresponse", handle: Number(input.work), returnCode: 0, body } as const;
        return [respond, GET_REQUEST];
      }
      case "tick":
        return [input];
    }
  }

  private tell(
    state: Rpc2Host,
    inputs: readonly ProcessInput[],
    moment: Moment,
  ): readonly [Rpc2Host, readonly StepEffect[]] {
    let { process } = state;
    const effects = inputs.flatMap((input) => {
      const [next, given] = take(this.machine, "process", process, input, moment);
      process = next;
      return given;
    });
    return [{ ...state, process }, effects];
  }
}

const datagram = (bytes: Uint8Array, from: Host): ProcessInput => ({
  tag: "datagram",
  bytes,
  from: from === CALLER ? PEERS[0] : PEERS[1],
});

const isAccepted = ({ before, after }: Extract<StepEffect, { tag: "connection" }>): boolean =>
  before?.state.tag === "AWAITREQUEST" && after?.state.tag === "REQINQUEUE";

/** A body is a whole number of words; the data stands at its end. */
const padded = (data: Uint8Array): Uint8Array => Uint8Array.of(...new Uint8Array((4 - (data.length % 4)) % 4), ...data);
const dataIn = ({ body }: { readonly body: Uint8Array }): Uint8Array => body.subarray(3);

function meaning(effect: StepEffect, call: number): readonly HostEffect<Rpc2Packet>[] {
  switch (effect.tag) {
    case "send": {
      const { packet } = effect;
      const kind = packet.opcode === RPC2_OPCODE.nak ? "nak" : (rpc2Kind(packet.opcode)?.toLowerCase() ?? null);
      const key = keyText({ ...packet, timeStamp: 0 });
      return [{ tag: "send", packet: { bytes: encodePacket(effect), key }, kind, call, send: null }];
    }
    case "request":
      return [{ tag: "execute", call, work: String(effect.handle), data: dataIn(effect.request) }];
    case "returned":
      return [{ tag: "returned", data: dataIn(effect.reply) }];
    case "failed":
      return [{ tag: "failed", goesOn: false }];
    default:
      return [];
  }
}

/** For tests: a client of Sun RPC over TCP and its server, with the bytes of their records and every segment of TCP. */
import type { Nanos } from "../../../kernel/time.ts";
import { encodeRecord, RecordReader } from "../../../wire/sunrpc-record.ts";
import { encodeRpc, NO_AUTH, parseRpc } from "../../../wire/sunrpc.ts";
import { TcpNet, type End } from "../../tcp/net.ts";
import type { TcpEffect } from "../../tcp/tcp-state.ts";
import { NetEnd, type Fate, type Step } from "../../testing/net.ts";
import type { Asked } from "../client.ts";
import type { Call, Reply } from "../message.ts";
import { sunServer, type SunServerOptions } from "../server.ts";
import type { Request, SunServerEffect, SunServerInput, SunServerState } from "../server.ts";
import { sunTcpClient } from "./client.ts";
import type { SunTcpClientEffect, SunTcpClientInput, SunTcpClientOptions, SunTcpClientState } from "./client.ts";

type Sent = Extract<TcpEffect, { readonly tag: "send" }>;

interface SunTcpNetOptions {
  readonly client: SunTcpClientOptions;
  readonly server: Pick<SunServerOptions, "registered">;
  /** Asked once for each segment. The client is at end a, the server at end b. */
  readonly fateOf: (from: End, sent: Sent) => Fate;
  readonly runsFor: (call: Call) => Nanos;
  readonly procedure: (data: Uint8Array) => Uint8Array;
  /** Bytes of a fragment of a record, at most. */
  readonly fragment: number;
}

export type SunTcpStep =
  | ({ readonly party: "client" } & Step<SunTcpClientState, SunTcpClientInput, SunTcpClientEffect>)
  | ({ readonly party: "server" } & Step<SunServerState, SunServerInput, SunServerEffect>);

const FIRST_XID = 0;
const NOTHING = new Uint8Array(0);
const OTHER: Readonly<Record<End, End>> = { a: "b", b: "a" };

export class SunTcpNet {
  /** With the steps of all. */
  readonly tcp: TcpNet<SunTcpStep>;
  private readonly options: SunTcpNetOptions;
  /** What each end has written, and how far its stream has come. */
  private readonly streams = { a: { written: NOTHING, come: 0 }, b: { written: NOTHING, come: 0 } };
  private readonly readers = { a: new RecordReader(), b: new RecordReader() };
  private readonly requests: Request[] = []; // records that the server has not read
  private readonly client: NetEnd<SunTcpClientState, SunTcpClientInput, SunTcpClientEffect>;
  private readonly server: NetEnd<SunServerState, SunServerInput, SunServerEffect>;

  constructor(options: SunTcpNetOptions) {
    this.options = options;
    this.tcp = new TcpNet<SunTcpStep>(options.fateOf);
    this.tcp.told = (end, effect) => this.told(end, effect);
    const client = sunTcpClient(options.client);
    const server = sunServer({ ...options.server, cache: 0, without: [] });
    this.client = new NetEnd(this.tcp, client.start({ xid: FIRST_XID }), {
      machine: client,
      tick: { tag: "tick" },
      keep: (step) => this.tcp.steps.push({ party: "client", ...step }),
      act: (effect) => this.clientActs(effect),
    });
    this.server = new NetEnd(this.tcp, server.start(), {
      machine: server,
      keep: (step) => this.tcp.steps.push({ party: "server", ...step }),
      act: (effect) => this.serverActs(effect),
    });
  }

  get state(): SunTcpClientState {
    const { state } = this.client;
    if (state === null) throw new Error("The client is never down.");
    return state;
  }

  connect(): void {
    this.client.step({ tag: "connect" });
  }

  start(call: Asked): void {
    this.client.step({ tag: "start", call });
  }

  close(): void {
    this.client.step({ tag: "close" });
  }

  /** The server's machine restarts: it knows nothing of the connection, and of no request. */
  restartServer(): void {
    this.tcp.forget("b");
    this.requests.length = 0;
    this.server.begin(sunServer({ ...this.options.server, cache: 0, without: [] }).start());
  }

  private told(end: End, effect: TcpEffect): void {
    if (end === "a" && this.state.tag === "connecting" && this.tcp.stateOf("a")?.tag === "open") {
      this.client.step({ tag: "connected" });
    }
    if (effect.tag === "deliver") this.deliver(end, effect.bytes);
    else if (effect.tag === "broken" && end === "a") this.client.step({ tag: "broken" });
    else if (effect.tag === "finished" && end === "b") this.tcp.close("b");
  }

  private deliver(end: End, bytes: number): void {
    const stream = this.streams[OTHER[end]];
    const piece = stream.written.subarray(stream.come, stream.come + bytes);
    stream.come += bytes;
    for (const { message } of this.readers[end].take(piece)) {
      if (end === "b") this.requests.push({ from: "a", call: readCall(message) });
      else this.client.step({ tag: "reply", reply: readReply(message) });
    }
    if (end === "b") this.readRequests();
  }

  private readRequests(): void {
    while (this.server.state?.tag === "listening") {
      const request = this.requests.shift();
      if (request === undefined) return;
      this.server.step({ tag: "request", request });
    }
  }

  private write(end: End, message: Uint8Array): void {
    if (this.tcp.stateOf(end)?.tag !== "open") return; // the connection has gone, and the reply with it
    const record = encodeRecord(message, this.options.fragment);
    const stream = this.streams[end];
    stream.written = Uint8Array.of(...stream.written, ...record);
    this.tcp.write(end, record.length);
  }

  private clientActs(effect: SunTcpClientEffect): void {
    if (effect.tag === "open") this.tcp.connect("a");
    else if (effect.tag === "close") this.tcp.close("a");
    else if (effect.tag === "send") this.write("a", callBytes(effect.call));
  }

  private serverActs(effect: SunServerEffect): void {
    if (effect.tag === "reply") {
      this.write("b", replyBytes(effect.reply));
      return;
    }
    const { call } = effect;
    const done = (): void => {
      this.server.step({ tag: "done", ending: { status: "SUCCESS", data: this.options.procedure(call.data) } });
      this.readRequests();
    };
    this.server.work(this.options.runsFor(call), done);
  }
}

const callBytes = ({ data, ...call }: Call): Uint8Array =>
  encodeRpc({ kind: "call", ...call, credentials: NO_AUTH, verifier: NO_AUTH }, data);

function replyBytes({ xid, ending }: Reply): Uint8Array {
  const status = ending.status === "SUCCESS" ? ending.status : "PROG_UNAVAIL"; // the one refusal that tests ask for
  return encodeRpc(
    { kind: "accepted", xid, verifier: NO_AUTH, status },
    ending.status === "SUCCESS" ? ending.data : NOTHING,
  );
}

function readCall(bytes: Uint8Array): Call {
  const { message, body } = parseRpc(bytes, 0, bytes.length);
  if (message.kind !== "call") throw new Error("The client sent something else than a call.");
  const { xid, program, version, procedure } = message;
  return { xid, program, version, procedure, data: bytes.slice(body) };
}

function readReply(bytes: Uint8Array): Reply {
  const { message, body } = parseRpc(bytes, 0, bytes.length);
  if (message.kind !== "accepted") throw new Error("The server sent something else than an accepted reply.");
  const { xid, status } = message;
  return { xid, ending: status === "SUCCESS" ? { status, data: bytes.slice(body) } : { status: "PROG_UNAVAIL" } };
}

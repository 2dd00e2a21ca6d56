/**
 * For tests: the words of traces of RPC2, besides those of testing/ends-script.ts. A line tells the time, who acts,
 * what it does, and the states after it of the connections that have changed.
 *
 * Commands, the first group before anything else
 *     library 2025                     1987 otherwise
 *     dead marks connection            a dead peer marks the connection that found out, not all to its host
 *     fails with 110                   the procedure's return code; 0 otherwise
 *     timing 4s 6                      B and N of the client; 60s 6 otherwise
 *     servers 3 | threads 0            one of each otherwise
 *     acknowledged replies | no naks | clock first | tables of 2   as in the prototype
 *     enable by hand                   otherwise the server does it at once
 *     show stamps | show Lamport       in the packets
 *
 *     bind | bind secure | bind headersOnly | bind authOnly    open kimono otherwise; `with the wrong key`, `to 2`
 *     bound                            binds to every server, and shows nothing of it
 *     call "a"                         on the first connection; `on 2`, `within 5s`, `fetching`, `storing 3000`
 *     multi "a"                        on all connections; `on 1 2`, `within 5s`, `stop after 2`, `yield 32`
 *     group                            all connections join a group, and nothing of it is shown; `group aloud`
 *     multicast "a"                    a parallel call to the group; the words of `multi`
 *     <- RETRY request seq 0 "a"       a packet comes to the first server, as from the first connection; `to client`
 *                                      turns it, `to nobody` gives it a handle that names no connection
 *     getrequest | enable              one more thread of the first server; its newest connection
 *     sends 6ms                        what sending one request of a parallel call takes
 *     next 1 DATA:1 lost               the first packet of a file
 */
import { millis } from "../../kernel/time.ts";
import { ENCRYPTION, SECURITY_LEVELS } from "../../wire/rpc2-codes.ts";
import { encodeRpc2, RPC2_FLAG, RPC2_OPCODE } from "../../wire/rpc2.ts";
import { SFTP_SUBSYSTEM } from "../../wire/sftp.ts";
import { CALLEE, CALLER } from "../ends.ts";
import { playEnds } from "../testing/ends-script.ts";
import { said, type Verb } from "../testing/script.ts";
import type { Traced } from "../testing/traced.ts";
import type { Words } from "../testing/words.ts";
import type { Handle } from "./connection.ts";
import { allEnds, NO_CONNECTIONS } from "./connection-table.ts";
import type { GroupNumber } from "./groups.ts";
import { DEFAULT_TIMING, LIBRARY_1987, LIBRARY_2025 } from "./library.ts";
import { Client, Processes, type OnWire, type Rpc2Net, type Rpc2Step, type Running } from "./net.ts";
import type { ProcessInput, SideEffect } from "./process-types.ts";
import { Lines } from "./trace-format.ts";

const DEFAULTS = {
  library: LIBRARY_1987,
  timing: DEFAULT_TIMING,
  servers: 1,
  threads: 1,
  enables: true,
  clockFirst: false,
  tableSites: Infinity,
  replyAcks: false,
  naks: true,
  stamps: false,
  lamport: false,
  deadMarks: "peer" as "peer" | "connection",
  code: 0,
};
type Settings = Readonly<typeof DEFAULTS>;

function playRpc2(script: string): string {
  const lines = new Lines();
  let processes = new Processes(DEFAULTS);
  return playEnds<Settings, Running, OnWire, ProcessInput, Rpc2Step>(script, {
    defaults: DEFAULTS,
    settings: {
      library: (words) => ({ library: words.number() === 2025 ? LIBRARY_2025 : LIBRARY_1987 }),
      timing: (words) => ({ timing: { keepAlive: words.time(), retries: words.number() } }),
      servers: (words) => ({ servers: words.number() }),
      threads: (words) => ({ threads: words.number() }),
      acknowledged: said("replies", { replyAcks: true }),
      no: said("naks", { naks: false }),
      clock: said("first", { clockFirst: true }),
      tables: (words) => ({ tableSites: words.named("of", 0) }),
      dead: said("marks connection", { deadMarks: "connection" as const }),
      fails: (words) => ({ code: words.named("with", 0) }),
      enable: said("by hand", { enables: false }),
      show: (words) => (words.is("stamps") ? { stamps: true } : said("Lamport", { lamport: true })(words)),
    },
    ends: ({ replyAcks, naks, code, ...settings }, without) =>
      (processes = new Processes({
        ...settings,
        without,
        history: { replyAcks, naks },
        codeOf: () => code,
        keyOf: () => KEY,
      })),
    numberOf: ({ packet }) => packet.seqNumber,
    verbs: (net) => verbsOf(new Story(new Client(net, processes), lines)),
    tell: ({ steps }, shown) => steps.flatMap((step) => lines.tell(step, shown)),
  });
}

const KEY = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
const BOUND_BY = millis(10);
const JOINED_IN = millis(10);

const verbsOf = (story: Story): Readonly<Record<string, Verb>> => ({
  bind: (words) => story.bind(words),
  bound: () => story.bound(),
  call: (words) => story.call(words),
  multi: (words) => story.multi(words, null),
  group: (words) => story.makeGroup(words),
  multicast: (words) => story.multi(words, story.group),
  "<-": (words) => story.inject(words),
  getrequest: () => story.net.tell(CALLEE, story.processes.getRequest()),
  enable: () => story.enable(),
  sends: (words) => {
    story.client.sendTime = words.time();
  },
});

/** One script at work. */
class Story {
  readonly client: Client;
  readonly net: Rpc2Net;
  readonly processes: Processes;
  group: GroupNumber | null = null;
  private readonly lines: Lines;
  private readonly handles: Handle[] = [];
  private handlings = Infinity; // of the present parallel call, until its handler stops it

  constructor(client: Client, lines: Lines) {
    this.client = client;
    this.net = client.net;
    this.processes = client.processes;
    this.lines = lines;
    client.handler = () => (--this.handlings > 0 ? 0 : -1);
  }

  /** What has happened is not shown. */
  private hide(): void {
    for (const { steps } of this.net.steps.splice(0)) for (const step of steps) this.lines.tell(step);
  }

  private handle(number: number): Handle {
    const handle = this.handles[number - 1];
    if (handle === undefined) throw new Error(`there is no connection ${number}; bind first.`);
    return handle;
  }

  bind(words: Words): void {
    const level = SECURITY_LEVELS.find((name) => words.is(name)) ?? "openKimono";
    const isWrong = words.is("with", "the", "wrong", "key");
    const host = words.named("to", CALLEE);
    const sharedKey = level === "openKimono" ? null : isWrong ? KEY.map((byte) => byte ^ 1) : KEY;
    const encryptionType = sharedKey === null ? ENCRYPTION.none : ENCRYPTION.xor;
    this.handles.push(this.client.bind(host, { level, sharedKey, encryptionType, sideEffectType: SFTP_SUBSYSTEM }));
  }

  /** Binds to every server, before the story begins: nothing of it is shown. */
  bound(): void {
    const { net, client } = this;
    for (let host = CALLEE; host < net.ends.hosts.length; host++) {
      this.handles.push(client.bind(host, { sideEffectType: SFTP_SUBSYSTEM }));
    }
    net.run(BOUND_BY - net.now);
    this.hide();
  }

  /** The newest connection of server 1. */
  enable(): void {
    const end = allEnds(this.net.stateOf(CALLEE)?.process.connections ?? NO_CONNECTIONS).at(-1);
    if (end === undefined) throw new Error("the first server has no connection.");
    this.net.tell(CALLEE, { tag: "enable", handle: end.state.handle });
  }

  call(words: Words): string | void {
    const body = words.data();
    const handle = this.handle(words.named("on", 1));
    const limit = words.is("within") ? words.time() : null;
    const sideEffect = this.readSideEffect(words);
    const { code } = this.client.makeRpc(handle, {
      opcode: 1,
      body,
      limit,
      ...(sideEffect !== null && { sideEffect }),
    });
    return code === 0 ? undefined : `call refused: ${code}`;
  }

  /** The client's part in the side effect of its call; the server's is noted for when it takes the call. */
  private readSideEffect(words: Words): SideEffect | null {
    const isFetching = words.is("fetching");
    if (!isFetching && !words.is("storing")) return null;
    const file = Uint8Array.from({ length: words.number() }, (_, index) => index);
    const direction = isFetching ? "server to client" : "client to server";
    this.processes.sideEffectOf = () => ({ direction, file: isFetching ? file : null });
    return { direction, file: isFetching ? null : file };
  }

  /** All connections join a group, one after the other. */
  makeGroup(words: Words): void {
    const isShown = words.is("aloud");
    this.group = this.client.group(this.handles);
    this.net.run(JOINED_IN);
    if (!isShown) this.hide();
  }

  multi(words: Words, group: GroupNumber | null): string | void {
    const body = words.data();
    const handles = words.is("on") ? words.numbers().map((number) => this.handle(number)) : this.handles;
    const limit = words.is("within") ? words.time() : null;
    this.handlings = words.is("stop", "after") ? words.number() : Infinity;
    const every = words.named("yield", 0);
    const yieldEvery = every === 0 ? "never" : every === 1 ? 1 : 32;
    const { code } = this.client.multiRpc(handles, { opcode: 1, body, limit, yieldEvery, group });
    return code === 0 ? undefined : `parallel call refused: ${code}`;
  }

  /** `RETRY request seq 0 "a" to nobody` */
  inject(words: Words): void {
    const handle = this.handle(1);
    const client = this.client.end(CALLER, handle)?.state;
    if (client === undefined) throw new Error("the client’s connection is gone.");
    const flags = words.is("RETRY") ? RPC2_FLAG.retry : 0;
    const opcode = OPCODES[words.oneOf(Object.keys(OPCODES) as (keyof typeof OPCODES)[], "a packet")];
    const seqNumber = words.named("seq", 0) >>> 0;
    const body = words.data();
    const host = words.is("to", "client") ? CALLER : CALLEE;
    const [localHandle, known] = host === CALLER ? [client.peerHandle, handle] : [handle, client.peerHandle];
    const remoteHandle = words.is("to", "nobody") ? NOBODY : known;
    const { protoVersion } = this.processes.options.library;
    const { subsystem: subsysId, uniquefier } = client;
    const rest = { seFlags: 0, seDataOffset: 0, returnCode: 0, lamport: 0, timeStamp: 0, bindTime: 0 };
    const names = { protoVersion, remoteHandle, localHandle, subsysId, uniquefier };
    const packet = { ...rest, ...names, flags, opcode, seqNumber, body };
    this.net.deliver(host, { packet, bytes: encodeRpc2(packet) });
  }
}

const NOBODY = 99; // no process gives this handle out
const OPCODES = {
  request: 1,
  REPLY: RPC2_OPCODE.reply,
  BUSY: RPC2_OPCODE.busy,
  NAK: RPC2_OPCODE.nak,
  LASTACK: RPC2_OPCODE.lastAck,
  INIT3: RPC2_OPCODE.init3,
} as const;

export const TRACED: Traced = {
  play: playRpc2,
  heads: {
    client: "client.ts",
    server: "server.ts",
    sending: "reliable.ts",
    multi: "multi.ts",
    source: "sftp-source.ts",
    sink: "sftp-sink.ts",
    group: "groups.ts",
    process: "process.ts",
  },
  rules: 49,
  refused: [
    ["leap 5s", 'line 1, "leap 5s": unknown command.'],
    ["bound\nrun 5 s", 'line 2, "run 5 s": got "5", want a time such as'],
    ["bound\n<- answer seq 1", 'got "answer", want a packet: request, REPLY, BUSY'],
    ['call "a"', "there is no connection 1; bind first."],
    ["bound\nnext 1 REPLY eaten", 'got "eaten", want lost, twice or late by a time.'],
    ["bound\nnext 1 REPY lost", 'got "REPY", want a packet: request, INIT1OPENKIMONO'],
    ["bound\nlibrary 2025", "this is set before anything else happens."],
    ["servers 2\nbound\nnext 1 REPLY from 2 lost", 'got "2", want a host: client, server1, server2.'],
    ["bound\ntick 5ms", "no host is alone here."],
    ["bound\ncrash 1", 'got "1", want a host: client, server'],
    ['bound\ncrash client\ncall "a"', "the client is down."],
    ["bound\nrun 5s twice", '"twice" is left over.'],
  ],
};

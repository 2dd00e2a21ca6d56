/**
 * For tests: the words of traces of RPC2; the language is that of testing/script.ts. A line tells the time, who acts,
 * what it does, and the states after it of the connections that have changed. The procedure answers in capitals after
 * 10 ms.
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
 *     <- RETRY request seq 0 "a"       a packet comes to server 1, as from the first connection; `to client` turns it,
 *                                      `to nobody` gives it a handle that names no connection
 *     getrequest | enable              one more thread of server 1; its newest connection
 *     runs 5s                          how long procedures started from now on run; `at 2`: those of one server
 *     sends 6ms                        what sending one request of a parallel call takes
 *     next 3 REPLY from 2 lost         DATA:1 is the first packet of a file
 *     crash 1 | restart 1
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import { ENCRYPTION, SECURITY_LEVELS } from "../../wire/rpc2-codes.ts";
import { encodeRpc2, RPC2_FLAG, RPC2_OPCODE, rpc2Kind } from "../../wire/rpc2.ts";
import { SFTP_OPCODES, SFTP_SUBSYSTEM } from "../../wire/sftp.ts";
import type { Faults } from "../testing/faults.ts";
import type { Fate } from "../testing/net.ts";
import { playScript, said, type Line, type Stage, type Verb } from "../testing/script.ts";
import { capitals } from "../testing/told.ts";
import type { Traced } from "../testing/traced.ts";
import type { Words } from "../testing/words.ts";
import type { Handle } from "./connection.ts";
import type { GroupNumber } from "./groups.ts";
import { DEFAULT_TIMING, LIBRARY_1987, LIBRARY_2025 } from "./library.ts";
import { Net, type Journey, type NetEvent } from "./net.ts";
import type { SideEffect } from "./process-types.ts";
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

/** Packets that `next` may name, with a colon and a number behind it where only the one with that number is meant. */
const PACKETS = [
  ...new Set(["request", ...Object.values(RPC2_OPCODE).flatMap((code) => rpc2Kind(code) ?? []), ...SFTP_OPCODES]),
];

const playRpc2 = (script: string): string =>
  playScript<Settings, NetEvent>(script, {
    packets: PACKETS,
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
      dead: (words) => {
        words.need("marks", "connection");
        return { deadMarks: "connection" };
      },
      fails: (words) => ({ code: words.named("with", 0) }),
      enable: said("by hand", { enables: false }),
      show: (words) => (words.is("stamps") ? { stamps: true } : said("Lamport", { lamport: true })(words)),
    },
    begin: (settings, faults) => new Rpc2Stage(settings, faults),
  });

const KEY = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
const BOUND_BY = millis(10);
const JOINED_IN = millis(10);

/** One script at work. */
class Rpc2Stage implements Stage<NetEvent> {
  readonly net: Net;
  readonly verbs: Readonly<Record<string, Verb>> = {
    bind: (words) => this.bind(words),
    bound: () => this.bound(),
    call: (words) => this.call(words),
    multi: (words) => this.multi(words, null),
    group: (words) => this.makeGroup(words),
    multicast: (words) => this.multi(words, this.group),
    "<-": (words) => this.inject(words),
    getrequest: () => this.net.listen(1, 1),
    enable: () => this.enable(),
    runs: (words) => {
      const time = words.time();
      if (words.is("at")) this.runsAt.set(words.number(), time);
      else this.runs = time;
    },
    sends: (words) => {
      this.sendTime = words.time();
    },
    crash: (words) => this.net.crash(words.number()),
    restart: (words) => this.net.restart(words.number()),
  };
  private readonly lines: Lines;
  private readonly faults: Faults;
  private readonly handles: Handle[] = [];
  private group: GroupNumber | null = null;
  private readonly runsAt = new Map<number, Nanos>(); // servers whose procedures take a time of their own
  private runs: Nanos = millis(10);
  private sendTime: Nanos = 0;
  private handlings = Infinity; // of the present parallel call, until its handler stops it
  private sideEffect: SideEffect | null = null; // of the calls that are made now, at the server

  constructor({ replyAcks, naks, stamps, lamport, code, ...settings }: Settings, faults: Faults) {
    this.lines = new Lines(settings.servers, { stamps, lamport });
    this.faults = faults;
    this.net = new Net({
      ...settings,
      history: { replyAcks, naks },
      fateOf: (journey) => this.fateOf(journey),
      runsFor: (host) => this.runsAt.get(host) ?? this.runs,
      procedure: (_host, { body }) => ({ code, body: capitals(body) }),
      sideEffectOf: () => this.sideEffect,
      handler: () => (--this.handlings > 0 ? 0 : -1),
      sendTimeOf: () => this.sendTime,
      keyOf: () => KEY,
    });
  }

  show(event: NetEvent): readonly Line[] {
    return this.lines.show(event, (effect) => this.faults.noteOf(effect));
  }

  private fateOf({ from, packet, sent }: Journey): Fate {
    const kind = "protoVersion" in packet ? (rpc2Kind(packet.opcode) ?? "") : packet.opcode;
    return this.faults.fateOf(sent, [kind, `${kind}:${packet.seqNumber}`], String(from));
  }

  private handle(number: number): Handle {
    const handle = this.handles[number - 1];
    if (handle === undefined) throw new Error(`there is no connection ${number}; bind first.`);
    return handle;
  }

  private bind(words: Words): void {
    const level = SECURITY_LEVELS.find((name) => words.is(name)) ?? "openKimono";
    const isWrong = words.is("with", "the", "wrong", "key");
    const host = words.named("to", 1);
    const sharedKey = level === "openKimono" ? null : isWrong ? KEY.map((byte) => byte ^ 1) : KEY;
    const encryptionType = sharedKey === null ? ENCRYPTION.none : ENCRYPTION.xor;
    this.handles.push(this.net.bind(host, { level, sharedKey, encryptionType, sideEffectType: SFTP_SUBSYSTEM }));
  }

  /** Binds to every server, before the story begins: nothing of it is shown. */
  private bound(): void {
    const { net } = this;
    for (let host = 1; host < net.processes.length; host++) {
      this.handles.push(net.bind(host, { sideEffectType: SFTP_SUBSYSTEM }));
    }
    net.run(BOUND_BY - net.now);
    for (const event of net.steps.splice(0)) this.show(event);
  }

  /** The newest connection of server 1. */
  private enable(): void {
    const end = this.net.process(1).ends.at(-1);
    if (end === undefined) throw new Error("server 1 has no connection.");
    this.net.enable(1, end.state.handle);
  }

  private call(words: Words): string | void {
    const body = words.data();
    const handle = this.handle(words.named("on", 1));
    const limit = words.is("within") ? words.time() : null;
    const sideEffect = this.readSideEffect(words);
    const { code } = this.net.call(handle, { opcode: 1, body, limit, ...(sideEffect !== null && { sideEffect }) });
    return code === 0 ? undefined : `call refused: ${code}`;
  }

  /** The client's part in the side effect of its call; the server's is noted for when it takes the call. */
  private readSideEffect(words: Words): SideEffect | null {
    const isFetching = words.is("fetching");
    if (!isFetching && !words.is("storing")) return null;
    const file = Uint8Array.from({ length: words.number() }, (_, index) => index);
    const direction = isFetching ? "server to client" : "client to server";
    this.sideEffect = { direction, file: isFetching ? file : null };
    return { direction, file: isFetching ? null : file };
  }

  /** All connections join a group, one after the other. */
  private makeGroup(words: Words): void {
    const { net } = this;
    const isShown = words.is("aloud");
    this.group = net.group(this.handles);
    net.run(JOINED_IN);
    if (!isShown) for (const event of net.steps.splice(0)) this.show(event);
  }

  private multi(words: Words, group: GroupNumber | null): string | void {
    const body = words.data();
    const handles = words.is("on") ? words.numbers().map((number) => this.handle(number)) : this.handles;
    const limit = words.is("within") ? words.time() : null;
    this.handlings = words.is("stop", "after") ? words.number() : Infinity;
    const every = words.named("yield", 0);
    const yieldEvery = every === 0 ? "never" : every === 1 ? 1 : 32;
    const { code } = this.net.multi(handles, { opcode: 1, body, limit, yieldEvery, group });
    return code === 0 ? undefined : `parallel call refused: ${code}`;
  }

  /** `RETRY request seq 0 "a" to nobody` */
  private inject(words: Words): void {
    const handle = this.handle(1);
    const client = this.net.client.end(handle)?.state;
    if (client === undefined) throw new Error("the client’s connection is gone.");
    const flags = words.is("RETRY") ? RPC2_FLAG.retry : 0;
    const opcode = OPCODES[words.oneOf(Object.keys(OPCODES), "a packet")] ?? 0;
    const seqNumber = words.named("seq", 0) >>> 0;
    const body = words.data();
    const [host, from] = words.is("to", "client") ? [0, 1] : [1, 0];
    const [localHandle, known] = host === 0 ? [client.peerHandle, handle] : [handle, client.peerHandle];
    const remoteHandle = words.is("to", "nobody") ? NOBODY : known;
    const { protoVersion } = this.net.library;
    const { subsystem: subsysId, uniquefier } = client;
    const rest = { seFlags: 0, seDataOffset: 0, returnCode: 0, lamport: 0, timeStamp: 0, bindTime: 0 };
    const names = { protoVersion, remoteHandle, localHandle, subsysId, uniquefier };
    const peer = this.net.peers[from];
    if (peer !== undefined) {
      this.net.deliver(host, encodeRpc2({ ...rest, ...names, flags, opcode, seqNumber, body }), peer);
    }
  }
}

const NOBODY = 99; // no process gives this handle out
const OPCODES: Readonly<Record<string, number>> = {
  request: 1,
  REPLY: RPC2_OPCODE.reply,
  BUSY: RPC2_OPCODE.busy,
  NAK: RPC2_OPCODE.nak,
  LASTACK: RPC2_OPCODE.lastAck,
  INIT3: RPC2_OPCODE.init3,
};

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
    ["bound\nrun 5s twice", '"twice" is left over.'],
  ],
};

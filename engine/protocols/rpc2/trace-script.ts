/**
 * For tests: the words of traces of RPC2; the language is that of testing/script.ts. A line tells the time, who acts,
 * what it does, and the states after it of the connections that have changed. The procedure answers in capitals after
 * 10 ms.
 *
 * Commands, the first group before anything else
 *     library 2025                     1987 otherwise
 *     timing 4s 6                      B and N of the client; 60s 6 otherwise
 *     servers 3 | threads 0            one of each otherwise
 *     acknowledged replies | no naks | clock first   as in the prototype
 *     enable by hand                   otherwise the server does it at once
 *     dead marks the connection        alone, not all connections to the peer
 *     only client | only server        is shown
 *     show stamps | show Lamport       in the packets
 *
 *     bind | bind secure | bind headersOnly | bind authOnly    open kimono otherwise; `with the wrong key`, `to 2`
 *     bound                            binds to every server, and shows nothing of it
 *     call "a"                         on the first connection; `on 2`, `within 5s`, `fetching`, `storing 3000`
 *     multi "a"                        on all connections; `on 1 2`, `within 5s`, `stop after 2`, `yield 32`
 *     <- RETRY request seq 0 "a"       a packet comes to server 1, as from the first connection; `to client` turns it,
 *                                      `to nobody` gives it a handle that names no connection
 *     getrequest | enable              one more thread of server 1; its newest connection
 *     unbind client | unbind server | expire client
 *     runs 5s                          how long procedures started from now on run; `at 2`: those of one server
 *     sends 6ms                        what sending one request of a parallel call takes
 *     next 3 REPLY from 2 lost         DATA:1 is the first packet of a file
 *     crash 1 | restart 1
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import { ENCRYPTION, SECURITY_LEVELS } from "../../wire/rpc2-codes.ts";
import { rpc2Kind } from "../../wire/rpc2.ts";
import { SFTP_SUBSYSTEM } from "../../wire/sftp.ts";
import type { Handle, History } from "./connection.ts";
import { DEFAULT_TIMING, LIBRARY_1987, LIBRARY_2025, type Library, type Timing } from "./library.ts";
import { Net, type Journey } from "./net.ts";
import type { SideEffect } from "./process-types.ts";
import { Lines } from "./trace-lines.ts";
import type { Fate } from "../testing/net.ts";
import { capitals, Faults, playScript, type Stage, type Verb } from "../testing/script.ts";
import type { Words } from "../testing/words.ts";
import type { Shown } from "./trace-format.ts";
import { readPacket } from "./trace-packet.ts";

const BOUND_BY = millis(10);

export const playRpc2 = (script: string): string => playScript(script, new Rpc2Stage());

/** One script at work. */
class Rpc2Stage implements Stage {
  private library: Library = LIBRARY_1987;
  private timing: Timing = DEFAULT_TIMING;
  private history: History = { replyAcks: false, naks: true };
  private shown: Shown = { stamps: false, lamport: false };
  private only: "client" | "server" | null = null;
  private deadMarks: "peer" | "connection" = "peer";
  private servers = 1;
  private threads = 1;
  private enables = true;
  private clockFirst = false;
  private sendTime: Nanos = 0;
  private stopAfter = Infinity;
  private handled = 0;
  private readonly runs = new Map<number, Nanos>(); // by server; 0: all of them
  private readonly faults = new Faults();
  private sideEffect: SideEffect | null = null; // of the calls that are made now, at the server
  private readonly handles: Handle[] = [];
  private made: { readonly net: Net; readonly lines: Lines } | null = null;

  /** Settings come before anything else. */
  readonly verbs: Readonly<Record<string, Verb>> = {
    library: this.setting((words) => {
      this.library = words.number() === 2025 ? LIBRARY_2025 : LIBRARY_1987;
    }),
    timing: this.setting((words) => {
      this.timing = { keepAlive: words.time(), retries: words.number() };
    }),
    servers: this.setting((words) => {
      this.servers = words.number();
    }),
    threads: this.setting((words) => {
      this.threads = words.number();
    }),
    acknowledged: this.setting((words) => {
      words.need("replies");
      this.history = { ...this.history, replyAcks: true };
    }),
    no: this.setting((words) => {
      words.need("naks");
      this.history = { ...this.history, naks: false };
    }),
    clock: this.setting((words) => {
      words.need("first");
      this.clockFirst = true;
    }),
    dead: this.setting((words) => {
      for (const word of ["marks", "the", "connection"]) words.need(word);
      this.deadMarks = "connection";
    }),
    only: this.setting((words) => {
      this.only = words.oneOf(["client", "server"], "who is shown");
    }),
    show: this.setting((words) => {
      const shown = words.oneOf(["stamps", "Lamport"], "what is shown");
      this.shown = { ...this.shown, ...(shown === "stamps" ? { stamps: true } : { lamport: true }) };
    }),
    enable: (words) => {
      if (this.made === null && words.is("by", "hand")) this.enables = false;
      else this.net.enable(1, this.newest(1));
    },
    bind: (words) => this.bind(words),
    bound: () => this.bound(),
    call: (words) => this.call(words),
    multi: (words) => this.multi(words),
    "<-": (words) => this.inject(words),
    getrequest: () => this.net.listen(1, 1),
    unbind: (words) => this.unbind(words),
    expire: (words) => {
      words.need("client");
      this.net.client.expire(this.net.now);
    },
    run: (words) => this.net.run(words.time()),
    runs: (words) => {
      const time = words.is("forever") ? Infinity : words.time();
      this.runs.set(words.is("at") ? words.number() : 0, time);
    },
    sends: (words) => {
      this.sendTime = words.time();
    },
    next: this.faults.next,
    crash: (words) => this.net.crash(words.number()),
    restart: (words) => this.net.restart(words.number()),
  };

  lines(): readonly string[] {
    return this.made?.lines.take() ?? [];
  }

  private setting(verb: Verb): Verb {
    return (words) => {
      if (this.made !== null) throw new Error("this is set before anything else happens.");
      verb(words);
    };
  }

  private get net(): Net {
    return this.stage.net;
  }

  private newest(host: number): Handle {
    const end = this.net.process(host).ends.at(-1);
    if (end === undefined) throw new Error(`server ${host} has no connection.`);
    return end.state.handle;
  }

  /** The net, made when it is first needed: after the settings. */
  private get stage(): { readonly net: Net; readonly lines: Lines } {
    if (this.made !== null) return this.made;
    const { library, timing, servers, history, threads, deadMarks, enables, clockFirst } = this;
    const lines = new Lines(servers, this.shown, this.only, this.faults);
    const net: Net = new Net({
      ...{ library, timing, servers, history, threads, deadMarks, enables, clockFirst },
      fateOf: (journey) => this.fateOf(journey),
      runsFor: (host) => this.runs.get(host) ?? this.runs.get(0) ?? millis(10),
      procedure: (_host, { body }) => ({ code: 0, body: capitals(body) }),
      sideEffectOf: () => this.sideEffect,
      handler: () => (++this.handled >= this.stopAfter ? -1 : 0),
      sendTimeOf: () => this.sendTime,
      keyOf: () => KEY,
      watch: (event) => lines.add(event),
    });
    this.made = { net, lines };
    return this.made;
  }

  private bind(words: Words): void {
    const level = SECURITY_LEVELS.find((name) => words.is(name)) ?? "openKimono";
    const wrong = words.is("with", "the", "wrong", "key");
    const host = words.is("to") ? words.number() : 1;
    const sharedKey = level === "openKimono" ? null : wrong ? KEY.map((byte) => byte ^ 1) : KEY;
    const encryptionType = sharedKey === null ? ENCRYPTION.none : ENCRYPTION.xor;
    this.handles.push(this.stage.net.bind(host, { level, sharedKey, encryptionType, sideEffectType: SFTP_SUBSYSTEM }));
  }

  /** Binds to every server, before the story begins. */
  private bound(): void {
    const { net, lines } = this.stage;
    for (let host = 1; host <= this.servers; host++)
      this.handles.push(net.bind(host, { sideEffectType: SFTP_SUBSYSTEM }));
    net.run(BOUND_BY - net.now);
    lines.take();
  }

  private handle(number: number): Handle {
    const handle = this.handles[number - 1];
    if (handle === undefined) throw new Error(`there is no connection ${number}; bind first.`);
    return handle;
  }

  private call(words: Words): void {
    const body = words.data();
    const handle = this.handle(words.is("on") ? words.number() : 1);
    const limit = words.is("within") ? words.time() : null;
    const mine = this.readSideEffect(words);
    const outcome = this.stage.net.call(handle, {
      opcode: 1,
      body,
      limit,
      ...(mine === null ? {} : { sideEffect: mine }),
    });
    if (outcome.code !== 0) this.stage.lines.say(`call refused: ${outcome.code}`);
  }

  /** The client's part in the side effect of its call; the server's is noted for when it takes the call. */
  private readSideEffect(words: Words): SideEffect | null {
    const fetching = words.is("fetching");
    if (!fetching && !words.is("storing")) return null;
    const file = Uint8Array.from({ length: words.number() }, (_, index) => index);
    const direction = fetching ? "server to client" : "client to server";
    this.sideEffect = { direction, file: fetching ? file : null };
    return { direction, file: fetching ? null : file };
  }

  private multi(words: Words): void {
    const body = words.data();
    const handles = words.is("on") ? words.numbers().map((number) => this.handle(number)) : this.handles;
    const limit = words.is("within") ? words.time() : null;
    this.handled = 0;
    this.stopAfter = words.is("stop", "after") ? words.number() : Infinity;
    const every = words.is("yield") ? words.number() : 0;
    this.stage.net.multi(handles, {
      opcode: 1,
      body,
      limit,
      yieldEvery: every === 0 ? "never" : every === 1 ? 1 : 32,
    });
  }

  private inject(words: Words): void {
    const { net } = this.stage;
    const { packet, to } = readPacket(words, net, this.handle(1));
    const [host, from] = to === "client" ? [0, 1] : [1, 0];
    const peer = net.peers[from];
    if (peer !== undefined) net.deliver(host, packet, peer);
  }

  private unbind(words: Words): void {
    const { net, lines } = this.stage;
    const isClient = words.is("client");
    if (!isClient && !words.is("server")) throw new Error('want "client" or "server".');
    const mine = net.client.end(this.handle(1))?.state;
    const handle = isClient ? this.handle(1) : (mine?.peerHandle ?? 0);
    const { code } = net.process(isClient ? 0 : 1).unbind(handle, net.now);
    lines.say(code === 0 ? "unbound" : `unbind refused: ${code}`);
  }

  private fateOf({ from, packet }: Journey): Fate {
    const kind = "protoVersion" in packet ? (rpc2Kind(packet.opcode) ?? "") : packet.opcode;
    return this.faults.fateOf(packet, [kind, `${kind}:${packet.seqNumber}`], String(from));
  }
}

const KEY = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);

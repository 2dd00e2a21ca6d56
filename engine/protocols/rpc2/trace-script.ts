/**
 * For tests: plays a scripted trace. A script is a text of blocks, with an empty line between:
 *
 *     # Server rule 3: a request that comes again while it is worked on is answered with BUSY.
 *     runs 1s
 *     call "a"
 *     run 500ms
 *     ----
 *     10ms client calls "a": AWAITREPLY to 0, send 1, until 482.44ms
 *       -> request seq 0 "a"
 *
 * Comments, commands, four dashes, and what they lead to: a line for each thing that a process did (time, who, what,
 * the connection's state after it), below it what came of it. The expected part is made anew, so a script that plays as
 * it should comes out as it went in. A wire takes 1 ms; the procedure answers in capitals after 10 ms.
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
 *     run 6s                           time goes on, with all that happens meanwhile
 *     runs 5s                          how long procedures started from now on run; `at 2`: those of one server
 *     sends 6ms                        what sending one request of a parallel call takes
 *     next 3 REPLY lost                the fate of the next packets of a kind; `twice`, `late by 2s`; `from 2`; DATA:1
 *                                      is the first packet of a file
 *     crash 1 | restart 1
 */
import { millis, seconds, type Nanos } from "../../kernel/time.ts";
import { ENCRYPTION, SECURITY_LEVELS } from "../../wire/rpc2-codes.ts";
import { rpc2Kind } from "../../wire/rpc2.ts";
import { SFTP_SUBSYSTEM } from "../../wire/sftp.ts";
import type { Handle, History } from "./connection.ts";
import { DEFAULT_TIMING, LIBRARY_1987, LIBRARY_2025, type Library, type Timing } from "./library.ts";
import { Net, type Fate, type Journey } from "./net.ts";
import type { SideEffect } from "./process-types.ts";
import { Lines } from "./trace-lines.ts";
import { playBlocks } from "../script.ts";
import type { Shown } from "./trace-format.ts";
import { readPacket } from "./trace-packet.ts";
import { Words } from "./trace-words.ts";

const WIRE = millis(1);
const BOUND_BY = millis(10);

/** The script with its expected parts made anew. Throws where a command cannot be read; the message names its line. */
export function playScript(script: string): string {
  const stage = new Stage();
  return playBlocks(script, (text) => stage.command(text));
}

interface Meddling {
  readonly kind: string;
  readonly from: number | null;
  readonly note: string; // "lost"
  readonly fate: Fate;
  left: number;
}

/** One script at work. */
class Stage {
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
  private meddlings: Meddling[] = [];
  private sideEffect: SideEffect | null = null; // of the calls that are made now, at the server
  private readonly handles: Handle[] = [];
  private made: { readonly net: Net; readonly lines: Lines } | null = null;

  /** Does what the command says; gives the lines that it leads to. */
  command(text: string): string[] {
    const words = new Words(text);
    const verb = words.take();
    if (this.made === null && this.set(verb, words)) {
      words.end();
      return [];
    }
    this.act(verb, words);
    words.end();
    return this.stage.lines.take();
  }

  /** The net, made when it is first needed: after the settings. */
  private get stage(): { readonly net: Net; readonly lines: Lines } {
    if (this.made !== null) return this.made;
    const { library, timing, servers, history, threads, deadMarks, enables, clockFirst } = this;
    const lines = new Lines(servers, this.shown, this.only);
    const net: Net = new Net({
      ...{ library, timing, servers, history, threads, deadMarks, enables, clockFirst },
      fateOf: (journey) => this.fateOf(journey),
      runsFor: (host) => this.runs.get(host) ?? this.runs.get(0) ?? millis(10),
      procedure: (_host, { body }) => ({
        code: 0,
        body: body.map((byte) => (byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte)),
      }),
      sideEffectOf: () => this.sideEffect,
      handler: () => (++this.handled >= this.stopAfter ? -1 : 0),
      sendTimeOf: () => this.sendTime,
      keyOf: () => KEY,
      watch: (event) => lines.add(event),
    });
    this.made = { net, lines };
    return this.made;
  }

  private set(verb: string, words: Words): boolean {
    switch (verb) {
      case "library":
        this.library = words.number() === 2025 ? LIBRARY_2025 : LIBRARY_1987;
        return true;
      case "timing":
        this.timing = { keepAlive: words.time(), retries: words.number() };
        return true;
      case "servers":
        this.servers = words.number();
        return true;
      case "threads":
        this.threads = words.number();
        return true;
      case "acknowledged":
        this.history = { ...this.history, replyAcks: words.is("replies") };
        return true;
      case "no":
        this.history = { ...this.history, naks: !words.is("naks") };
        return true;
      case "clock":
        this.clockFirst = words.is("first");
        return true;
      case "enable":
        if (!words.is("by", "hand")) return false;
        this.enables = false;
        return true;
      case "dead":
        this.deadMarks = words.is("marks", "the", "connection") ? "connection" : "peer";
        return true;
      case "only":
        this.only = words.is("client") ? "client" : words.is("server") ? "server" : null;
        return true;
      case "show":
        this.shown = {
          stamps: this.shown.stamps || words.is("stamps"),
          lamport: this.shown.lamport || words.is("Lamport"),
        };
        return true;
      default:
        return false;
    }
  }

  private act(verb: string, words: Words): void {
    const { net } = this.stage;
    switch (verb) {
      case "bind":
        return this.bind(words);
      case "bound":
        return this.bound();
      case "call":
        return this.call(words);
      case "multi":
        return this.multi(words);
      case "<-":
        return this.inject(words);
      case "getrequest":
        return net.listen(1, 1);
      case "enable":
        return net.enable(1, [...net.process(1).table.ends()].at(-1)?.state.handle ?? 0);
      case "unbind":
        return this.unbind(words);
      case "expire":
        return net.client.expire(net.now);
      case "run":
        return net.run(words.time());
      case "runs":
        return this.setRuns(words);
      case "sends":
        this.sendTime = words.time();
        return;
      case "next":
        this.meddlings.push(readMeddling(words));
        return;
      case "crash":
        return net.crash(words.number());
      case "restart":
        return net.restart(words.number());
      default:
        throw new Error("unknown command. The commands stand at the head of trace-script.ts.");
    }
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
    const mine = net.client.table.get(this.handle(1))?.state;
    const handle = isClient ? this.handle(1) : (mine?.peerHandle ?? 0);
    const { code } = net.process(isClient ? 0 : 1).unbind(handle);
    lines.say(code === 0 ? "unbound" : `unbind refused: ${code}`);
  }

  private setRuns(words: Words): void {
    const time = words.is("forever") ? Infinity : words.time();
    this.runs.set(words.is("at") ? words.number() : 0, time);
  }

  private fateOf({ from, packet }: Journey): Fate {
    const kind = "protoVersion" in packet ? (rpc2Kind(packet.opcode) ?? "") : packet.opcode;
    const kinds = [kind, `${kind}:${packet.seqNumber}`];
    const meddling = this.meddlings.find(
      (one) => one.left > 0 && kinds.includes(one.kind) && (one.from === null || one.from === from),
    );
    if (meddling === undefined) return [WIRE];
    meddling.left--;
    this.stage.lines.note(packet, meddling.note);
    return meddling.fate;
  }
}

const KEY = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);

function readMeddling(words: Words): Meddling {
  const left = words.number();
  const word = words.take();
  const kind = word.replace(/s$/, "");
  const [note, fate] = readFate(words);
  const from = words.is("from") ? words.number() : null;
  return { kind, left, note, fate, from };
}

function readFate(words: Words): [string, Fate] {
  if (words.is("lost")) return ["lost", []];
  if (words.is("twice")) return ["twice", [WIRE, 2 * WIRE]];
  if (!words.is("late", "by")) throw new Error(`got "${words.take()}", want lost, twice or late by a time.`);
  const late = words.time();
  return [`late by ${late / seconds(1)}s`, [WIRE + late]];
}

/**
 * Other work of the client's machine: its kernel reads and writes files of a file server by NFS, for programs that this
 * run does not show. A file is looked up, its attributes are asked for, and its blocks are read or written one after
 * the other. The kernel works for it at interrupt level, so the process that has the processor is charged for it.
 */
import { durationOf } from "../../../hardware/cost.ts";
import type { Segment } from "../../../hardware/processors.ts";
import { SUN3_ASSUMED, SUN3_CALIBRATED } from "../../../hardware/sun3-costs.ts";
import type { RandomStream } from "../../../kernel/random.ts";
import { seconds } from "../../../kernel/time.ts";
import { NO_REF, type Ref } from "../../../kernel/trace-data.ts";
import {
  sunClient,
  type Asked,
  type SunClientEffect,
  type SunClientInput,
  type SunClientState,
} from "../../../protocols/sunrpc/client.ts";
import {
  encodeNfsCall,
  handleInLookup,
  NFS,
  NFS_BLOCK,
  NFS_PORT,
  NFS_PROGRAM,
  NFS_VERSION,
  type NfsCall,
} from "../../../wire/nfs.ts";
import { encodeIdentity } from "../../../wire/sunrpc-auth.ts";
import type { PowerCycle } from "../../world/frame.ts";
import { ProtocolInstance } from "../../world/instance.ts";
import type { Channel } from "../channel.ts";
import { sunRpcWith, type Format } from "../format.ts";
import type { SunHost } from "../host.ts";
import { FILE_SERVER } from "../options.ts";
import { DIRECTORY, FILE_BLOCKS, handleOf, nameOfFile } from "./files.ts";
import type { NfsSegments } from "./steps.ts";

const EVERY = durationOf(SUN3_CALIBRATED.otherWorkEvery);
/** No timer of a run is longer. A program that has not run for so long hangs, and the run ends. */
const LONGEST_SILENCE = seconds(130);
/** A port that only the kernel and the superuser may have. */
const PORT = 1023;
const FIRST_XID = 0x1989_8000;
/** The client writes a block of one letter, the next block with the next letter. */
const FIRST_LETTER = 97;

/** The identity of the client: a user of the machine. Nobody checks it. */
const identity = (machine: string): Format =>
  sunRpcWith(encodeIdentity({ stamp: 0x1989, machine, uid: 100, gid: 10, gids: [10] }));

/** Why the client gives a file up. */
const GAVE_UP = {
  "timed out": "the file server does not answer",
  "unreadable reply": "a reply of the file server cannot be read",
} as const;

export class NfsClient {
  private readonly host: SunHost;
  private readonly segments: NfsSegments;
  private readonly random: RandomStream;
  private readonly format: Format;
  private readonly channel: Channel;
  private readonly protocol: ProtocolInstance<
    SunClientState,
    SunClientInput,
    SunClientEffect,
    { readonly xid: number }
  >;
  private readonly tag: number;
  private files = 0; // so far
  private waiting = 0; // files that wait until the present one is done
  private present: NfsCall | null = null;
  private calls: readonly NfsCall[] = []; // of the present file, that are still to be made
  private readonly power: PowerCycle; // a crash ends it, and nobody starts it again
  private isOver = false;

  constructor(host: SunHost, segments: NfsSegments) {
    const { sim, streams } = host.world;
    this.host = host;
    this.segments = segments;
    this.power = host.up;
    this.random = streams.stream("other work of the client’s machine");
    this.format = identity(host.name);
    this.channel = host.open(PORT, (_call, cause) => this.arrived(cause));
    const machine = sunClient({
      retryAfter: durationOf(SUN3_ASSUMED.nfsRetry),
      total: durationOf(SUN3_ASSUMED.nfsTotal),
      canRefresh: false,
      without: [],
    });
    this.protocol = new ProtocolInstance(host, machine, {
      name: "client of NFS",
      identity: { xid: FIRST_XID },
      due: () => this.timeIsUp(),
    });
    this.tag = sim.register(() => this.wanted());
    this.next();
  }

  /** The program has ended: nobody would notice more. */
  over(): void {
    this.isOver = true;
  }

  private get isUnseen(): boolean {
    const { host } = this;
    if (this.isOver || this.power.endedAt !== Infinity) return true;
    return host.now - host.machine.lastRan > LONGEST_SILENCE;
  }

  private next(): void {
    this.host.world.sim.after(this.random.exponential(EVERY), this.tag, 0);
  }

  /** A program wants a file. */
  private wanted(): void {
    if (this.isUnseen) return;
    this.waiting++;
    if (this.present === null) this.begin();
    this.next();
  }

  /** The next file, where one is wanted. */
  private begin(): void {
    this.present = null;
    if (this.waiting === 0) return;
    this.waiting--;
    this.files++;
    this.calls = [{ what: "lookup", handle: handleOf(DIRECTORY), name: nameOfFile(this.files) }];
    this.callNext(NO_REF);
  }

  /** The calls for a file whose handle the server has given. */
  private callsFor(handle: Uint8Array): readonly NfsCall[] {
    const isWritten = this.random.float() < SUN3_ASSUMED.nfsWrites.value;
    const blocks = Array.from({ length: FILE_BLOCKS }, (_, i): NfsCall => {
      const offset = i * NFS_BLOCK;
      if (isWritten) return { what: "write", handle, offset, data: new Uint8Array(NFS_BLOCK).fill(FIRST_LETTER + i) };
      return { what: "read", handle, offset, count: NFS_BLOCK };
    });
    return [{ what: "getattr", handle }, ...blocks];
  }

  private callNext(cause: Ref): void {
    const [first, ...rest] = this.calls;
    if (first === undefined) {
      this.begin();
      return;
    }
    if (this.isUnseen) return;
    this.present = first;
    this.calls = rest;
    const call: Asked = {
      program: NFS_PROGRAM,
      version: NFS_VERSION,
      procedure: NFS[first.what],
      data: encodeNfsCall(first),
    };
    this.apply(this.protocol.step({ tag: "start", call }, cause, 0), cause);
  }

  private apply([effect]: readonly SunClientEffect[], cause: Ref): void {
    if (effect === undefined) return;
    switch (effect.tag) {
      case "send":
        this.send(effect, cause);
        return;
      case "returned":
        if (this.present?.what === "lookup") this.calls = this.callsFor(handleInLookup(effect.data));
        this.callNext(cause);
        return;
      case "refused":
        this.giveUp("the file server refuses a call of NFS", cause);
        return;
      case "failed":
        this.giveUp(GAVE_UP[effect.reason], cause);
    }
  }

  /** The other programs do without this file. */
  private giveUp(why: string, cause: Ref): void {
    this.host.note(why, { cause });
    this.calls = [];
    this.begin();
  }

  private send({ call, send }: Extract<SunClientEffect, { readonly tag: "send" }>, cause: Ref): void {
    const data = this.format.call(call);
    this.work(this.segments.call(data.length), cause, (last) =>
      this.channel.send({
        to: FILE_SERVER,
        toPort: NFS_PORT,
        data,
        kind: "NFS call",
        call: 0,
        origin: send === 1 ? "first" : "retransmission",
        cause: last,
      }),
    );
  }

  private arrived(cause: Ref): void {
    const message = this.channel.take();
    const reply = this.format.readReply(message.data);
    const bytes = message.data.length;
    this.work(this.segments.reply(bytes), cause, (last) => {
      const effects = reply === null ? [] : this.protocol.step({ tag: "reply", reply }, last, 0);
      if (effects.length === 0) this.host.discard(message, last, "a reply of NFS that nobody waits for");
      this.apply(effects, last);
    });
  }

  private timeIsUp(): void {
    if (this.isUnseen) return;
    const mark = this.host.timerMark(NO_REF, 0);
    this.apply(this.protocol.step({ tag: "tick" }, mark, 0), mark);
  }

  /** The kernel works, a piece at a time. */
  private work(pieces: readonly Segment[], cause: Ref, then: (last: Ref) => void): void {
    for (const [i, segment] of pieces.entries()) {
      const isLast = i === pieces.length - 1;
      this.host.task(segment, 0, cause, (last) => (isLast ? then(last) : undefined));
    }
  }
}

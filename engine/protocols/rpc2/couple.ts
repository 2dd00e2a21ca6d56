/** For tests: two processes of one library, back to back. What one sends, the other has at once; nothing is lost. */
import type { Nanos } from "../../kernel/time.ts";
import type { BindRequest } from "./client-bind.ts";
import type { Handle, Peer } from "./connection.ts";
import type { Library } from "./library.ts";
import { OPEN } from "./net.ts";
import { Rpc2Process } from "./primitives.ts";
import { encodePacket } from "./process.ts";
import type { ProcessEffect } from "./process-types.ts";

type Side = "here" | "there";

export const HERE: Peer = { host: 1, port: 3000 };
export const THERE: Peer = { host: 2, port: 3000 };

export class Couple {
  now: Nanos = 0;
  readonly here: Rpc2Process;
  readonly there: Rpc2Process;
  /** What the processes have asked for, other than sending. */
  readonly told: { readonly at: Side; readonly effect: ProcessEffect }[] = [];
  private draws = 0;

  constructor(library: Library) {
    const random = (): number => Math.imul(++this.draws, 0x9e37_79b1) >>> 0;
    this.here = new Rpc2Process({ library, random });
    this.there = new Rpc2Process({ library, random });
  }

  /** Carries what is to be sent to the other, and so on; what else is to be done is noted. */
  carry(at: Side, effects: readonly ProcessEffect[]): void {
    const [other, from] = at === "here" ? (["there", HERE] as const) : (["here", THERE] as const);
    for (const effect of effects) {
      if (effect.tag !== "send" && effect.tag !== "send data") this.told.push({ at, effect });
      else this.carry(other, this[other].receive(encodePacket(effect), from, this.now));
    }
  }

  /** Binds one to the other, which may refuse; gives the client's handle. */
  bind(from: Side, request: Partial<BindRequest> = {}): Handle {
    const peer = from === "here" ? THERE : HERE;
    const { handle, effects } = this[from].bind({ ...OPEN, peer, ...request }, this.now);
    this.carry(from, effects);
    return handle;
  }

  /**
   * Binds one to the other, which serves the connection; gives the handles of both ends. Throws where no thread takes
   * the connection.
   */
  connect(from: Side, request: Partial<BindRequest> = {}): { readonly client: Handle; readonly server: Handle } {
    const to = from === "here" ? "there" : "here";
    const subsystem = request.subsystem ?? OPEN.subsystem;
    this[to].export(subsystem, this.now);
    const filter = { age: "new", from: { tag: "subsystem", subsystem } } as const;
    this.carry(to, this[to].getRequest(++this.draws, this.now, filter).effects);
    const client = this.bind(from, request);
    const taken = this.told.findLast(({ effect }) => effect.tag === "new connection")?.effect;
    if (taken?.tag !== "new connection") throw new Error("Nobody took the new connection.");
    this.carry(to, this[to].enable(taken.handle, this.now).effects);
    return { client, server: taken.handle };
  }

  /** What a side was told, or one of its threads. */
  tags(at: Side, thread: number | null = null): readonly string[] {
    return this.told.flatMap(({ at: side, effect }) => {
      const isMeant = thread === null || ("thread" in effect && effect.thread === thread);
      return side === at && isMeant ? [effect.tag] : [];
    });
  }
}

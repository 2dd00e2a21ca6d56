/** What the paper says of connections, tried on the protocol's processes alone: bytes, and no machines or time. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Handle, Peer } from "../../protocols/rpc2/connection.ts";
import { LIBRARY_1987 } from "../../protocols/rpc2/library.ts";
import type { ProcessEffect } from "../../protocols/rpc2/process-types.ts";
import { Rpc2Process } from "../../protocols/rpc2/primitives.ts";
import { encodePacket } from "../../protocols/rpc2/process.ts";
import { ENCRYPTION, RPC2_RETURN, SECURITY_LEVELS, type SecurityLevel } from "../../wire/rpc2-codes.ts";

const SUBSYSTEM = 151;
const THREAD = 1;
const KEY = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);

/** Processes on hosts of their own; each answers a request at once with the request's own body. */
class Hosts {
  readonly processes: readonly Rpc2Process[];
  readonly told: { readonly host: number; readonly effect: ProcessEffect }[] = [];
  packets = 0;
  /** Handlers that have begun and not ended, as long as they are held. */
  readonly begun: { readonly host: number; readonly call: number; readonly handle: Handle }[] = [];
  holdsHandlers = false;

  constructor(count: number) {
    let draws = 0;
    this.processes = Array.from(
      { length: count },
      () => new Rpc2Process({ library: LIBRARY_1987, random: () => ++draws * 7919, keyOf: () => KEY }),
    );
    for (const process of this.processes) {
      process.export(SUBSYSTEM, 0);
      process.getRequest(THREAD, 0);
    }
  }

  process(host: number): Rpc2Process {
    const process = this.processes[host];
    if (process === undefined) throw new Error(`There is no host ${host}.`);
    return process;
  }

  bind(from: number, to: number, level: SecurityLevel = "openKimono"): Handle {
    const isOpen = level === "openKimono";
    const { handle, effects } = this.process(from).bind(
      {
        peer: peerOf(to),
        subsystem: SUBSYSTEM,
        level,
        encryptionType: isOpen ? ENCRYPTION.none : ENCRYPTION.xor,
        authenticationType: 0,
        identity: new Uint8Array(0),
        sharedKey: isOpen ? null : KEY,
        sideEffectType: 0,
      },
      0,
    );
    this.follow(from, effects);
    return handle;
  }

  call(from: number, handle: Handle, body: Uint8Array): void {
    this.follow(from, this.process(from).makeRpc(handle, { opcode: 1, body, limit: null }, 0).effects);
  }

  multi(from: number, handles: readonly Handle[], body: Uint8Array): void {
    const request = { opcode: 1, body, limit: null, yieldEvery: "never" } as const;
    this.follow(from, this.process(from).multiRpc(handles, request, 0).effects);
  }

  /** Of the request that comes next on a connection, at the client's end. */
  numberOf(host: number, handle: Handle): number {
    const end = this.process(host).end(handle);
    if (end?.role !== "client" || end.state.tag !== "THINK") throw new Error("A connection that rests was asked for.");
    return end.state.nextSeq;
  }

  handlerEnds(host: number, call: number): void {
    this.follow(host, this.process(host).handled(call, 0, 0));
  }

  /** Does all that follows from a step, without time passing. */
  private follow(host: number, effects: readonly ProcessEffect[]): void {
    for (const effect of effects) {
      this.told.push({ host, effect });
      this.follow(host, this.act(host, effect));
    }
  }

  private act(host: number, effect: ProcessEffect): readonly ProcessEffect[] {
    const process = this.process(host);
    switch (effect.tag) {
      case "send": {
        this.packets++;
        const to = effect.to.host;
        this.follow(to, this.process(to).receive(encodePacket(effect), peerOf(host), 0));
        return [];
      }
      case "new connection":
        return [...process.enable(effect.handle, 0).effects, ...process.getRequest(THREAD, 0).effects];
      case "request": {
        const { handle, request } = effect;
        const answer = process.sendResponse(handle, RPC2_RETURN.success, request.body, 0).effects;
        return [...answer, ...process.getRequest(THREAD, 0).effects];
      }
      case "transmit":
        return process.transmit(effect.call, effect.handle, 0);
      case "wake":
        return process.look(effect.call, 0);
      case "handle":
        this.begun.push({ host, call: effect.call, handle: effect.handle });
        return this.holdsHandlers ? [] : process.handled(effect.call, 0, 0);
      default:
        return [];
    }
  }
}

const peerOf = (host: number): Peer => ({ host, port: 2432 });

describe("connections (Section IV)", () => {
  it("rpc2-handles: a handle is never given out again, at either end, though its connection is gone", () => {
    const hosts = new Hosts(2);
    const given = Array.from({ length: 50 }, () => {
      const handle = hosts.bind(0, 1);
      expect(hosts.process(0).unbind(handle, 0).code).toBe(RPC2_RETURN.success);
      return handle;
    });
    const served = hosts.told.flatMap(({ effect }) => (effect.tag === "new connection" ? [effect.handle] : []));
    expect(new Set(given).size).toBe(50);
    expect(new Set(served).size).toBe(50);
  });

  it("rpc2-bind-cost: a BIND in the open is as many packets as a call, one each way", () => {
    const hosts = new Hosts(2);
    const handle = hosts.bind(0, 1);
    const bind = hosts.packets;
    hosts.call(0, handle, Uint8Array.of(1, 2, 3, 4));
    expect([bind, hosts.packets - bind]).toEqual([2, 2]);
  });

  it("rpc2-symmetry: two hosts serve each other by two connections, and each gets its own reply", () => {
    const hosts = new Hosts(2);
    const [forth, back] = [hosts.bind(0, 1), hosts.bind(1, 0)];
    hosts.call(0, forth, Uint8Array.of(1, 0, 0, 0));
    hosts.call(1, back, Uint8Array.of(2, 0, 0, 0));
    const replies = hosts.told.flatMap(({ host, effect }) =>
      effect.tag === "returned" ? [[host, effect.code, effect.reply.body[0]]] : [],
    );
    expect(replies).toEqual([
      [0, RPC2_RETURN.success, 1],
      [1, RPC2_RETURN.success, 2],
    ]);
  });
});

describe("simple and parallel calls (Section III)", () => {
  const some = fc.subarray([1, 2, 3], { minLength: 1 });

  const level = fc.constantFrom(...SECURITY_LEVELS);
  const levels = fc.tuple(level, level, level);
  const callsDrawn = fc.array(fc.record({ servers: some, parallel: fc.boolean() }), { maxLength: 12 });

  it("design-orthogonal: in any order on connections of any level, each runs once, and the ends agree", () => {
    fc.assert(
      fc.property(levels, callsDrawn, (drawn, calls) => {
        const hosts = new Hosts(4);
        const handles = drawn.map((one, at) => hosts.bind(0, at + 1, one));
        const begins = handles.map((handle) => hosts.numberOf(0, handle));
        const made = [0, 0, 0];
        for (const [number, { servers, parallel }] of calls.entries()) {
          const mine = servers.map((server) => handles[server - 1] ?? 0);
          const body = Uint8Array.of(number, 0, 0, 0);
          if (parallel) hosts.multi(0, mine, body);
          else for (const handle of mine) hosts.call(0, handle, body);
          for (const server of servers) made[server - 1] = (made[server - 1] ?? 0) + 1;
        }
        for (const [at, handle] of handles.entries()) {
          const ran = hosts.told.filter(({ host, effect }) => host === at + 1 && effect.tag === "request");
          expect(ran.length).toBe(made[at]);
          const state = hosts.process(0).end(handle)?.state;
          const nextSeq = ((begins[at] ?? NaN) + 2 * (made[at] ?? 0)) >>> 0;
          expect(state).toMatchObject({ tag: "THINK", level: drawn[at], nextSeq });
          const there = state === undefined ? undefined : hosts.process(at + 1).end(state.peerHandle)?.state;
          expect(there).toMatchObject({ tag: "AWAITREQUEST", nextSeq });
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("handlers (Section V-B)", () => {
  it("handler-reentrancy: one that yields, by a call of its own, is activated again before it has ended", () => {
    const hosts = new Hosts(3);
    const handles = [1, 2].map((server) => hosts.bind(0, server));
    const body = Uint8Array.of(7, 0, 0, 0);
    hosts.holdsHandlers = true;
    // Two threads make a parallel call each, with one handler: it reads a count, calls a server, writes the count.
    let count = 0;
    const read: number[] = [];
    for (const handle of handles) {
      hosts.multi(0, [handle], body);
      read.push(count);
      hosts.call(0, handle, body); // here it yields
    }
    expect(hosts.begun.map(({ call }) => call)).toEqual([1, 2]); // and neither has ended
    for (const [at, { host, call }] of hosts.begun.entries()) {
      count = (read[at] ?? NaN) + 1;
      hosts.handlerEnds(host, call);
    }
    expect(count).toBe(1); // of two replies: what may go wrong
    const results = hosts.told.flatMap(({ effect }) =>
      effect.tag === "multi returned" || effect.tag === "returned" ? [[effect.tag, effect.code]] : [],
    );
    expect(results).toEqual([
      ["returned", 0],
      ["returned", 0],
      ["multi returned", 0],
      ["multi returned", 0],
    ]);
  });
});

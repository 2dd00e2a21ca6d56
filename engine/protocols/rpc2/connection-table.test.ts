import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SECURITY_LEVELS } from "../../wire/rpc2-codes.ts";
import type { Connection } from "./connection.ts";
import { dataBytes } from "../testing/data-bytes.ts";
import {
  allEnds,
  endByInit1,
  endOf,
  handlesTo,
  hasPacket,
  MOST_CONNECTIONS,
  NO_CONNECTIONS,
  withEnd,
  withoutEnd,
  withState,
  type End,
} from "./connection-table.ts";
import { newHandles, nextHandle } from "./handles.ts";
import { LIBRARY_1987, LIBRARY_2025, type Library } from "./library.ts";

const u32 = fc.nat(0xffff_ffff);
const connection: fc.Arbitrary<Connection> = fc.record(
  {
    handle: fc.nat(40),
    peer: fc.record({ host: fc.nat(3), port: fc.nat(2) }, { noNullPrototype: true }),
    peerHandle: fc.nat(3),
    subsystem: u32,
    uniquefier: fc.nat(2),
    level: fc.constantFrom(...SECURITY_LEVELS),
    sideEffectType: u32,
    key: fc.option(fc.uint8Array({ minLength: 8, maxLength: 8 })),
  },
  { noNullPrototype: true },
);
/** Ends that rest, at either role: rows alone. */
const resting: fc.Arbitrary<End> = fc.tuple(connection, fc.nat(4), u32).map(([common, kind, number]): End => {
  if (kind === 0) return { role: "client", state: { ...common, tag: "THINK", nextSeq: number, seen: null } };
  if (kind === 1) return { role: "client", state: { ...common, tag: "HARDERROR", code: -2015 } };
  if (kind === 2) return { role: "server", state: { ...common, tag: "HARDERROR", code: -2014 } };
  const tag = kind === 3 ? "AWAITENABLE" : "AWAITREQUEST";
  return { role: "server", state: { ...common, tag, nextSeq: number, held: null } };
});

const server = (handle: number, n: number): End => ({
  role: "server",
  state: {
    handle,
    peer: { host: n, port: 3000 },
    peerHandle: n + 7,
    subsystem: 1,
    uniquefier: n * 3,
    level: "openKimono",
    sideEffectType: 0,
    key: null,
    tag: "AWAITREQUEST",
    nextSeq: 2,
    held: null,
  },
});

/** The first handles that a process gives out. */
function handlesOf(library: Library, draw: number, count: number): readonly number[] {
  let handles = newHandles(library, () => draw);
  return Array.from({ length: count }, () => {
    const [handle, next] = nextHandle(handles);
    handles = next;
    return handle;
  });
}

describe("a table of connections", () => {
  it("does what a map of whole records does, whatever is added, changed and removed", () => {
    const operation = fc.tuple(resting, fc.constantFrom("add", "add", "put", "remove"));
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 80 }), (operations) => {
        const twin = new Map<number, End>();
        let table = NO_CONNECTIONS;
        for (const [end, what] of operations) {
          const { handle } = end.state;
          const old = twin.get(handle);
          const before = structuredClone(table);
          const given = table;
          if (what === "remove") {
            table = withoutEnd(table, handle);
            twin.delete(handle);
          } else if (old === undefined && what === "add") {
            table = withEnd(table, end);
            twin.set(handle, end);
          } else if (old !== undefined && what === "put") {
            // What a connection is known by stays.
            const { peer, peerHandle, uniquefier } = old.state;
            const next = { role: old.role, state: { ...end.state, peer, peerHandle, uniquefier } } as End;
            if (end.role !== old.role) continue;
            table = withState(table, next);
            twin.set(handle, next);
          }
          expect(given).toEqual(before); // a change leaves the table before it as it was
          expect(table.ends.count).toBe(twin.size);
          expect(endOf(table, handle)).toEqual(twin.get(handle) ?? null);
        }
        for (let one = 0; one <= 40; one++) expect(endOf(table, one)).toEqual(twin.get(one) ?? null);
        expect(allEnds(table)).toEqual([...twin.values()]);
        for (const { role, state } of twin.values()) {
          const found = endByInit1(table, state.peer, state.peerHandle, state.uniquefier);
          if (role === "server") expect(found?.state.peer).toEqual(state.peer);
          expect(handlesTo(table, state.peer)).toContain(state.handle);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("holds 64K connections at about a hundred bytes each, finds every one, and takes no more", () => {
    const given = handlesOf(LIBRARY_2025, 0x1234_5678, MOST_CONNECTIONS);
    const table = given.reduce((all, handle, n) => withEnd(all, server(handle, n)), NO_CONNECTIONS);
    expect(table.ends.count).toBe(65_536);
    expect(dataBytes(table) / MOST_CONNECTIONS).toBeLessThanOrEqual(100);
    expect(allEnds(table).filter(hasPacket)).toEqual([]);
    for (let n = 0; n < MOST_CONNECTIONS; n += 997) {
      const handle = given[n] ?? 0;
      expect(endOf(table, handle)).toEqual(server(handle, n));
      expect(endByInit1(table, { host: n, port: 3000 }, n + 7, n * 3)?.state.handle).toBe(handle);
    }
    expect(handlesTo(table, { host: 997, port: 3000 })).toEqual([given[997]]);
    expect(() => withEnd(table, server(1, 1))).toThrow("at most 65536 connections");
  });

  it("has a packet on a connection only as long as one is waited for, kept or worked on", () => {
    const idle = server(300, 1);
    const packet = { until: 5, sends: 1, sealed: false, sending: null };
    const busy = { ...idle, state: { ...idle.state, held: packet } } as unknown as End;
    expect([idle, busy].map(hasPacket)).toEqual([false, true]);
    const table = withState(withState(withEnd(NO_CONNECTIONS, idle), busy), idle);
    expect(endOf(table, 300)).toEqual(idle);
  });

  it("refuses a handle twice, and a change of a connection that it does not have", () => {
    const table = withEnd(NO_CONNECTIONS, server(300, 1));
    expect(() => withEnd(table, server(300, 2))).toThrow("names a connection already");
    expect(() => withState(table, server(301, 2))).toThrow("No connection has the handle 301");
  });
});

describe("handles", () => {
  it("are never given out twice in the life of a process, and never below 256", () => {
    for (const library of [LIBRARY_1987, LIBRARY_2025]) {
      for (const seed of [1, 0x8000_0000, 0xffff_ffff]) {
        const given = new Set(handlesOf(library, seed, 20_000));
        expect(given.size).toBe(20_000);
        expect([...given].every((handle) => handle >= 256 && handle <= 0x7fff_ffff)).toBe(true);
      }
    }
  });

  it("of 1987 count up", () => {
    expect(handlesOf(LIBRARY_1987, 99, 3)).toEqual([256, 257, 258]);
  });
});

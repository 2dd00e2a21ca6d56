import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SECURITY_LEVELS } from "../../wire/rpc2-codes.ts";
import type { Connection } from "./connection.ts";
import { ConnectionTable, MOST_CONNECTIONS, type End } from "./connection-table.ts";
import { Handles } from "./handles.ts";
import { LIBRARY_1987, LIBRARY_2025 } from "./library.ts";

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

describe("a table of connections", () => {
  it("does what a map of whole records does, whatever is added, changed and removed", () => {
    const operation = fc.tuple(resting, fc.constantFrom("add", "add", "put", "remove"));
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 80 }), (operations) => {
        const [table, twin] = [new ConnectionTable(), new Map<number, End>()];
        for (const [end, what] of operations) {
          const { handle } = end.state;
          const old = twin.get(handle);
          if (what === "remove") {
            table.remove(handle);
            twin.delete(handle);
          } else if (old === undefined && what === "add") {
            table.add(end);
            twin.set(handle, end);
          } else if (old !== undefined && what === "put") {
            // What a connection is known by stays.
            const { peer, peerHandle, uniquefier } = old.state;
            const next = { role: old.role, state: { ...end.state, peer, peerHandle, uniquefier } } as End;
            if (end.role !== old.role) continue;
            table.put(next);
            twin.set(handle, next);
          }
          expect(table.size).toBe(twin.size);
          expect(table.get(handle)).toEqual(twin.get(handle) ?? null);
        }
        for (let one = 0; one <= 40; one++) expect(table.get(one)).toEqual(twin.get(one) ?? null);
        for (const { role, state } of twin.values()) {
          const found = table.byInit1(state.peer, state.peerHandle, state.uniquefier);
          if (role === "server") expect(found?.state.peer).toEqual(state.peer);
          expect(table.to(state.peer)).toContain(state.handle);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("holds 64K connections at about a hundred bytes each, finds every one, and takes no more", () => {
    const table = new ConnectionTable();
    const handles = new Handles(LIBRARY_2025, () => 0x1234_5678);
    const given = Array.from({ length: MOST_CONNECTIONS }, () => handles.next());
    given.forEach((handle, n) => table.add(server(handle, n)));
    expect(table.size).toBe(65_536);
    expect(table.bytesPerConnection).toBeLessThanOrEqual(100);
    expect(table.withPackets).toBe(0);
    for (let n = 0; n < MOST_CONNECTIONS; n += 997) {
      const handle = given[n] ?? 0;
      expect(table.get(handle)).toEqual(server(handle, n));
      expect(table.byInit1({ host: n, port: 3000 }, n + 7, n * 3)?.state.handle).toBe(handle);
      expect(table.to({ host: n, port: 3000 })).toEqual([handle]);
    }
    expect(() => table.add(server(1, 1))).toThrow("at most 65536 connections");
  });

  it("keeps more than a row only as long as there is a packet", () => {
    const table = new ConnectionTable();
    const idle = server(300, 1);
    table.add(idle);
    const packet = { until: 5, sends: 1, sealed: false, sending: null };
    table.put({ ...idle, state: { ...idle.state, held: packet } } as unknown as End);
    expect(table.withPackets).toBe(1);
    table.put(idle);
    expect(table.withPackets).toBe(0);
    expect(table.get(300)).toEqual(idle);
  });

  it("refuses a handle twice, and a change of a connection that it does not have", () => {
    const table = new ConnectionTable();
    table.add(server(300, 1));
    expect(() => table.add(server(300, 2))).toThrow("names a connection already");
    expect(() => table.put(server(301, 2))).toThrow("No connection has the handle 301");
  });
});

describe("handles", () => {
  it("are never given out twice in the life of a process, and never below 256", () => {
    for (const library of [LIBRARY_1987, LIBRARY_2025]) {
      for (const seed of [1, 0x8000_0000, 0xffff_ffff]) {
        const handles = new Handles(library, () => seed);
        const given = new Set(Array.from({ length: 20_000 }, () => handles.next()));
        expect(given.size).toBe(20_000);
        expect([...given].every((handle) => handle >= 256 && handle <= 0x7fff_ffff)).toBe(true);
      }
    }
  });

  it("of 1987 count up", () => {
    const handles = new Handles(LIBRARY_1987, () => 99);
    expect([handles.next(), handles.next(), handles.next()]).toEqual([256, 257, 258]);
  });
});

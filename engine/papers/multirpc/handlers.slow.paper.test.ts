/** What the paper says of handlers, of what connections take, and of broken ones, tried on the processes alone. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds } from "../../kernel/time.ts";
import { allocBuffer, freeBuffer, NO_BUFFERS } from "../../protocols/rpc2/buffers.ts";
import type { Handle } from "../../protocols/rpc2/connection.ts";
import { hasPacket, MOST_CONNECTIONS } from "../../protocols/rpc2/connection-table.ts";
import { LIBRARY_1987 } from "../../protocols/rpc2/library.ts";
import { CLIENT, clientOf, isForProgram, OPEN, type Wires } from "../../protocols/rpc2/net.ts";
import { Rpc2Process } from "../../protocols/rpc2/primitives.ts";
import { encodePacket } from "../../protocols/rpc2/process.ts";
import type { ProcessEffect } from "../../protocols/rpc2/process-types.ts";
import { dataBytes } from "../../protocols/testing/data-bytes.ts";
import { RPC2_OPCODE, type Rpc2Packet } from "../../wire/rpc2.ts";
import { RPC2_RETURN } from "../../wire/rpc2-codes.ts";
import { cell } from "../index.ts";

const said = (key: string): number =>
  cell({ paper: "multirpc", table: "text", row: { key }, column: "value" }).value as number;

const REQUEST = { opcode: 1, body: Uint8Array.of(0, 0, 0, 21), limit: null };
const PARALLEL = { ...REQUEST, yieldEvery: "never" } as const;

const SMART_FTP = 1189;

/** What a server answers to an open bind. */
const init2 = (init1: Rpc2Packet, handle: Handle): Rpc2Packet => ({
  ...init1,
  opcode: RPC2_OPCODE.init2,
  remoteHandle: init1.localHandle,
  localHandle: handle,
  body: new Uint8Array(20),
});

/** So many servers with a connection to each; every packet takes a millisecond, every procedure ten. */
function bound(servers: number, wires: Partial<Wires> = {}) {
  const client = clientOf({ library: LIBRARY_1987, servers, ...wires });
  const handles = Array.from({ length: servers }, (_, i) => client.bind(i + 1));
  client.net.run(millis(10));
  return { client, net: client.net, handles };
}

describe("handlers (Section V)", () => {
  /** A call to five of which three have forgotten their connection; the handler ends it at the given failure. */
  function endsAt(failures: number) {
    const seen: number[] = [];
    let result: ProcessEffect | null = null;
    const { client, net, handles } = bound(5);
    client.handler = ({ code }) => {
      seen.push(code);
      return seen.filter((one) => one < 0).length === failures ? -1 : 0;
    };
    client.watch = ({ effects }) => {
      result = effects.find((effect) => effect.tag === "multi returned") ?? result;
    };
    for (const host of [1, 2, 3]) {
      net.crash(host);
      net.restart(host);
    }
    client.multiRpc(handles, PARALLEL);
    net.run(seconds(1));
    return { failed: seen.filter((code) => code === RPC2_RETURN.naked).length, ran: seen.length, result };
  }

  it("handler-failure-policy: the first failure ends the call, or the second, or none: the handler decides", () => {
    const abandoned = (codes: readonly number[]): number =>
      codes.filter((code) => code === RPC2_RETURN.abandoned).length;
    for (const [failures, failed, ran] of [
      [1, 1, 1],
      [2, 2, 2],
      [Infinity, 3, 5],
    ] as const) {
      const { result, ...counts } = endsAt(failures);
      expect(counts).toEqual({ failed, ran });
      expect(result).toMatchObject({ code: RPC2_RETURN.fail });
      const { codes } = result as unknown as Extract<ProcessEffect, { tag: "multi returned" }>;
      expect(abandoned(codes)).toBe(5 - ran);
    }
  });
});

describe("memory (Sections IV and V-C)", () => {
  it("evolution-allocation: buffers are made only when a call needs more at once than any before, and are kept", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 30 }), (calls) => {
        let [pool, most] = [NO_BUFFERS, 0];
        for (const sites of calls) {
          const before = pool.made;
          for (let site = 0; site < sites; site++) [pool] = allocBuffer(pool, 64);
          expect(pool.made - before).toBe(Math.max(0, sites - most));
          most = Math.max(most, sites);
          pool = pool.inUse.reduce(freeBuffer, pool);
          expect(pool.made).toBe(most);
        }
      }),
    );
  });

  it("rpc2-connection-memory, rpc2-max-connections: 64K connections of a hundred bytes at most, and no more", () => {
    const process = new Rpc2Process({ library: LIBRARY_1987, random: () => 7 });
    const peer = { host: 1, port: 2432 };
    const handles: Handle[] = [];
    const answer = { peer: 0, code: 0 };
    for (let n = 0; n <= said("maxActiveConnections"); n++) {
      const { code, handle, effects } = process.bind({ ...OPEN, peer }, 0);
      answer.code = code;
      if (code !== RPC2_RETURN.success) break;
      handles.push(handle);
      const [init1] = effects;
      if (init1?.tag !== "send") throw new Error("A bind begins with an INIT1.");
      process.receive(encodePacket({ ...init1, packet: init2(init1.packet, ++answer.peer) }), peer, 0);
    }
    expect(answer.code).toBe(RPC2_RETURN.fail);
    expect(handles.length).toBe(said("maxActiveConnections"));
    expect(MOST_CONNECTIONS).toBe(said("maxActiveConnections"));
    expect(dataBytes(process.state) / handles.length).toBeLessThanOrEqual(said("connectionBytesPerEnd"));
    expect(process.ends.filter(hasPacket)).toEqual([]); // an idle one takes its record and nothing else
    expect(process.unbind(handles[0] ?? 0, 0).code).toBe(RPC2_RETURN.success);
    expect(process.bind({ ...OPEN, peer }, 0).code).toBe(RPC2_RETURN.success); // there is room for one again
  });
});

describe("a connection that has broken (Section V-B)", () => {
  it("early-nak-kept: after a side effect that failed, whatever comes on it is answered with a NAK", () => {
    const ends: ProcessEffect[] = [];
    let data = 0;
    const { client, net } = bound(1, {
      fateOf: ({ kind }) => {
        const isData = kind === "DATA";
        if (isData) data++;
        return isData ? [] : [millis(1)];
      },
    });
    client.processes.sideEffectOf = () => ({ direction: "server to client", file: new Uint8Array(100) });
    client.watch = ({ host, effects }) => {
      const isEnd = (effect: { tag: string }) => effect.tag === "returned" || effect.tag === "failed";
      if (host === CLIENT) ends.push(...effects.filter(isForProgram).filter(isEnd));
    };
    const handle = client.bind(1, { sideEffectType: SMART_FTP });
    net.run(millis(10));
    client.makeRpc(handle, { ...REQUEST, sideEffect: { direction: "server to client", file: null } });
    net.settle(seconds(200));
    expect(data).toBe(11); // once, and ten times again
    expect(ends).toEqual([{ tag: "failed", handle, code: RPC2_RETURN.naked }]);
    expect(client.makeRpc(handle, REQUEST).code).toBe(RPC2_RETURN.fail); // and it stays marked
  });
});

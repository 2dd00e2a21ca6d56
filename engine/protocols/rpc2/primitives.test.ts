/** The primitives that a server's threads and a parallel call use, each with what it gives and what it refuses. */
import { describe, expect, it } from "vitest";
import { millis, seconds } from "../../kernel/time.ts";
import { packReply, type Arg } from "../../wire/rpc2-args.ts";
import { RPC2_OPCODE } from "../../wire/rpc2.ts";
import { RPC2_RETURN } from "../../wire/rpc2-codes.ts";
import { MOST_CONNECTIONS, withEnd, type End } from "./connection-table.ts";
import type { Handle } from "./connection.ts";
import { Couple, HERE, THERE } from "./couple.ts";
import { LIBRARY_1987, LIBRARY_2025 } from "./library.ts";
import { CLIENT, clientOf, isForProgram, OPEN, type Client } from "./net.ts";
import { isInCall, NO_CALLS, startParallel, stepParallel, unpackMulti } from "./parallel.ts";
import { Rpc2Process } from "./primitives.ts";
import { encodePacket } from "./process.ts";
import type { ProcessEffect, RequestFilter, SideEffect } from "./process-types.ts";

const NO_BODY = new Uint8Array(0);
const CALL = { opcode: 1, body: Uint8Array.of(0, 0, 0, 21), limit: null };
const SMART_FTP = 1189;

type Tagged<T extends ProcessEffect["tag"]> = Extract<ProcessEffect, { tag: T }>;

describe("GETREQUEST’s filter", () => {
  const events = ["a call on A", "a call on B", "a bind to 7", "a bind to 8"] as const;

  /** Which of the events a thread with this filter takes, each tried alone. A is bound to subsystem 7, B to 8. */
  function taken(filterOf: (a: Handle) => RequestFilter): readonly string[] {
    return events.filter((event) => {
      const pair = new Couple(LIBRARY_1987);
      for (const subsystem of [7, 8]) pair.there.export(subsystem, 0);
      const [a, b] = [pair.connect("here", { subsystem: 7 }), pair.connect("here", { subsystem: 8 })];
      expect(pair.there.getRequest(99, 0, filterOf(a.server)).code).toBe(RPC2_RETURN.success);
      if (event === "a call on A") pair.carry("here", pair.here.makeRpc(a.client, CALL, 0).effects);
      else if (event === "a call on B") pair.carry("here", pair.here.makeRpc(b.client, CALL, 0).effects);
      else pair.bind("here", { subsystem: event === "a bind to 7" ? 7 : 8 });
      return pair.tags("there", 99).length === 1;
    });
  }

  it.each([
    ["any", "anybody", ["a call on A", "a call on B", "a bind to 7", "a bind to 8"]],
    ["old", "anybody", ["a call on A", "a call on B"]],
    ["new", "anybody", ["a bind to 7", "a bind to 8"]],
    ["any", "subsystem", ["a call on A", "a bind to 7"]],
    ["old", "subsystem", ["a call on A"]],
    ["new", "subsystem", ["a bind to 7"]],
    ["any", "connection", ["a call on A"]],
    ["old", "connection", ["a call on A"]],
    ["new", "connection", []],
  ] as const)("%s from %s takes %j and nothing else", (age, from, expected) => {
    const filterOf = (handle: Handle): RequestFilter => {
      if (from === "anybody") return { age, from: { tag: "anybody" } };
      return { age, from: from === "subsystem" ? { tag: from, subsystem: 7 } : { tag: from, handle } };
    };
    expect(taken(filterOf)).toEqual(expected);
  });

  it("leaves what does not pass it for another thread", () => {
    const pair = new Couple(LIBRARY_1987);
    for (const subsystem of [7, 8]) pair.there.export(subsystem, 0);
    const [a, b] = [pair.connect("here", { subsystem: 7 }), pair.connect("here", { subsystem: 8 })];
    pair.there.getRequest(98, 0, { age: "old", from: { tag: "connection", handle: b.server } });
    pair.carry("here", pair.here.makeRpc(a.client, CALL, 0).effects);
    expect(pair.tags("there", 98)).toEqual([]);
    pair.carry("there", pair.there.getRequest(99, 0).effects);
    expect(pair.tags("there", 99)).toEqual(["request"]);
    pair.carry("here", pair.here.makeRpc(b.client, CALL, 0).effects);
    expect(pair.tags("there", 98)).toEqual(["request"]);
  });
});

describe("DEEXPORT of one subsystem", () => {
  it("turns away whoever binds to it, and nobody else", () => {
    const pair = new Couple(LIBRARY_1987);
    for (const subsystem of [7, 8]) expect(pair.there.export(subsystem, 0).code).toBe(RPC2_RETURN.success);
    pair.connect("here", { subsystem: 7 });
    expect(pair.there.deexport(7, 0).code).toBe(RPC2_RETURN.success);
    for (const thread of [98, 99]) pair.there.getRequest(thread, 0);
    pair.bind("here", { subsystem: 7 });
    expect(pair.tags("there", 98)).toEqual([]);
    pair.bind("here", { subsystem: 8 });
    expect(pair.tags("there", 98)).toEqual(["new connection"]);
    expect(pair.there.export(7, 0).code).toBe(RPC2_RETURN.success); // and it can be exported again
    pair.bind("here", { subsystem: 7 });
    expect(pair.tags("there", 99)).toEqual(["new connection"]);
  });
});

describe("ENABLE", () => {
  it("is refused for a handle of nobody, for a client’s end, and twice", () => {
    const pair = new Couple(LIBRARY_1987);
    pair.there.export(7, 0);
    const { client, server } = pair.connect("here", { subsystem: 7 });
    expect(pair.there.enable(4711, 0).code).toBe(RPC2_RETURN.noConnection);
    expect(pair.here.enable(client, 0).code).toBe(RPC2_RETURN.fail);
    expect(pair.there.enable(server, 0).code).toBe(RPC2_RETURN.fail);
  });
});

describe("INITSIDEEFFECT and CHECKSIDEEFFECT", () => {
  const FILE: SideEffect = { direction: "server to client", file: Uint8Array.of(1, 2, 3) };

  /** A server whose thread has a request in hand. */
  function serving(sideEffectType: number) {
    const pair = new Couple(LIBRARY_1987);
    pair.there.export(7, 0);
    const { client, server } = pair.connect("here", { subsystem: 7, sideEffectType });
    pair.there.getRequest(99, 0);
    const sideEffect = { direction: "server to client", file: null } as const;
    const { effects } = pair.here.makeRpc(client, { ...CALL, ...(sideEffectType > 0 && { sideEffect }) }, 0);
    return { pair, handle: server, request: () => pair.carry("here", effects) };
  }

  it("want a request in hand, a connection that was bound for side effects, and the first before the second", () => {
    const plain = serving(0);
    plain.request();
    expect(plain.pair.there.initSideEffect(plain.handle, FILE, 0).code).toBe(RPC2_RETURN.fail);
    const { pair, handle, request } = serving(SMART_FTP);
    expect(pair.there.initSideEffect(handle, FILE, 0).code).toBe(RPC2_RETURN.fail); // no request yet
    request();
    expect(pair.there.initSideEffect(4711, FILE, 0).code).toBe(RPC2_RETURN.noConnection);
    expect(pair.there.checkSideEffect(4711, 0).code).toBe(RPC2_RETURN.noConnection);
    expect(pair.there.checkSideEffect(handle, 0).code).toBe(RPC2_RETURN.fail);
    expect(pair.there.initSideEffect(handle, FILE, 0).code).toBe(RPC2_RETURN.success);
    expect(pair.there.checkSideEffect(handle, 0).code).toBe(RPC2_RETURN.success);
  });

  it("keep the connection for themselves until the transfer is over: no response, no unbind, no second check", () => {
    const { pair, handle, request } = serving(SMART_FTP);
    request();
    pair.there.initSideEffect(handle, FILE, 0);
    const { effects } = pair.there.checkSideEffect(handle, 0);
    expect(pair.there.end(handle)?.state.tag).toBe("INSE");
    expect(pair.there.sendResponse(handle, 0, NO_BODY, 0).code).toBe(RPC2_RETURN.notWorker);
    expect(pair.there.unbind(handle, 0).code).toBe(RPC2_RETURN.connectionBusy);
    expect(pair.there.checkSideEffect(handle, 0).code).toBe(RPC2_RETURN.fail);
    const data = effects.flatMap((effect) => (effect.tag === "send data" ? [encodePacket(effect)] : []));
    const acks = data.flatMap((bytes) => pair.here.receive(bytes, THERE, 0));
    const ends = acks.flatMap((ack) => (ack.tag === "send data" ? pair.there.receive(encodePacket(ack), HERE, 0) : []));
    expect(ends).toContainEqual({ tag: "side effect over", handle, code: RPC2_RETURN.success, file: FILE.file });
    expect(pair.there.sendResponse(handle, 0, NO_BODY, 0).code).toBe(RPC2_RETURN.success);
  });

  it("are not needed: a thread that does not check transfers nothing, and the client’s call says so", () => {
    const ends: ProcessEffect[] = [];
    const client = clientOf({ library: LIBRARY_1987 });
    const { net } = client;
    notes(client, ends);
    const handle = client.bind(1, { sideEffectType: SMART_FTP });
    net.run(millis(10));
    client.makeRpc(handle, { ...CALL, sideEffect: { direction: "server to client", file: null } });
    net.run(seconds(1));
    expect(ends.find(({ tag }) => tag === "returned")).toMatchObject({
      code: RPC2_RETURN.sideEffectFailed,
      file: null,
    });
    expect(client.end(0, handle)?.state.tag).toBe("THINK"); // an error, and no break
  });
});

/** Notes what the client's program is asked for. */
function notes(client: Client, ends: ProcessEffect[]): void {
  client.watch = ({ host, effects }) => void (host === CLIENT && ends.push(...effects.filter(isForProgram)));
}

describe("MULTIRPC with side effects", () => {
  const fileOf = (host: number): Uint8Array => Uint8Array.from({ length: 3000 * host }, (_, at) => (at * host) & 0xff);

  /** A call to three; each fetches a file of its own, or has one stored. Data of `broken` never arrive. */
  function transferred(direction: SideEffect["direction"], broken = -1) {
    const handled: { readonly index: number; readonly code: number; readonly file: Uint8Array | null }[] = [];
    const stored = new Map<number, Uint8Array | null>();
    let result: Tagged<"multi returned"> | null = null;
    const client = clientOf({
      library: LIBRARY_1987,
      servers: 3,
      fateOf: ({ kind, to }, from) => (kind === "DATA" && (from === broken || to === broken) ? [] : [millis(1)]),
    });
    const { net, processes } = client;
    processes.sideEffectOf = (host) => ({ direction, file: direction === "server to client" ? fileOf(host) : null });
    client.handler = ({ index, code, file }) => {
      handled.push({ index, code, file });
      return 0;
    };
    client.watch = ({ host, effects }) => {
      for (const effect of effects) {
        const isOver = effect.tag === "side effect over" && effect.code === RPC2_RETURN.success;
        if (isOver) stored.set(processes.hosts.indexOf(host), effect.file);
        if (effect.tag === "multi returned") result = effect;
      }
    };
    const handles = [1, 2, 3].map((host) => client.bind(host, { sideEffectType: SMART_FTP }));
    net.run(millis(10));
    const sideEffects = [1, 2, 3].map((host) => {
      return { direction, file: direction === "client to server" ? fileOf(host) : null };
    });
    client.multiRpc(handles, { ...CALL, yieldEvery: "never", sideEffects });
    net.settle(seconds(200));
    return {
      handled: handled.toSorted((a, b) => a.index - b.index),
      stored,
      result: result as Tagged<"multi returned"> | null,
    };
  }

  it("fetches a file of its own from each server, and hands it to the handler with the reply", () => {
    const { handled, result } = transferred("server to client");
    expect(handled).toEqual([1, 2, 3].map((host) => ({ index: host - 1, code: 0, file: fileOf(host) })));
    expect(result).toMatchObject({ code: RPC2_RETURN.success, codes: [0, 0, 0] });
  });

  it("stores a file of its own at each server", () => {
    const { stored, result } = transferred("client to server");
    expect([1, 2, 3].map((host) => stored.get(host))).toEqual([1, 2, 3].map(fileOf));
    expect(result).toMatchObject({ code: RPC2_RETURN.success });
  });

  it("fails for the one whose transfer fails, and for no other", () => {
    const { handled, result } = transferred("server to client", 2);
    expect(handled.map(({ code }) => code < 0)).toEqual([false, true, false]);
    expect(result?.code).toBe(RPC2_RETURN.fail);
    expect(result?.codes.map((code) => code === 0)).toEqual([true, false, true]);
  });
});

describe("MULTIRPC", () => {
  it("to nobody succeeds at once", () => {
    const { code, effects } = clientOf({ library: LIBRARY_1987 }).multiRpc([], { ...CALL, yieldEvery: "never" });
    expect(code).toBe(RPC2_RETURN.success);
    expect(effects).toEqual([{ tag: "multi returned", call: 1, code: RPC2_RETURN.success, codes: [] }]);
  });

  it("under a time limit: the handler runs for those that were heard, a simple call goes on beside it", () => {
    const seen: number[] = [];
    const ends: ProcessEffect[] = [];
    const client = clientOf({
      library: LIBRARY_1987,
      servers: 4,
      runsFor: (_, host) => (host === 3 ? seconds(2) : millis(10)),
    });
    const { net } = client;
    client.handler = ({ index }) => (seen.push(index), 0);
    notes(client, ends);
    const handles = [1, 2, 3, 4].map((host) => client.bind(host));
    net.run(millis(10));
    const alone = handles.at(-1) ?? 0;
    client.multiRpc(handles.slice(0, 3), { ...CALL, limit: seconds(1), yieldEvery: "never" });
    expect(client.makeRpc(alone, CALL).code).toBe(RPC2_RETURN.success);
    net.run(seconds(1.5));
    expect(seen.toSorted()).toEqual([0, 1]);
    expect(ends.filter(({ tag }) => tag === "returned")).toMatchObject([{ handle: alone, code: 0 }]);
    const [result] = ends.filter((effect) => effect.tag === "multi returned");
    expect(result).toMatchObject({ code: RPC2_RETURN.timeout, codes: [0, 0, RPC2_RETURN.abandoned] });
    net.run(seconds(2)); // the late reply is taken for nobody's
    expect(seen.length).toBe(2);
    for (const handle of handles) expect(client.makeRpc(handle, CALL).code).toBe(RPC2_RETURN.success);
  });
});

describe("UNPACKMULTI", () => {
  const ARGS: readonly Arg[] = [{ name: "value", mode: "IN OUT", type: { tag: "integer" } }];
  const reply = (body: Uint8Array, returnCode = 0) => {
    const [request] = new Couple(LIBRARY_1987).here.bind({ ...OPEN, peer: THERE, subsystem: 7 }, 0).effects;
    if (request?.tag !== "send") throw new Error("A bind begins with a packet.");
    return { ...request.packet, opcode: RPC2_OPCODE.reply, returnCode, body };
  };

  it("gives a reply’s values, nothing of a failure or an unknown procedure, and refuses other bytes", () => {
    const body = packReply(ARGS, { value: 42 });
    expect(unpackMulti(ARGS, { code: 0, reply: reply(body) })).toEqual({ value: 42 });
    expect(unpackMulti(ARGS, { code: RPC2_RETURN.dead, reply: null })).toBeNull();
    expect(unpackMulti(ARGS, { code: RPC2_RETURN.invalidOpcode, reply: reply(NO_BODY) })).toBeNull();
    expect(() => unpackMulti(ARGS, { code: 0, reply: reply(body.subarray(0, 2)) })).toThrow(/value/);
  });
});

/** Handles that a process has not given out. */
const FAR = 1_000_000;

/** An end of a server that waits for a request. */
const resting = (handle: number, host: number): End => ({
  role: "server",
  state: {
    ...{ handle, peer: { host, port: 1 }, peerHandle: 7, subsystem: 7, uniquefier: host, level: "openKimono" },
    ...{ sideEffectType: 0, key: null, tag: "AWAITREQUEST", nextSeq: 2, held: null },
  },
});

describe("a process with 64K connections", () => {
  it.each([
    ["1987", LIBRARY_1987, ["dropped"]],
    ["2025", LIBRARY_2025, ["send"]], // a BUSY
  ] as const)("lets nobody else in (%s), until one is gone", (_name, library, answer) => {
    let draws = 0;
    const server = new Rpc2Process({ library, random: () => ++draws });
    server.export(7, 0);
    const client = new Rpc2Process({ library, random: () => ++draws });
    const init1 = client.bind({ ...OPEN, peer: THERE, subsystem: 7 }, 0).effects[0];
    if (init1?.tag !== "send") throw new Error("A bind begins with a packet.");
    const bytes = encodePacket(init1);
    const from = (host: number) => {
      server.getRequest(host, 0, { age: "new", from: { tag: "anybody" } });
      return server.receive(bytes, { host, port: 1 }, 0);
    };
    const first = from(1).find((effect) => effect.tag === "new connection")?.handle ?? 0;
    let { connections } = server.state;
    for (let n = 2; n <= MOST_CONNECTIONS; n++) connections = withEnd(connections, resting(FAR + n, n));
    server.state = { ...server.state, connections };
    expect(server.ends.length).toBe(65_536);
    expect(server.receive(bytes, { host: 70_000, port: 1 }, 0).map(({ tag }) => tag)).toEqual(answer);
    expect(server.ends.length).toBe(65_536);
    server.enable(first, 0);
    expect(server.unbind(first, 0).code).toBe(RPC2_RETURN.success);
    expect(from(70_000).map(({ tag }) => tag)).toContain("new connection");
  });
});

describe("two parallel calls", () => {
  it("at once on the same connections: the second is refused each of them, and the first keeps them", () => {
    const request = { opcode: 1, body: NO_BODY, limit: null, yieldEvery: "never" } as const;
    const handles = [256, 257];
    const [first] = startParallel(NO_CALLS, handles, [0, 0], request, 0);
    const busy = RPC2_RETURN.connectionBusy;
    let [calls, second] = startParallel(first, handles, [busy, busy], request, 0);
    for (const handle of handles) {
      expect(second?.effects).toMatchObject([{ tag: "handle", code: busy }]);
      [calls, second] = stepParallel(calls, 2, { tag: "handled", result: 0 }, 0);
      expect(isInCall(calls, handle)).toBe(true);
    }
    expect(second?.effects).toMatchObject([{ tag: "returned", codes: [busy, busy] }]);
    expect(handles.map((handle) => isInCall(calls, handle))).toEqual([true, true]);
  });
});

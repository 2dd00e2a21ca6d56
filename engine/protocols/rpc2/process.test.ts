import { describe, expect, it } from "vitest";
import { millis, seconds } from "../../kernel/time.ts";
import { parseRpc2, RPC2_AT } from "../../wire/rpc2.ts";
import { RPC2_RETURN } from "../../wire/rpc2-codes.ts";
import { packReply, packRequest, type Arg } from "../../wire/rpc2-args.ts";
import { allocBuffer, BUFFER_SIZES, freeBuffer, NO_BUFFERS } from "./buffers.ts";
import type { BindRequest } from "./client-bind.ts";
import { Couple, HERE, THERE } from "./couple.ts";
import { LIBRARY_1987, LIBRARY_2025 } from "./library.ts";
import { clientOf, OPEN, SUBSYSTEM } from "./net.ts";
import { unpackMulti } from "./parallel.ts";
import { Rpc2Process } from "./primitives.ts";
import { encodePacket } from "./process.ts";
import type { RequestFilter } from "./process-types.ts";

const TO_THERE: BindRequest = { ...OPEN, peer: THERE };
const NO_BODY = new Uint8Array(0);
const CALL = { opcode: 1, body: Uint8Array.of(0, 0, 0, 21), limit: null };

describe("two processes", () => {
  it("serve each other over two connections", () => {
    const pair = new Couple(LIBRARY_2025);
    const forth = pair.connect("here");
    const back = pair.connect("there");
    pair.carry("there", pair.there.getRequest(1, 0).effects);
    pair.carry("here", pair.here.getRequest(2, 0).effects);
    pair.carry("here", pair.here.makeRpc(forth.client, CALL, 0).effects);
    pair.carry("there", pair.there.makeRpc(back.client, CALL, 0).effects);
    pair.carry("there", pair.there.sendResponse(forth.server, 0, Uint8Array.of(1), 0).effects);
    pair.carry("here", pair.here.sendResponse(back.server, 0, Uint8Array.of(2), 0).effects);
    expect(pair.tags("here")).toEqual(["bound", "new connection", "request", "returned"]);
    expect(pair.tags("there")).toEqual(["new connection", "bound", "request", "returned"]);
    const replies = pair.told.flatMap(({ effect }) => (effect.tag === "returned" ? [[...effect.reply.body]] : []));
    expect(replies).toEqual([[1], [2]]);
  });

  it("send in a parallel call the very packets of a simple one: a server cannot know", () => {
    const packets = (["simple", "parallel"] as const).map((kind) => {
      const pair = new Couple(LIBRARY_2025);
      const { client } = pair.connect("here");
      const effects =
        kind === "simple"
          ? pair.here.makeRpc(client, CALL, millis(5)).effects
          : [
              ...pair.here.multiRpc([client], { ...CALL, yieldEvery: "never" }, millis(5)).effects,
              ...pair.here.transmit(1, client, millis(5)),
            ];
      return effects.flatMap((effect) => (effect.tag === "send" ? [parseRpc2(encodePacket(effect))] : []));
    });
    expect(packets[0]).toHaveLength(1);
    expect(packets[1]).toEqual(packets[0]);
  });

  it.each([
    [LIBRARY_1987, 110, [0, 0, 0, 110]],
    [LIBRARY_2025, 110, [0, 0, 0, 60]],
    [LIBRARY_2025, -1001, [255, 255, 252, 23]],
  ] as const)("send a procedure’s code on the wire, and have it back at the client: case %#", (library, code, wire) => {
    const pair = new Couple(library);
    const { client, server } = pair.connect("here");
    pair.carry("there", pair.there.getRequest(1, 0).effects);
    pair.carry("here", pair.here.makeRpc(client, CALL, 0).effects);
    const { effects } = pair.there.sendResponse(server, code, NO_BODY, 0);
    const [reply] = effects.flatMap((effect) => (effect.tag === "send" ? [encodePacket(effect)] : []));
    expect([...(reply?.subarray(RPC2_AT.returnCode, RPC2_AT.returnCode + 4) ?? [])]).toEqual(wire);
    pair.carry("there", effects);
    const returned = pair.told.find(({ effect }) => effect.tag === "returned")?.effect;
    expect(returned).toMatchObject({ reply: { returnCode: code } });
  });

  it("of different protocol versions do not hear each other", () => {
    const old = new Rpc2Process({ library: LIBRARY_1987, random: () => 5 });
    const young = new Rpc2Process({ library: LIBRARY_2025, random: () => 6 });
    const [effect] = old.bind(TO_THERE, 0).effects;
    if (effect?.tag !== "send") throw new Error("no INIT1");
    expect(young.receive(encodePacket(effect), HERE, 0)).toEqual([
      { tag: "dropped", why: "protocol version 7, not 8" },
    ]);
    expect(young.receive(new Uint8Array(59), HERE, 0)).toEqual([
      { tag: "dropped", why: "59 bytes are too few for a header" },
    ]);
  });

  it("encrypt whole packets at level secure: neither the argument nor the sequence number can be read", () => {
    const shared = Uint8Array.of(9, 8, 7, 6, 5, 4, 3, 2);
    let draws = 0;
    const random = () => Math.imul(++draws, 0x9e37_79b1) >>> 0;
    const client = new Rpc2Process({ library: LIBRARY_2025, random });
    const server = new Rpc2Process({ library: LIBRARY_2025, random, keyOf: () => shared });
    server.export(SUBSYSTEM, 0);
    server.getRequest(1, 0);
    let carried = client.bind({ ...TO_THERE, level: "secure", encryptionType: 2, sharedKey: shared }, 0).effects;
    for (let n = 0; n < 3; n++) {
      const [at, from] = n % 2 === 0 ? ([server, HERE] as const) : ([client, THERE] as const);
      carried = carried.flatMap((one) => (one.tag === "send" ? at.receive(encodePacket(one), from, 0) : []));
    }
    carried = carried.flatMap((one) => (one.tag === "send" ? client.receive(encodePacket(one), THERE, 0) : []));
    const bound = carried.find(({ tag }) => tag === "bound");
    const handle = bound?.tag === "bound" ? bound.handle : 0;
    const [call] = client.makeRpc(handle, CALL, 0).effects;
    if (call?.tag !== "send") throw new Error("no request");
    const bytes = encodePacket(call);
    expect([...bytes.subarray(60)]).not.toEqual([0, 0, 0, 21]);
    expect(bytes[15]).toBe(2);
    expect([...bytes.subarray(0, 15)]).toEqual([...encodePacket({ ...call, seal: null }).subarray(0, 15)]);
  });
});

describe("primitives refuse what cannot be done, with the library’s codes", () => {
  it("on handles that name nothing, or the wrong end", () => {
    const pair = new Couple(LIBRARY_2025);
    const { client, server } = pair.connect("here");
    expect(pair.here.makeRpc(1, CALL, 0).code).toBe(RPC2_RETURN.noConnection);
    expect(pair.there.makeRpc(server, CALL, 0).code).toBe(RPC2_RETURN.notClient);
    expect(pair.here.sendResponse(client, 0, NO_BODY, 0).code).toBe(RPC2_RETURN.notWorker);
    expect(pair.there.sendResponse(server, 0, NO_BODY, 0).code).toBe(RPC2_RETURN.notWorker); // nothing to respond to
    expect(pair.there.enable(server, 0).code).toBe(RPC2_RETURN.fail); // it is enabled
    expect(pair.there.initSideEffect(server, { direction: "server to client", file: NO_BODY }, 0).code).toBe(-2001);
    expect(pair.there.checkSideEffect(server, 0).code).toBe(RPC2_RETURN.fail);
    expect(pair.here.unbind(1, 0).code).toBe(RPC2_RETURN.noConnection);
  });

  it("on a connection that is busy with another call, simple or parallel", () => {
    const pair = new Couple(LIBRARY_2025);
    const { client } = pair.connect("here");
    expect(pair.here.makeRpc(client, CALL, 0).code).toBe(0);
    expect(pair.here.makeRpc(client, CALL, 0).code).toBe(RPC2_RETURN.connectionBusy);
    expect(pair.here.unbind(client, 0).code).toBe(RPC2_RETURN.connectionBusy);
    const { effects } = pair.here.multiRpc([client, client], { ...CALL, yieldEvery: "never" }, 0);
    expect(effects).toMatchObject([{ tag: "handle", index: 0, code: RPC2_RETURN.connectionBusy }]);
  });

  it("for subsystems that are exported already, or not at all", () => {
    const process = new Rpc2Process({ library: LIBRARY_2025, random: () => 1 });
    expect(process.export(7, 0).code).toBe(0);
    expect(process.export(7, 0).code).toBe(RPC2_RETURN.duplicateServer);
    expect(process.deexport(8, 0).code).toBe(RPC2_RETURN.badServer);
    expect(process.deexport(7, 0).code).toBe(0);
    expect(process.deexport(null, 0).code).toBe(0);
    const filter: RequestFilter = { age: "any", from: { tag: "subsystem", subsystem: 7 } };
    expect(process.getRequest(1, 0, filter).code).toBe(RPC2_RETURN.badFilter);
    const gone: RequestFilter = { age: "old", from: { tag: "connection", handle: 300 } };
    expect(process.getRequest(1, 0, gone).code).toBe(RPC2_RETURN.badFilter);
  });

  it("and binds that have no key where one is needed, or ask for DES, are the program’s mistake", () => {
    const process = new Rpc2Process({ library: LIBRARY_2025, random: () => 1 });
    const key = new Uint8Array(8);
    expect(() => process.bind({ ...TO_THERE, level: "secure" }, 0)).toThrow(
      "needs the key that client and server share",
    );
    expect(() => process.bind({ ...TO_THERE, level: "secure", sharedKey: key, encryptionType: 1 }, 0)).toThrow(
      "Encryption type 1 is not written. DES is a cost here",
    );
  });
});

describe("GETREQUEST", () => {
  it("gives binds to threads that want new ones, requests to those that want old ones", () => {
    const pair = new Couple(LIBRARY_2025);
    const { server, client } = pair.connect("here");
    pair.there.getRequest(71, 0, { age: "new", from: { tag: "anybody" } });
    pair.there.getRequest(72, 0, { age: "old", from: { tag: "connection", handle: server } });
    pair.carry("here", pair.here.makeRpc(client, CALL, 0).effects);
    pair.carry("here", pair.here.bind(TO_THERE, 0).effects);
    const taken = pair.told.flatMap(({ effect }) => ("thread" in effect ? [[effect.tag, effect.thread]] : []));
    expect(taken.slice(-2)).toEqual([
      ["request", 72],
      ["new connection", 71],
    ]);
  });

  it("gives a request to the thread that has waited longest, and a thread the request that has", () => {
    const pair = new Couple(LIBRARY_2025);
    const [first, second] = [pair.connect("here"), pair.connect("here")];
    pair.carry("here", pair.here.makeRpc(second.client, CALL, 0).effects);
    pair.carry("here", pair.here.makeRpc(first.client, CALL, 0).effects);
    pair.carry("there", pair.there.getRequest(1, 0).effects);
    pair.carry("there", pair.there.getRequest(2, 0).effects);
    const taken = pair.told.flatMap(({ effect }) => (effect.tag === "request" ? [effect.handle] : []));
    expect(taken).toEqual([second.server, first.server]);
  });

  it("returns empty-handed once the thread’s time is over", () => {
    const process = new Rpc2Process({ library: LIBRARY_1987, random: () => 1 });
    process.getRequest(5, 0, undefined, seconds(2));
    expect(process.deadline).toBe(seconds(2));
    expect(process.tick(seconds(1))).toEqual([]);
    expect(process.tick(seconds(2))).toEqual([{ tag: "no request", thread: 5 }]);
    expect(process.deadline).toBeNull();
  });

  it("finds no client for a subsystem that is exported no more; those that are bound live on", () => {
    const pair = new Couple(LIBRARY_2025);
    const { client } = pair.connect("here");
    pair.there.deexport(null, 0);
    pair.there.getRequest(1, 0);
    const { effects } = pair.here.bind(TO_THERE, 0);
    pair.carry("here", effects);
    expect(pair.tags("here")).toEqual(["bound"]);
    pair.carry("here", pair.here.makeRpc(client, CALL, 0).effects);
    expect(pair.tags("there")).toContain("request");
  });
});

describe("UNBIND", () => {
  it("forgets a connection at one end; the other end learns it from a NAK", () => {
    const pair = new Couple(LIBRARY_2025);
    const { client, server } = pair.connect("here");
    expect(pair.there.unbind(server, 0).code).toBe(0);
    expect(pair.there.ends.length).toBe(0);
    pair.carry("here", pair.here.makeRpc(client, CALL, 0).effects);
    expect(pair.told.at(-1)?.effect).toEqual({ tag: "failed", handle: client, code: RPC2_RETURN.naked });
    expect(pair.here.unbind(client, 0).code).toBe(0);
    expect(pair.here.ends.length).toBe(0);
  });
});

describe("simple and parallel calls", () => {
  it("follow one another in any order on any connections", () => {
    const handled: number[] = [];
    const client = clientOf({ library: LIBRARY_1987, servers: 3 });
    const { net } = client;
    client.handler = ({ index }) => (handled.push(index), 0);
    const handles = [1, 2, 3].map((host) => client.bind(host));
    net.run(millis(10));
    const [first = 0, second = 0, third = 0] = handles;
    const request = { ...CALL, yieldEvery: 32 } as const;
    client.multiRpc(handles, request);
    net.run(millis(50));
    client.makeRpc(second, CALL);
    client.multiRpc([third, first], request);
    net.run(millis(50));
    client.multiRpc(handles, request);
    net.run(millis(50));
    expect(handled.toSorted()).toEqual([0, 0, 0, 1, 1, 1, 2, 2]);
    const numbers = handles.map((handle) => client.end(0, handle)?.state);
    expect(numbers).toMatchObject([{ nextSeq: 6 }, { nextSeq: 6 }, { nextSeq: 6 }]);
  });

  it("may be made by the handler itself on a connection that it was given", () => {
    const codes: number[] = [];
    const client = clientOf({ library: LIBRARY_1987, servers: 2 });
    const { net } = client;
    client.handler = ({ handle }) => (codes.push(client.makeRpc(handle, CALL).code), 0);
    const handles = [1, 2].map((host) => client.bind(host));
    net.run(millis(10));
    client.multiRpc(handles, { ...CALL, yieldEvery: "never" });
    net.run(millis(60));
    expect(codes).toEqual([0, 0]);
  });

  it("pack the arguments once, and unpack each reply by the descriptors", () => {
    const args: readonly Arg[] = [{ name: "testval", mode: "IN OUT", type: { tag: "integer" } }];
    const body = packRequest(args, { testval: 21 });
    const bodies = new Set<string>();
    const values: unknown[] = [];
    const client = clientOf({
      library: LIBRARY_1987,
      servers: 3,
      fateOf: ({ packet: { packet } }) => (packet.opcode === 1 && bodies.add([...packet.body].join()), [millis(1)]),
      procedure: (_, host) => (host === 3 ? NO_BODY : packReply(args, { testval: 42 })),
      codeOf: (host) => (host === 3 ? -3 : 0),
    });
    const { net } = client;
    client.handler = (effect) => (values.push(unpackMulti(args, effect)), 0);
    const handles = [1, 2, 3].map((host) => client.bind(host));
    net.run(millis(10));
    client.multiRpc(handles, { opcode: 1, body, limit: null, yieldEvery: "never" });
    net.run(millis(60));
    expect(bodies).toEqual(new Set(["0,0,0,21"]));
    expect(values).toHaveLength(3);
    expect(values).toEqual(expect.arrayContaining([{ testval: 42 }, { testval: 42 }, null]));
  });
});

describe("packet buffers", () => {
  it("are made only when more are in use than ever before, and used again after that", () => {
    let pool = NO_BUFFERS;
    for (const count of [3, 2, 5, 4]) {
      for (let n = 0; n < count; n++) [pool] = allocBuffer(pool, 100);
      pool = pool.inUse.reduce(freeBuffer, pool);
    }
    expect(pool.made).toBe(5);
    expect(pool.inUse).toEqual([]);
  });

  it("come in three sizes, and none is longer than a packet may be", () => {
    const sizes = [0, 290, 291, 2940, 4200].map((bytes) => allocBuffer(NO_BUFFERS, bytes)[2]?.size);
    const [small, medium, large] = BUFFER_SIZES;
    expect(sizes).toEqual([small, small, medium, medium, large]);
    expect(allocBuffer(NO_BUFFERS, 4201)).toEqual([NO_BUFFERS, RPC2_RETURN.tooLong, null]);
    expect(() => freeBuffer(NO_BUFFERS, { number: 0, size: small })).toThrow("not in use");
  });
});

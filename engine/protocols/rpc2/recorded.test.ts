/** The machines of library 2025 against what that library has really sent. */
import { describe, expect, it } from "vitest";
import { micros, millis, seconds, toSeconds, type Nanos } from "../../kernel/time.ts";
import { isInit1, parseRpc2, RPC2_OPCODE, type Rpc2Packet } from "../../wire/rpc2.ts";
import { parseInit1, type Init1Body } from "../../wire/rpc2-init.ts";
import { RECORDED, type RecordedFrame, type Recording } from "../../wire/rpc2-recorded.ts";
import { u32 } from "../../wire/bytes.ts";
import { packRequest, type Arg } from "../../wire/rpc2-args.ts";
import { LIBRARY_2025, retrySchedule, type Timing } from "./library.ts";
import type { Handle } from "./connection.ts";
import { clientOf, type Wires } from "./net.ts";
import { encodePacket } from "./process.ts";

const LOOPBACK = 0x7f00_0001;
const DOUBLE_IT: readonly Arg[] = [{ name: "testval", mode: "IN OUT", type: { tag: "integer" } }];
const double_it = { opcode: 1, args: DOUBLE_IT };
const WIRE = micros(25); // loopback, and the process's way to its socket

interface Sent {
  readonly at: Nanos;
  readonly from: number;
  readonly to: number;
  readonly packet: Rpc2Packet;
}

interface Setting {
  readonly timing?: Timing;
  readonly runsFor?: Nanos;
  readonly fateOf?: Wires["fateOf"];
  readonly handler?: (index: number) => void;
}

/** The recorded machines: the client on port 21100, servers that double and triple from 21001 on. */
function stage(recording: Recording, { timing, runsFor = micros(5), fateOf, handler }: Setting = {}) {
  const sent: Sent[] = [];
  let times = 2; // what the procedure multiplies by, which is doubling or tripling
  const servers = new Set(recording.frames.map(({ from }) => from).filter((port) => port !== 21100)).size;
  const ports = [21100, 21001, 21002, 21003].slice(0, servers + 1);
  const client = clientOf({
    library: LIBRARY_2025,
    servers,
    ...(timing === undefined ? {} : { timing }),
    clock: seconds(4_000),
    peers: ports.map((port) => ({ host: LOOPBACK, port })),
    fateOf: fateOf ?? (() => [WIRE]),
    runsFor: () => runsFor,
    procedure: (body) => packRequest(DOUBLE_IT, { testval: times * (u32(body, 0) | 0) }),
  });
  const { net, processes } = client;
  client.sendTime = micros(37);
  client.wakeTime = micros(100);
  if (handler !== undefined) client.handler = ({ index }) => (handler(index), 0);
  client.watch = ({ at, host, effects }) => {
    for (const effect of effects) {
      if (effect.tag !== "send") continue;
      const packet = parseRpc2(encodePacket(effect)); // as it crosses the wire
      sent.push({ at, from: ports[processes.hosts.indexOf(host)] ?? 0, to: effect.to.port, packet });
    }
  };
  const call = (handle: Handle, opcode: 1 | 2, testval: number): void => {
    times = opcode + 1;
    client.makeRpc(handle, { opcode, body: argument(testval), limit: null });
  };
  return { client, net, sent, call };
}

const argument = (testval: number): Uint8Array => packRequest(DOUBLE_IT, { testval });

/** Names for random values, in the order of their first use: what is random must be the same in the same places. */
class Names {
  private readonly seen = new Map<number, string>();

  of(value: number, kind: string): string {
    if (value === 0) return "0";
    const name = this.seen.get(value) ?? `${kind} ${this.seen.size + 1}`;
    this.seen.set(value, name);
    return name;
  }
}

/** A packet with its random values named and its time stamp left out. */
function comparable({ from, to, packet }: Pick<Sent, "from" | "to" | "packet">, names: Names) {
  const { remoteHandle, localHandle, uniquefier, body, opcode, ...fields } = packet;
  const init1: Init1Body | null = isInit1(opcode) ? parseInit1(body) : null;
  return {
    ...fields,
    from,
    to,
    opcode,
    remoteHandle: names.of(remoteHandle, "handle"),
    localHandle: names.of(localHandle, "handle"),
    uniquefier: names.of(uniquefier, "uniquefier"),
    timeStamp: "stamp",
    body: init1 === null ? [...body] : { ...init1, xRandom: "random" },
  };
}

function compare(sent: readonly Sent[], { frames }: Recording): void {
  const [ours, theirs] = [new Names(), new Names()];
  expect(sent.map((one) => comparable(one, ours))).toEqual(frames.map((frame) => comparable(frame, theirs)));
}

/** Differences to the recorded times, in milliseconds, counted from the first packet after the bind. */
function lateness(sent: readonly Sent[], frames: readonly RecordedFrame[]): number[] {
  const start = toSeconds(sent[2]?.at ?? 0) - (frames[2]?.seconds ?? 0);
  return sent.slice(2).map(({ at }, index) => {
    const recorded = frames[index + 2]?.seconds ?? 0;
    return (toSeconds(at) - start - recorded) * 1e3;
  });
}

/** The stamps that a packet echoes, against the packet that it answers. */
const stampsOf = (packets: readonly Rpc2Packet[]): number[] =>
  packets.map(({ timeStamp }, index) => (timeStamp - (packets[index - 1]?.timeStamp ?? timeStamp)) | 0);

describe("library 2025 sends what was recorded, field by field", () => {
  it("in a bind and two calls", () => {
    const { client, net, sent, call } = stage(RECORDED.single);
    const handle = client.bind(1);
    net.run(millis(1));
    call(handle, 1, 21);
    net.run(millis(1));
    call(handle, 2, -7);
    net.run(millis(1));
    compare(sent, RECORDED.single);
  });

  it("where a reply was lost: a retry with its own stamp, and the saved reply with RETRY and that stamp", () => {
    let lost = false;
    const fateOf: Wires["fateOf"] = ({ packet: { packet } }, from) => {
      const isLost = from === 1 && !lost && packet.opcode === RPC2_OPCODE.reply;
      lost ||= isLost;
      return isLost ? [] : [WIRE];
    };
    const { client, net, sent, call } = stage(RECORDED.lostReply, { fateOf });
    const handle = client.bind(1);
    net.run(micros(560));
    for (const [testval, wait] of [
      [1, millis(102)],
      [2, micros(40)],
      [3, millis(1)],
    ] as const) {
      call(handle, 1, testval);
      net.run(wait);
      while (client.end(0, handle)?.state.tag !== "THINK") net.run(micros(10));
    }
    net.run(millis(1));
    compare(sent, RECORDED.lostReply);
    for (const late of lateness(sent, RECORDED.lostReply.frames)) expect(Math.abs(late)).toBeLessThan(1.5);
    const { frames } = RECORDED.lostReply;
    expect(frames[5]?.packet.timeStamp).toBe(frames[4]?.packet.timeStamp);
    expect(sent[5]?.packet.timeStamp).toBe(sent[4]?.packet.timeStamp);
  });

  it("in two calls of 8 s with B = 4 s: BUSY unasked after 100 ms, a retry 1.1 s after each BUSY", () => {
    const timing = { retries: 6, keepAlive: seconds(4) };
    const { client, net, sent, call } = stage(RECORDED.longCall, { timing, runsFor: seconds(8) });
    const handle = client.bind(1);
    net.run(seconds(1.001367));
    for (const testval of [5, 6]) {
      call(handle, 1, testval);
      while (client.end(0, handle)?.state.tag !== "THINK") net.run(micros(100));
    }
    compare(sent, RECORDED.longCall);
    // Their timers run 1.4 ms late each time, and what is late adds up over eight retries.
    for (const late of lateness(sent, RECORDED.longCall.frames)) {
      expect(late).toBeGreaterThan(-15);
      expect(late).toBeLessThan(2);
    }
    const stamps = (packets: readonly { packet: Rpc2Packet }[]) => stampsOf(packets.map(({ packet }) => packet));
    const [ours, theirs] = [stamps(sent), stamps(RECORDED.longCall.frames)];
    // A BUSY that was asked for comes with the stamp of the retry and what little time the server took.
    for (const index of [5, 7, 9]) expect(Math.abs((ours[index] ?? 0) - (theirs[index] ?? 0))).toBeLessThan(10);
    expect(Math.abs((ours[3] ?? 0) - (theirs[3] ?? 0))).toBeLessThan(500); // the first: 100 ms
  });

  it("in a MultiRPC to three servers: from the last to the first, with one stamp, numbers running down", () => {
    const handled: number[] = [];
    const { client, net, sent } = stage(RECORDED.multi3, { handler: (index) => void handled.push(index) });
    const handles = [1, 2, 3].map((host) => {
      const handle = client.bind(host);
      net.run(micros(1482));
      return handle;
    });
    client.multiRpc(handles, { opcode: double_it.opcode, body: argument(7), limit: null, yieldEvery: "never" });
    net.run(millis(1));
    compare(sent, RECORDED.multi3);
    const order = RECORDED.multi3.clientSaw.flatMap(({ what, value }) => (what.startsWith("handler") ? [value] : []));
    expect(order).toEqual([0, 2, 1]);
    expect(handled).toEqual(order);
  });
});

describe("the retry series of library 2025", () => {
  it("sends and gives up when it was measured to, with a server that never answers", () => {
    const { sends, givenUp } = retrySchedule(LIBRARY_2025, { retries: 6, keepAlive: seconds(60) }, 64);
    const measured = [0, 0.103, 0.673, 1.712, 3.687, 7.541, 15.142]; // seconds, of the library on loopback
    expect(sends.map(toSeconds)).toHaveLength(measured.length);
    for (const [index, at] of measured.entries()) {
      expect(Math.abs(toSeconds(sends[index] ?? 0) - at)).toBeLessThan(0.02);
    }
    expect(Math.abs(toSeconds(givenUp) - 30.24)).toBeLessThan(0.02);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FaultError, LAST_BYTE, MOST_TIMES, PACKET_KINDS, type Fault } from "./fault.ts";
import { parseFault } from "./parse-fault.ts";
import { parseTime } from "./parse-time.ts";
import { formatFault } from "./text.ts";
import { formatTime } from "./time.ts";

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof FaultError) return error.message;
    throw error;
  }
  return "nothing was thrown";
}

const count = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const time = fc.oneof(
  fc.nat(Number.MAX_SAFE_INTEGER),
  fc.nat(5000),
  fc.nat(9000).map((ms) => ms * 1e6),
);
const length = time.map((ns) => Math.max(1, ns));
const send = fc.oneof(fc.constant(1), count);
const packet = fc.record({ kind: fc.constantFrom(...PACKET_KINDS), call: count, send });
const machine = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
const thousandths = fc.integer({ min: 1000, max: MOST_TIMES * 1000 }).map((n) => n / 1000);
const percent = fc.integer({ min: 1, max: 100_000 }).map((n) => n / 1000);
const orNull = <T>(some: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(some, { nil: null });
const anyFault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ what: fc.constant("drop" as const), packet }),
  fc.record({ what: fc.constant("duplicate" as const), packet, afterNs: time }),
  fc.record({ what: fc.constant("delay" as const), packet, byNs: time.map((ns) => Math.max(1, ns)) }),
  fc.record({ what: fc.constant("reorder" as const), packet }),
  fc.record({ what: fc.constant("corrupt" as const), packet }),
  fc.record({ what: fc.constant("garble" as const), packet, byte: fc.nat(LAST_BYTE) }),
  fc
    .record({
      what: fc.constant("lose" as const),
      percent,
      kind: orNull(fc.constantFrom(...PACKET_KINDS)),
      from: orNull(machine),
      to: orNull(machine),
    })
    .filter(({ from, to }) => from === null || from !== to),
  fc.record({ what: fc.constantFrom("crash" as const, "restart" as const), machine, at: time }),
  fc.record({ what: fc.constant("slow" as const), machine, times: thousandths, at: time }),
  fc.record({ what: fc.constant("slow" as const), machine, times: thousandths, at: time, forNs: length }),
  fc.record({ what: fc.constant("pause" as const), machine, at: time, forNs: length }),
  fc
    .tuple(machine, machine, time, length)
    .filter(([a, b]) => a !== b)
    .map(([a, b, at, forNs]) => ({
      what: "cut" as const,
      ends: a < b ? ([a, b] as const) : ([b, a] as const),
      at,
      forNs,
    })),
);

describe("a fault as text", () => {
  it.each<[string, Fault]>([
    ["drop call#2", { what: "drop", packet: { kind: "call", call: 2, send: 1 } }],
    ["drop call#2 send 3", { what: "drop", packet: { kind: "call", call: 2, send: 3 } }],
    ["drop acknowledgement#12", { what: "drop", packet: { kind: "acknowledgement", call: 12, send: 1 } }],
    ["duplicate result#1", { what: "duplicate", packet: { kind: "result", call: 1, send: 1 }, afterNs: 0 }],
    ["duplicate result#1 by 2ms", { what: "duplicate", packet: { kind: "result", call: 1, send: 1 }, afterNs: 2e6 }],
    ["delay call#3 by 5ms", { what: "delay", packet: { kind: "call", call: 3, send: 1 }, byNs: 5e6 }],
    ["delay probe#3 send 2 by 1.5us", { what: "delay", packet: { kind: "probe", call: 3, send: 2 }, byNs: 1500 }],
    ["reorder call#2", { what: "reorder", packet: { kind: "call", call: 2, send: 1 } }],
    ["garble call#2 send 3 byte 57", { what: "garble", packet: { kind: "call", call: 2, send: 3 }, byte: 57 }],
    ["corrupt call#2", { what: "corrupt", packet: { kind: "call", call: 2, send: 1 } }],
    ["lose 1% of packets", { what: "lose", percent: 1, kind: null, from: null, to: null }],
    [
      "lose 0.5% of request packets to server3",
      { what: "lose", percent: 0.5, kind: "request", from: null, to: "server3" },
    ],
    [
      "lose 100% of packets from caller to server",
      { what: "lose", percent: 100, kind: null, from: "caller", to: "server" },
    ],
    ["slow server by 3 at 14.2ms", { what: "slow", machine: "server", times: 3, at: 14_200_000 }],
    ["slow caller by 1.25 at 0s", { what: "slow", machine: "caller", times: 1.25, at: 0 }],
    ["slow caller by 2 at 0s for 5ms", { what: "slow", machine: "caller", times: 2, at: 0, forNs: 5e6 }],
    ["pause server at 1ms for 2s", { what: "pause", machine: "server", at: 1e6, forNs: 2e9 }],
    ["cut caller-server at 1ms for 2s", { what: "cut", ends: ["caller", "server"], at: 1e6, forNs: 2e9 }],
    ["cut db-1 - server at 1ms for 2s", { what: "cut", ends: ["db-1", "server"], at: 1e6, forNs: 2e9 }],
    ["crash server at 14.2ms", { what: "crash", machine: "server", at: 14_200_000 }],
    ["restart server at 2s", { what: "restart", machine: "server", at: 2e9 }],
  ])("%s is read and written alike", (text, fault) => {
    expect(parseFault(text)).toEqual(fault);
    expect(formatFault(fault)).toBe(text);
  });

  it.each([
    ["  DROP   Call#2  SEND 1 ", "drop call#2"],
    ["drop ack#2", "drop acknowledgement#2"],
    ["duplicate result#1 by 0ms", "duplicate result#1"],
    ["delay call#3 by 5000 us", "delay call#3 by 5ms"],
    ["delay call#3 by 1.50µs", "delay call#3 by 1.5us"],
    ["delay call#3 by 1μs", "delay call#3 by 1us"],
    ["crash server-2 at 0.0142s", "crash server-2 at 14.2ms"],
    ["Lose 1.50 % of ack from server", "lose 1.5% of acknowledgement packets from server"],
    ["lose 010% of packets", "lose 10% of packets"],
    ["Slow server by 2.500 at 0.0142s", "slow server by 2.5 at 14.2ms"],
    ["Cut server - caller at 1 ms for 2 s", "cut caller-server at 1ms for 2s"],
  ])("%s means %s", (written, canonical) => {
    expect(formatFault(parseFault(written))).toBe(canonical);
  });

  it("comes back from its canonical text, whatever the fault", () => {
    fc.assert(
      fc.property(anyFault, (fault) => {
        expect(parseFault(formatFault(fault))).toEqual(fault);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a fault that cannot be read", () => {
  const packets = `want a kind of packet: ${PACKET_KINDS.join(", ")} or ack`;
  const losable = packets.replace("a kind of packet", "packets or a kind of them");
  it.each([
    [
      "dorp call#2",
      'got "dorp", want drop, duplicate, delay, reorder, corrupt, garble, lose, crash, restart, slow, pause or cut. ' +
        "Did you mean drop? Example: drop call#2",
    ],
    [
      "",
      'got "", want drop, duplicate, delay, reorder, corrupt, garble, lose, crash, restart, slow, pause or cut. ' +
        "Example: drop call#2",
    ],
    ["drop", "it ends there, want a packet such as call#2. Example: drop call#2"],
    ["drop call 2", 'got "call", want a packet such as call#2. Example: drop call#2'],
    ["drop cal#2", `got "cal", ${packets}. Did you mean call? Example: drop call#2`],
    ["drop xyzzy#2", `got "xyzzy", ${packets}. Example: drop call#2`],
    ["drop call#0", 'call "0", want a whole number from 1. Example: drop call#2'],
    ["drop call#2.5", 'call "2.5", want a whole number from 1. Example: drop call#2'],
    ["drop call#99999999999999999", 'call "99999999999999999", want a whole number from 1. Example: drop call#2'],
    ["drop call#2 send", 'send "", want a whole number from 1. Example: drop call#2'],
    ["drop call#2 by 5ms", '"by 5ms" is left over. Example: drop call#2'],
    [
      "delay call#3",
      'it ends there, want "by" and a number with a unit, ns, us, ms, s, min or h, such as 5ms or 10min. ' +
        "Example: delay call#3 by 5ms",
    ],
    [
      "delay call#3 by 5",
      'time "5", it has no unit, want a number with a unit, ns, us, ms, s, min or h, such as 5ms or 10min. ' +
        "Example: delay call#3 by 5ms",
    ],
    ["delay call#3 by 0ms", "a delay of 0 changes nothing, want more. Example: delay call#3 by 5ms"],
    [
      "delay call#3 by 0.1ns",
      'time "0.1ns", that is finer than a nanosecond, the smallest step of simulated time. ' +
        "Example: delay call#3 by 5ms",
    ],
    [
      "crash server at 99999999s",
      'time "99999999s", that is longer than 104 days, the end of simulated time. Example: crash server at 14.2ms',
    ],
    ["reorder call#2 by 5ms", '"by 5ms" is left over. Example: reorder call#2'],
    ...["lose 0% of packets", "lose 0.0001% of packets", "lose 101% of packets", "lose 1e1% of packets"].map((text) => {
      const wanted = "want a percentage from 0.001% to 100%, with at most three decimals";
      return [text, `got "${text.split(" ")[1] ?? ""}", ${wanted}. Example: lose 1% of packets`];
    }),
    [
      "lose 1 of packets",
      'got "1", want a percentage from 0.001% to 100%, with at most three decimals. Example: lose 1% of packets',
    ],
    [
      "lose",
      "it ends there, want a percentage from 0.001% to 100%, with at most three decimals. Example: lose 1% of packets",
    ],
    ["lose 1% packets", 'got "packets", want "of" and which packets. Example: lose 1% of packets'],
    ["lose 1% of", "it ends there, WANT. Example: lose 1% of packets".replace("WANT", losable)],
    ["lose 1% of calls", `got "calls", ${losable}. Did you mean call? Example: lose 1% of packets`],
    ["lose 1% of call#2", `got "call#2", ${losable}. Did you mean call? Example: lose 1% of packets`],
    ["lose 1% of packets to", "it ends there, want a machine such as server. Example: lose 1% of packets"],
    ["lose 1% of packets to server from caller", '"from caller" is left over. Example: lose 1% of packets'],
    [
      "lose 1% of packets from server to server",
      "server sends nothing to itself, want another machine. Example: lose 1% of packets",
    ],
    [
      "slow server at 5ms",
      'got "at", want "by" and how many times as slow, a number from 1 to 1000, with at most three decimals. ' +
        "Example: slow server by 3 at 14.2ms",
    ],
    [
      "slow server by 0.5 at 5ms",
      'times "0.5", want a number from 1 to 1000, with at most three decimals. Example: slow server by 3 at 14.2ms',
    ],
    [
      "slow server by 1001 at 5ms",
      'times "1001", want a number from 1 to 1000, with at most three decimals. Example: slow server by 3 at 14.2ms',
    ],
    [
      "pause server at 5ms",
      'it ends there, want "for" and a number with a unit, ns, us, ms, s, min or h, such as 5ms or 10min. ' +
        "Example: pause server at 14.2ms for 2s",
    ],
    ["pause server at 5ms for 0s", "for no time nothing changes, want more. Example: pause server at 14.2ms for 2s"],
    ["crash server at 5ms for 2s", '"for 2s" is left over. Example: crash server at 14.2ms'],
    [
      "cut server at 5ms for 2s",
      'got "server", want two machines with a hyphen between them. Example: cut caller-server at 14.2ms for 2s',
    ],
    [
      "cut server-server at 5ms for 2s",
      "there is no network between server and itself, want another machine. " +
        "Example: cut caller-server at 14.2ms for 2s",
    ],
    [
      "cut db-1-server at 5ms for 2s",
      '"db-1-server" has more than one hyphen. Write the one between the machines with spaces around it. ' +
        "Example: cut caller-server at 14.2ms for 2s",
    ],
    [
      "slow server by 3",
      'it ends there, want "at" and a number with a unit, ns, us, ms, s, min or h, such as 5ms or 10min. ' +
        "Example: slow server by 3 at 14.2ms",
    ],
    [
      "slow server by 3 at 1s for",
      "it ends there, want a number with a unit, ns, us, ms, s, min or h, such as 5ms or 10min. " +
        "Example: slow server by 3 at 14.2ms",
    ],
    [
      "garble call#2",
      'it ends there, want "byte" and a byte of the frame from 0 to 65535. Example: garble call#2 byte 57',
    ],
    [
      "garble call#2 byte 65536",
      'byte "65536", want a byte of the frame from 0 to 65535. Example: garble call#2 byte 57',
    ],
    ["crash 7 at 5ms", 'got "7", want a machine such as server. Example: crash server at 14.2ms'],
  ])("%j: one line says what was read, what is allowed, and gives an example", (text, problem) => {
    expect(messageOf(() => parseFault(text))).toBe(`fault ${JSON.stringify(text)}: ${problem}`);
  });

  it("is held against the machines of the system, where they are known", () => {
    const vocabulary = { machines: ["caller", "server"] };
    expect(parseFault("crash server at 5ms", vocabulary)).toEqual({ what: "crash", machine: "server", at: 5e6 });
    expect(parseFault("cut db-1-db-2 at 5ms for 1ms", { machines: ["db-1", "db-2", "db"] })).toEqual({
      ...{ what: "cut", ends: ["db-1", "db-2"], at: 5e6, forNs: 1e6 },
    });
    expect(messageOf(() => parseFault("crash sever at 5ms", vocabulary))).toBe(
      'fault "crash sever at 5ms": got "sever", want a machine: caller or server. Did you mean server? ' +
        "Example: crash server at 14.2ms",
    );
  });

  it("is held against the kinds of packets that the system can send, where they are known", () => {
    const calls = { kinds: ["call", "result"] as const };
    const requests = { kinds: ["request", "reply", "acknowledgement"] as const };
    expect(parseFault("drop ack#1", requests)).toEqual(parseFault("drop ack#1"));
    expect(messageOf(() => parseFault("drop reply#1", calls))).toBe(
      'fault "drop reply#1": got "reply", want a kind of packet: call or result. Example: drop call#2',
    );
    expect(messageOf(() => parseFault("lose 1% of call packets", requests))).toBe(
      'fault "lose 1% of call packets": got "call", want packets or a kind of them: request, reply, acknowledgement ' +
        "or ack. Example: lose 1% of packets",
    );
    expect(messageOf(() => parseFault("duplicate 7", requests))).toContain(
      'got "7", want a packet such as request#2. Example: duplicate reply#1',
    );
  });

  it("gives one line for any text at all, and never another error", () => {
    const words = [
      "lose",
      "1%",
      "of",
      "packets",
      "from",
      "to",
      "drop",
      "delay",
      "slow",
      "pause",
      "cut",
      "caller-server",
      "for",
      "crash",
      "call#2",
      "ack#1",
      "send",
      "3",
      "by",
      "5ms",
      "at",
      "server",
    ];
    const nearly = fc.array(fc.constantFrom(...words)).map((some) => some.join(" "));
    fc.assert(
      fc.property(fc.oneof(fc.string(), nearly), (text) => {
        expect(messageOf(() => parseFault(text))).not.toMatch(/\n/);
      }),
      { numRuns: 2000 },
    );
  });

  it("is quoted only in part where it is long", () => {
    expect(messageOf(() => parseFault("x".repeat(5000))).length).toBeLessThan(300);
  });
});

describe("a time in a fault", () => {
  it.each([
    [0, "0s"],
    [1, "1ns"],
    [999, "999ns"],
    [1000, "1us"],
    [1001, "1.001us"],
    [14_200_000, "14.2ms"],
    [600_000_000, "600ms"],
    [1_000_000_000, "1s"],
    [60_000_000_000, "1min"],
    [60_000_000_001, "60.000000001s"],
    [90_000_000_000, "1.5min"],
    [100_000_000_000, "100s"],
    [660_000_000_000, "11min"],
    [5_400_000_000_000, "90min"],
  ])("of %i ns is written %s", (ns, text) => {
    expect(formatTime(ns)).toBe(text);
    expect(parseTime(text)).toBe(ns);
  });

  it.each([
    ["10min", 600e9],
    ["10minutes", 600e9],
    ["1h", 3600e9],
    ["1h30min", 5400e9],
    ["1.5min", 90e9],
    ["2sec500ms", 2.5e9],
    ["3msec", 3e6],
    ["0.1h", 360e9],
  ])("may be as people write it: %s", (text, ns) => {
    expect(parseTime(text)).toBe(ns);
    expect(parseTime(formatTime(ns))).toBe(ns);
  });

  it("may have its unit apart: crash server at 10 min", () => {
    expect(parseFault("crash server at 1 h 30 min")).toEqual(parseFault("crash server at 5400s"));
  });

  it.each([
    ["10m", /m may be minutes or milliseconds, want 10min or 10ms/],
    ["1,5s", /want a point in place of the comma: 1\.5s/],
    ["5", /it has no unit/],
    ["30min1h", /units from large to small/],
    ["0.1ns", /finer than a nanosecond/],
    ["99999h", /longer than 104 days/],
    ["constructor", /want a number with a unit/],
    [`${"9".repeat(5000)}s`, /too many digits/],
  ])("says what to write in place of %s", (text, message) => {
    expect(parseTime(text)).toMatch(message);
  });

  it("is exact in decimals that floating point would round", () => {
    expect(parseTime("0.1us")).toBe(100);
    expect(parseTime("1.005ms")).toBe(1_005_000);
    expect(parseTime("9007199.254740991s")).toBe(Number.MAX_SAFE_INTEGER);
  });
});

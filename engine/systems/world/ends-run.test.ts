/** A protocol with many hosts runs by its ends: one frame to all, each host's own pace, and what the program learns. */
import { describe, expect, it } from "vitest";
import { parseScript } from "../../faults/index.ts";
import { stationOf, type StationTable } from "../../hardware/station.ts";
import { micros, millis, type Nanos } from "../../kernel/time.ts";
import type { Source, TraceData } from "../../kernel/trace-data.ts";
import { CALLER, type Host, type HostEffect } from "../../protocols/ends.ts";
import { keyText } from "../../protocols/machine.ts";
import { endsOfMany } from "../../protocols/many.ts";
import type { HostMachine } from "../../protocols/pair.ts";
import { ECHO, ECHO_PORT } from "../../wire/echo-fixture.ts";
import { parseEthernet } from "../../wire/ethernet.ts";
import { brokenLaws, callsOf, marksOf, packetsOf } from "../testing.ts";
import { BroadcastCarrier } from "./broadcast-carrier.ts";
import { Carrier } from "./carrier.ts";
import { EthernetMedium } from "./ethernet-medium.ts";
import { runEnds, type HeardOfHost } from "./ends-run.ts";
import { overUdp } from "./formats.ts";
import { World } from "./world.ts";

interface Packet {
  readonly kind: "call" | "result";
  readonly number: number; // of the call
  readonly data: Uint8Array; // of a result: the host that it is from
}

type Effects = readonly HostEffect<Packet>[];

const OURS: Source = { kind: "assumed", text: "A machine of a test." };
const LIMIT = millis(20);

/** Sends each call to some hosts once, and hears of each of them: by its answer, or by its silence for 20 ms. */
function asker(
  asked: readonly Host[],
): HostMachine<{ readonly call: number; readonly left: readonly Host[]; readonly end: Nanos | null }, Packet> {
  return {
    protocol: "Asker",
    states: [{ tag: "asking", what: "it asks" }],
    start: () => ({ call: 0, left: [], end: null }),
    step: (state, input, now) => {
      if (input.tag === "call") {
        const { call, data } = input;
        const [to = 1, ...others] = asked;
        const send = {
          tag: "send",
          packet: { kind: "call", number: call, data },
          kind: "call",
          call,
          send: 1,
        } as const;
        return [{ call, left: asked, end: now + LIMIT }, [{ ...send, to, others }]];
      }
      const { call } = state;
      const done = { call, left: [], end: null };
      if (input.tag === "packet") {
        const [from = CALLER] = input.packet.data;
        const left = state.left.filter((host) => host !== from);
        const heard: Effects = [{ tag: "heard", from, how: "answered" }];
        if (left.length > 0) return [{ ...state, left }, heard];
        return [done, [...heard, { tag: "returned", data: Uint8Array.of(call) }]];
      }
      const dead = state.left.map((from) => ({ tag: "heard", from, how: "dead" }) as const);
      return [done, [...dead, { tag: "failed", goesOn: true }]];
    },
    deadline: ({ end }) => end,
    name: () => "asking",
    input: (input) => (input.tag === "packet" ? input.packet.kind : input.tag),
    key: keyText,
    facts: () => [],
  };
}

const answerer = (host: Host): HostMachine<null, Packet> => ({
  protocol: "Answerer",
  states: [{ tag: "ready", what: "it answers" }],
  start: () => null,
  step: (_state, input) => {
    if (input.tag === "packet") {
      return [null, [{ tag: "execute", call: input.call, work: String(input.call), data: input.packet.data }]];
    }
    if (input.tag !== "done") return [null, []];
    const call = Number(input.work);
    const packet = { kind: "result", number: call, data: Uint8Array.of(host) } as const;
    return [null, [{ tag: "send", packet, kind: "result", call, send: null, to: CALLER }]];
  },
  deadline: () => null,
  name: () => "ready",
  input: (input) => (input.tag === "packet" ? input.packet.kind : input.tag),
  key: () => "",
  facts: () => [],
});

const MACHINE: StationTable = {
  controller: "Ethernet",
  sendRing: 16,
  receiveRing: 16,
  send: [{ name: "Send a packet", value: 100, unit: "us", source: OURS }],
  receive: [{ name: "Take a packet in", value: 150, unit: "us", source: OURS }],
};

interface Asked {
  readonly faults?: readonly string[];
  readonly asked?: readonly Host[];
  readonly dead?: readonly Host[];
  readonly slow?: readonly Host[];
  readonly machine?: Partial<StationTable>;
  readonly carrier?: typeof Carrier;
}

function run({
  faults = [],
  asked = [1, 2, 3],
  dead = [],
  slow = [],
  machine = {},
  carrier = BroadcastCarrier,
}: Asked) {
  const world = new World({ faults: parseScript(faults), keep: "all", seed: 1 });
  const medium = new EthernetMedium(world, { mbps: 10, metres: 100, others: null, carrier });
  const heard: HeardOfHost[] = [];
  const outcome = runEnds(world, medium, {
    ends: endsOfMany({
      hosts: ["client", "server1", "server2", "server3"],
      caller: asker(asked),
      callee: answerer,
      kinds: ["call", "result"],
      asks: "call",
      answers: "result",
      promises: ["ends"],
      procedure: { span: "Answer" },
    }),
    machine: stationOf({ ...MACHINE, ...machine }),
    format: overUdp(ECHO_PORT, ECHO),
    dead,
    heard: (one) => heard.push(one),
    program: {
      calls: 1,
      argument: (call) => Uint8Array.of(call),
      result: (_argument, host) => Uint8Array.of(host),
      procedure: {
        step: { name: "Answer", layer: "rpc", source: OURS },
        duration: (host) => (slow.includes(host) ? millis(5) : micros(50)),
      },
    },
  });
  return { ...outcome, heard: heard.map(({ from, how }) => `${from} ${how}`) };
}

const endings = (trace: TraceData): readonly string[] => callsOf(trace).map(({ outcome }) => outcome);
const receiversOf = (trace: TraceData): readonly number[] =>
  packetsOf(trace).map(({ frame }) => parseEthernet(frame).to);

describe("a protocol with many hosts", () => {
  it("sends one frame to all, and each of them takes it in", () => {
    const outcome = run({});
    expect(packetsOf(outcome.trace).map(({ kind, to }) => `${kind} to ${to}`)).toEqual([
      "call to ",
      "result to client",
      "result to client",
      "result to client",
    ]);
    expect(receiversOf(outcome.trace)[0]).toBe(0xffff_ffff_ffff);
    expect(outcome.heard.toSorted()).toEqual(["1 answered", "2 answered", "3 answered"]);
    expect(endings(outcome.trace)).toEqual(["returned"]);
    expect(brokenLaws(outcome)).toEqual([]);
  });

  it("sends one frame to a group, and no other host hears of it", () => {
    const outcome = run({ asked: [1, 3] });
    expect(outcome.packets).toBe(3);
    expect(receiversOf(outcome.trace)[0]).toBe(0x0100_5e7f_0001);
    expect(outcome.heard.toSorted()).toEqual(["1 answered", "3 answered"]);
  });

  it("needs a medium that carries a frame to many", () => {
    expect(() => run({ carrier: Carrier })).toThrow("needs a medium with a BroadcastCarrier");
  });

  it("hears of a slow host late, and the others go on meanwhile", () => {
    const outcome = run({ slow: [1] });
    expect(outcome.heard.at(-1)).toBe("1 answered");
    expect(callsOf(outcome.trace)[0]?.tookMs).toBeGreaterThan(5);
    expect(callsOf(run({}).trace)[0]?.tookMs).toBeLessThan(3);
  });

  it("tells the program of a host without power, and marks it in the trace", () => {
    const outcome = run({ dead: [2] });
    expect(outcome.heard.toSorted()).toEqual(["1 answered", "2 dead", "3 answered"]);
    expect(marksOf(outcome.trace).map(({ label }) => label)).toContain("server2 counts as dead");
    expect(endings(outcome.trace)).toEqual(["failed"]);
    expect(brokenLaws(outcome)).toEqual([]);
  });

  it("loses a frame to all at once by a line of the script, and at some hosts by chance", () => {
    expect(run({ faults: ["drop call#1"] }).heard).toEqual(["1 dead", "2 dead", "3 dead"]);
    const { heard } = run({ faults: ["lose 50% of call packets"] });
    expect(new Set(heard.map((one) => one.split(" ")[1]))).toEqual(new Set(["answered", "dead"]));
  });

  it("loses answers that come together where the controller has one buffer", () => {
    const outcome = run({
      machine: { receiveRing: 1, receive: [{ name: "Take a packet in", value: 900, unit: "us", source: OURS }] },
    });
    expect(packetsOf(outcome.trace).filter(({ fate }) => fate === "lost").length).toBeGreaterThan(0);
    expect(brokenLaws(outcome)).toEqual([]);
  });
});

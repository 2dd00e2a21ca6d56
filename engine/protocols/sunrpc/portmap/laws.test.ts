/** Laws of broadcasts and portmappers, over any losses, copies and delays; and their bytes against recorded ones. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds, type Nanos } from "../../../kernel/time.ts";
import recorded from "../../../wire/sunrpc-fixtures/vectors.json" with { type: "json" };
import { encodeMapping, encodeMappings, PORTMAP, PORTMAP_PROGRAM, parseMappings } from "../../../wire/portmap.ts";
import { parseRpc } from "../../../wire/sunrpc.ts";
import { EndsNet } from "../../testing/ends-net.ts";
import type { Fate } from "../../testing/net.ts";
import { WAITS } from "./broadcaster.ts";
import { PortmapEnds } from "./ends.ts";
import { portmapperMachine } from "./portmapper.ts";
import { requestOf, type PortmapNet } from "./trace-script.ts";

const WIRE = millis(1);
const PLACE = { program: 300, version: 1, procedure: 1 };
const ALL_WAITS = WAITS.reduce((sum, wait) => sum + wait, 0);

const delay = fc.integer({ min: 1, max: 9000 }).map((ms) => millis(ms));
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 5, arbitrary: fc.constant([WIRE]) },
  { weight: 1, arbitrary: fc.tuple(delay) },
  { weight: 1, arbitrary: fc.tuple(delay, delay) },
);
const schedule = fc.record({
  fates: fc.array(fate, { maxLength: 60 }),
  machines: fc.integer({ min: 1, max: 6 }),
  have: fc.nat({ max: 6 }), // of the machines, the first ones have the program
  wants: fc.constantFrom(1, 2, Infinity),
  runs: fc.constantFrom(WIRE, seconds(3), seconds(6)),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

const nameOf = (machine: number): string => `m${machine}`;

function play({ fates, machines, have, wants, runs }: Schedule) {
  let sent = 0;
  const names = Array.from({ length: machines }, (_, i) => nameOf(i));
  const net: PortmapNet = new EndsNet(new PortmapEnds({ machines: names, called: PLACE, wants }), {
    fateOf: () => fates[sent++] ?? [WIRE],
    runsFor: () => runs,
    procedure: (argument) => argument,
  });
  for (let i = 0; i < Math.min(have, machines); i++) {
    const data = encodeMapping({ program: 300, version: 1, protocol: 17, port: 1000 + i });
    net.tell(i + 1, requestOf({ program: PORTMAP_PROGRAM, version: 2, procedure: PORTMAP.set, data }));
  }
  net.call(Uint8Array.of(1, 2, 3, 4));
  net.run(seconds(2000));
  const client = net.taken.filter((step) => step.host === "client");
  return { net, client, effects: client.flatMap(({ at, effects }) => effects.map((one) => ({ at, ...one }))) };
}

const always = (law: (played: ReturnType<typeof play>, given: Schedule) => void): void =>
  fc.assert(
    fc.property(schedule, (given) => law(play(given), given)),
    { numRuns: 100 },
  );

describe("a broadcast, whatever the network does", () => {
  it("ends once, after 54 s at least where the program does not stop it, and is sent six times at most", () => {
    always(({ net, effects }, { wants }) => {
      expect(net.isCalling).toBe(false);
      expect(net.taken.findLast((step) => step.host === "client")?.after.tag).toBe("idle");
      const ends = effects.filter(({ tag }) => tag === "ended");
      expect(ends).toHaveLength(1);
      const sends = effects.filter(({ tag }) => tag === "send");
      expect(sends.length).toBeLessThanOrEqual(WAITS.length);
      if (wants === Infinity) {
        expect(sends).toHaveLength(WAITS.length);
        expect(ends[0]?.at ?? 0).toBeGreaterThanOrEqual(ALL_WAITS);
      }
    });
  });

  it("hands over each reply that comes while it lasts, and those alone, with the port of the machine", () => {
    always(({ client }, { have }) => {
      for (const { before, input, effects } of client) {
        if (input.tag !== "reply") continue;
        const each = effects.flatMap((effect) => (effect.tag === "each" ? [effect] : []));
        expect(each).toHaveLength(before.tag === "collecting" ? 1 : 0);
        for (const { from, port, data } of each) {
          expect(Number(from.slice(1))).toBeLessThan(have);
          expect(from).toBe(nameOf(port - 1000));
          expect([...data]).toEqual([1, 2, 3, 4]);
        }
      }
    });
  });

  it("waits its times between sends where no reply comes between them", () => {
    always(({ client }) => {
      let last: { readonly at: Nanos; readonly send: number } | null = null;
      for (const { at, input, effects } of client) {
        if (input.tag === "reply") last = null;
        for (const effect of effects) {
          if (effect.tag !== "send") continue;
          if (last !== null) expect(at - last.at).toBe(WAITS[last.send - 1]);
          last = { at, send: effect.send };
        }
      }
    });
  });

  it("is answered by nobody where the program takes longer than the portmapper waits", () => {
    always(({ effects }, { runs }) => {
      if (runs > seconds(5)) expect(effects.some(({ tag }) => tag === "each")).toBe(false);
    });
  });
});

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

describe("recorded bytes of a portmapper", () => {
  it("a list of two mappings is what DUMP answers before anything is registered", () => {
    const dump = recorded.vectors.find(({ name }) => name === "portmap DUMP list of two");
    expect(hexOf(encodeMappings(portmapperMachine().start().mappings))).toBe(dump?.hex);
    expect(parseMappings(bytesOf(dump?.hex ?? ""))).toEqual(portmapperMachine().start().mappings);
  });

  /** The recorded requests: how each ended there, and how ours ends it before anything is registered. */
  const recordedCalls = recorded.vectors
    .filter(({ name }) => name.startsWith("portmap-set-unset") && name.includes(" call, "))
    .map(({ name, hex }) => {
      const bytes = bytesOf(hex);
      const { message, body } = parseRpc(bytes, 0, bytes.length);
      if (message.kind !== "call") throw new Error(`${name} is a call.`);
      const { xid, program, version, procedure } = message;
      const call = { xid, program, version, procedure, data: bytes.slice(body) };
      const machine = portmapperMachine();
      const [, [effect]] = machine.step(machine.start(), { tag: "request", request: { from: "a", call } }, 0);
      if (effect?.tag !== "reply") throw new Error(`${name} is answered.`);
      const { ending } = effect.reply;
      const reply = recorded.vectors.find((one) => one.name.includes(" reply, ") && xidOf(one.hex) === xid);
      const value = reply?.value as { readonly accept_stat: string; readonly results?: string };
      const theirs = `${value.accept_stat} ${value.results ?? ""}`;
      return { procedure, theirs, ours: `${ending.status} ${ending.status === "SUCCESS" ? hexOf(ending.data) : ""}` };
    });

  it("its answers to GETPORT, and to a procedure that it does not have, are ours", () => {
    const same = recordedCalls.filter(({ procedure }) => procedure !== PORTMAP.set && procedure !== PORTMAP.unset);
    expect(same).toHaveLength(4);
    for (const { ours, theirs } of same) expect(ours).toBe(theirs);
  });

  it("SET and UNSET end otherwise there: it registers nothing, and claims to forget what it never knew", () => {
    const others = recordedCalls.filter(({ procedure }) => procedure === PORTMAP.set || procedure === PORTMAP.unset);
    expect(others).toEqual([
      { procedure: PORTMAP.set, theirs: "SUCCESS 00000000", ours: "SUCCESS 00000001" },
      { procedure: PORTMAP.unset, theirs: "SUCCESS 00000001", ours: "SUCCESS 00000000" },
    ]);
  });
});

const xidOf = (hex: string): number => parseInt(hex.slice(0, 8), 16);

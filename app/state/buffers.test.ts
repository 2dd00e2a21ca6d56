/** Buffers of real runs: what lies in them, what they lose, and the rim that a parameter sets. */
import { describe, expect, it } from "vitest";
import { experiments } from "../../engine/experiments/all.ts";
import { measureOf, runOf } from "../../engine/experiments/testing.ts";
import type { Run } from "../../engine/experiments/types.ts";
import type { Setup } from "../setup/setup.ts";
import { bufferAt, bufferIn, buffersOf } from "./buffers.ts";
import type { BufferOf } from "./buffers.ts";
import { rimLine, rimOf, rimText, withDefault, withinRim, withPlaces } from "./rims.ts";
import type { Rim } from "./rims.ts";

const MS = 1e6;
const RING = { placement: "one-ring", computeMs: 10, trials: 1, servers: 60 };
const sixty = runOf("multirpc/call", { set: RING });

function first(run: Run): BufferOf {
  const [buffer] = buffersOf(run.trace);
  if (buffer === undefined) throw new Error("The run has no buffer.");
  return buffer;
}

const setupOf = ({ experiment, parameters, seed, faults }: Run): Setup => ({ experiment, parameters, seed, faults });

function rim(run: Run): Rim {
  const found = rimOf(setupOf(run), first(run));
  if (found === null) throw new Error("The buffer has no rim that can be pulled.");
  return found;
}

describe("the socket of a client that sixty servers answer", () => {
  const buffer = first(sixty);

  it("is the first, and has twenty-five places for replies of 64 bytes", () => {
    expect(buffer).toMatchObject({ kind: "socket", machine: "client", places: 25, bytes: 64, most: 25 });
    expect(buffer.title).toBe("Socket of the client");
  });

  it("is empty at first, fills while the client sends, overflows, and is empty in the end", () => {
    expect(bufferAt(sixty.trace, buffer, 0)).toMatchObject({ held: [], lost: 0, lastLost: null, busy: null });
    const middle = bufferAt(sixty.trace, buffer, 400 * MS);
    expect(middle.held.length).toBeGreaterThan(5);
    expect(middle.held[0]).toMatchObject({ name: "reply of server 32", label: "32" });
    expect(middle.held.map(({ since }) => since)).toEqual(
      middle.held.map(({ since }) => since).toSorted((a, b) => a - b),
    );
    const full = bufferAt(sixty.trace, buffer, 515 * MS);
    expect([full.held.length, full.lost, full.lastLost?.name]).toEqual([25, 1, "reply of server 7"]);
    for (const { from, to } of buffer.stays.slice(0, 5)) {
      const since = (time: number): readonly number[] =>
        bufferAt(sixty.trace, buffer, time).held.map((one) => one.since);
      expect(since(from), "lies there from the moment that it comes").toContain(from);
      expect(since(to), "until the moment that it is taken").not.toContain(from);
    }
    const end = bufferAt(sixty.trace, buffer, sixty.trace.elapsed);
    expect([end.held.length, end.lost]).toEqual([0, measureOf(sixty, "droppedReplies")]);
  });

  it("never holds more than it has places for, and is full whenever it loses one", () => {
    for (const { at } of buffer.losses) expect(bufferAt(sixty.trace, buffer, at).held).toHaveLength(25);
    for (let ms = 0; ms < 1100; ms += 7) {
      expect(bufferAt(sixty.trace, buffer, ms * MS).held.length).toBeLessThanOrEqual(25);
    }
  });

  it("has a rim, which is the socket buffer of the experiment: four places more, and nothing is lost", () => {
    const found = rim(sixty);
    expect(found).toMatchObject({ key: "socketBytes", places: 25, least: 1 });
    const wider = withPlaces(setupOf(sixty), found, 29);
    expect(wider.parameters["socketBytes"]).toBe(3624);
    expect(rimLine(setupOf(sixty), found, 29)).toBe("socket buffer 3,200 → 3,624 bytes");
    expect(rimText(setupOf(sixty), found, 29)).toBe("29 places for 64 bytes each, 3,624 bytes");
    const after = runOf("multirpc/call", { set: wider.parameters });
    expect([measureOf(after, "droppedReplies"), first(after).places]).toEqual([0, 29]);
    const one = runOf("multirpc/call", { set: withPlaces(setupOf(sixty), found, 28).parameters });
    expect([measureOf(one, "droppedReplies"), first(one).places]).toEqual([1, 28]);
    expect(withPlaces(setupOf(sixty), found, 25)).toEqual(setupOf(sixty));
    expect(withDefault(wider, found).parameters["socketBytes"]).toBe(3200);
    expect([withinRim(found, -3), withinRim(found, 1e6)]).toEqual([1, found.most]);
  });
});

describe("a buffer of a controller", () => {
  it("has a rim in calls to many: V’s replies find no receive buffer", () => {
    const run = runOf("many/call", { set: { way: "v-group", callees: 50 } });
    const buffer = first(run);
    expect(buffer).toMatchObject({ kind: "receive buffers", machine: "caller", places: 16, most: 16 });
    expect(buffer.losses.length).toBeGreaterThan(0);
    const found = rim(run);
    expect(found).toMatchObject({ key: "receiveBuffers", places: 16, least: 1, most: 64 });
    const after = runOf("many/call", { set: withPlaces(setupOf(run), found, 64).parameters });
    expect(buffersOf(after.trace).every(({ losses }) => losses.length === 0)).toBe(true);
  });

  it("that sends keeps results waiting, and says how busy the controller was", () => {
    const run = runOf("firefly/max-result", { set: { threads: 8, calls: 40 } });
    const queue = buffersOf(run.trace).find(({ kind, machine }) => kind === "send queue" && machine === "server");
    if (queue === undefined) throw new Error("No result waits.");
    expect(queue).toMatchObject({ places: null, key: "send queue server DEQNA transmit" });
    expect(rimOf(setupOf(run), queue)).toBeNull();
    expect(queue.most).toBeGreaterThan(3);
    const { busy } = bufferAt(run.trace, queue, run.elapsedNs);
    const whole = (run.resources["server.deqna.transmit"]?.busyNs ?? 0) / run.elapsedNs;
    expect(Math.abs((busy ?? 0) - whole)).toBeLessThan(0.001);
    expect(bufferAt(run.trace, queue, 0).busy).toBeNull();
  });
});

it("is empty in a run in which nothing comes to it, as long as there was one before", () => {
  const other = runOf("cedar/call", { set: { calls: 1, load: 0 } }).trace;
  const before = first(sixty);
  expect(bufferIn(sixty.trace, before.key, undefined)).toBe(before);
  const gone = bufferIn(other, before.key, before);
  expect(gone).toMatchObject({ key: before.key, places: 25, losses: [], most: 0 });
  expect(gone === null ? null : bufferAt(other, gone, 0)).toMatchObject({ held: [], lost: 0 });
  expect(bufferIn(other, before.key, undefined)).toBeNull();
});

describe("parameters that are the rim of a buffer", () => {
  const rims = experiments.flatMap(({ id, params }) =>
    Object.entries(params).flatMap(([key, param]) =>
      param.kind === "number" && param.rim !== undefined ? [[id, key, param.needs?.with ?? {}] as const] : [],
    ),
  );
  it.each(rims)("%s %s is found at a buffer of its run", (id, key, set) => {
    const run = runOf(id, { set });
    const found = buffersOf(run.trace).flatMap((buffer) => rimOf(setupOf(run), buffer)?.key ?? []);
    expect(found).toContain(key);
  });
});

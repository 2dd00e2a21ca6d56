import { describe, expect, it } from "vitest";
import { experimentOf } from "../../../engine/experiments/testing.ts";
import { refRow } from "../../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Stroke } from "./handle.ts";
import { inOrder } from "./handle.ts";
import { handlesOf, otherHandlesOf, packetHandlesOf } from "./handles.ts";
import { outcomeOf } from "./outcome.ts";
import { choicesOf, stepped } from "./strokes.ts";
import { shownCall } from "../../figure/shown-call.ts";
import { finenessOf, handleIn, handlesIn, runOf, setupFor } from "./testing.ts";

const FINE = finenessOf(40e6); // grains of 0.1 ms
const later: Stroke = { do: "move", by: "step", later: true };
const earlier: Stroke = { do: "move", by: "step", later: false };

const lineOf = (setup: Setup, key: string, stroke: Stroke): string | undefined =>
  stepped(handleIn(handlesIn(setup), key), setup, stroke, FINE)?.line;

describe("keys", () => {
  it("lose, copy and delay a packet, and take it back", () => {
    const plain = setupFor("written/call");
    expect(lineOf(plain, "packet call#1", { do: "lose" })).toBe("drop call#1");
    expect(lineOf(plain, "packet call#1", { do: "copy" })).toBe("duplicate call#1");
    expect(lineOf(plain, "packet call#1", later)).toBe("delay call#1 by 1ms");
    expect(lineOf(plain, "packet call#1", { do: "move", by: "fine", later: true })).toBe("delay call#1 by 100us");
    expect(stepped(handleIn(handlesIn(plain), "packet call#1"), plain, earlier, FINE)).toMatchObject({
      line: "",
      refused: "call#1 cannot arrive earlier.",
    });
    const lost = setupFor("written/call", {}, ["drop call#1"]);
    expect(lineOf(lost, "packet call#1", { do: "reset" })).toBe("call#1 as it was sent");
    const copied = setupFor("written/call", {}, ["duplicate call#1"]);
    expect(lineOf(copied, "copy call#1", later)).toBe("duplicate call#1 by 1ms");
    expect(lineOf(copied, "copy call#1", { do: "reset" })).toBe("no copy of call#1");
  });

  it("crash a machine at the chosen moment, move its crash and restart, and take them back", () => {
    const plain = setupFor("written/call");
    const edge = handleIn(handlesIn(plain), "edge server");
    expect(stepped(edge, plain, { do: "crash" }, FINE, 3e6)?.line).toBe("crash server at 3ms");
    const down = setupFor("written/call", {}, ["crash server at 3ms", "restart server at 9ms"]);
    expect(lineOf(down, "crash server 0", later)).toBe("crash server at 4ms");
    expect(lineOf(down, "restart server 0", earlier)).toBe("restart server at 8ms");
    expect(lineOf(down, "crash server 0", { do: "reset" })).toBe("no crash of the server");
    expect(lineOf(down, "restart server 0", { do: "reset" })).toBe("no restart of the server");
  });

  it("step a parameter by a small tick, and by one step of its table at least", () => {
    const setup = setupFor("written/call", { retryMs: 30 });
    expect(lineOf(setup, "timer retryMs 0", later)).toBe("timer 30 → 31 ms");
    expect(lineOf(setup, "timer retryMs 0", { do: "move", by: "fine", later: false })).toBe("timer 30 → 29 ms");
    expect(lineOf(setup, "timer retryMs 0", { do: "reset" })).toBe("timer 30 → 20 ms");
    const network = setupFor("firefly/null", { calls: 1 });
    expect(lineOf(network, "wire networkMbps 0", later)).toBe("network 10 → 5 Mbit/s");
    expect(lineOf(setupFor("cedar/call", { calls: 1 }), "wire networkMbps 0", earlier)).toBe(
      "network 3 Mbit/s (2.94) → 10 Mbit/s",
    );
  });

  it("go from snap to snap", () => {
    const setup = setupFor("written/call", { serverMs: 30 });
    expect(lineOf(setup, "timer retryMs 0", { do: "snap", later: true })).toBe("timer 20 → 32 ms");
    expect(lineOf(setup, "timer retryMs 0", { do: "snap", later: false })).toBeUndefined();
  });
});

describe("the list of choices beside a thing", () => {
  const namesOf = (setup: Setup, key: string, at?: number): readonly string[] =>
    choicesOf(handleIn(handlesIn(setup), key), setup, at).map(({ name, line }) => `${name}: ${line}`);

  it("offers what a drag could do, without what is so already", () => {
    const plain = setupFor("written/call");
    expect(namesOf(plain, "packet call#1")).toEqual([
      "Lose it: drop call#1",
      "Delay it by 5 ms: delay call#1 by 5ms",
      "Copy it: duplicate call#1",
    ]);
    expect(namesOf(setupFor("written/call", {}, ["drop call#1"]), "packet call#1")).toEqual([
      "Delay it by 5 ms: delay call#1 by 5ms",
      "Copy it: duplicate call#1",
      "Leave it alone: call#1 as it was sent",
    ]);
    expect(namesOf(plain, "edge server", 4e6)).toEqual(["Crash it here: crash server at 4ms"]);
    expect(namesOf(setupFor("written/call", {}, ["crash server at 3ms"]), "restart server 0")).toEqual([
      "Restart it 10 ms after the crash: restart server at 13ms",
    ]);
  });
});

describe("what has a handle", () => {
  it("is only what can be set: no machine that must run, no locked parameter, no fault that is locked", () => {
    const setup = setupFor("multirpc/call", { servers: 2, trials: 1 });
    const keys = handlesIn(setup).map(({ key }) => key);
    expect(keys).toContain("edge server1");
    expect(keys).not.toContain("edge client");
    const run = runOf(setup);
    const shown = shownCall(run.trace, 1, "linear");
    const lock = (before: Setup, after: Setup): string | null =>
      before.faults !== after.faults || before.parameters["computeMs"] !== after.parameters["computeMs"] ? "no" : null;
    const open = handlesOf(run, shown, setup, { lock });
    expect(new Set(open.map(({ kind, key }) => (kind === "bar" ? key.split(" ")[1] : kind)))).toEqual(
      new Set(["requestMs"]),
    );
  });

  it.each(["cedar/call", "firefly/null", "sun-rpc/call", "today/call", "sprite/call", "amoeba/call"])(
    "is the same in the opening of a run of %s as in the whole run",
    (id) => {
      const setup = setupFor(id);
      const told: TraceData[] = [];
      const keep = { calls: 50, opening: { calls: 2, tell: (trace: TraceData) => void told.push(trace) } };
      const { experiment, parameters, seed, faults } = setup;
      const whole = experimentOf(experiment).run(parameters, seed, faults, { keep });
      const [opening] = told;
      if (opening === undefined) throw new Error("no opening was told");
      const found = (trace: TraceData): readonly unknown[] =>
        handlesOf({ ...whole, trace }, shownCall(trace, 1, "linear"), setup).map(({ key, to, snaps }) => [
          key,
          to,
          snaps,
        ]);
      expect(found(opening)).toEqual(found(whole.trace));
    },
  );

  it("is no wire of a packet that never arrives", () => {
    const keys = handlesIn(setupFor("cedar/call", { calls: 1 }, ["drop call#1"])).map(({ key }) => key);
    expect(keys).toContain("packet call#1");
    expect(keys.filter((key) => key.startsWith("wire"))).not.toContain("wire networkMbps 0");
    expect(keys).toContain("wire networkMbps 1");
  });

  it("is of packets no more than those that the figure draws one by one, with their copies", () => {
    const setup = setupFor("flexrpc/multicast", { callees: 7 }, ["duplicate argument#1 send 3 by 1ms"]);
    const run = runOf(setup);
    const shown = shownCall(run.trace, 1, "linear");
    const all = handlesOf(run, shown, setup);
    const rows = all
      .filter(({ key }) => ["packet argument#1 send 3", "packet argument#1 send 5"].includes(key))
      .map(({ ref }) => refRow(ref));
    const alone = packetHandlesOf(run, shown, setup, { alone: rows });
    expect(alone.map(({ key }) => key)).toEqual([
      "packet argument#1 send 3",
      "copy argument#1 send 3",
      "packet argument#1 send 5",
    ]);
    const packets = packetHandlesOf(run, shown, setup, {});
    expect(inOrder([...packets, ...otherHandlesOf(run, shown, setup, {})]).map(({ key }) => key)).toEqual(
      all.map(({ key }) => key),
    );
  });
});

describe("what follows from a change", () => {
  const outcome = (setup: Setup, after: Setup): string => outcomeOf(runOf(setup), runOf(after), 1);
  const plain = setupFor("written/call");
  const withFault = (...faults: readonly string[]): Setup => ({ ...plain, faults });

  it("is told with the difference, and how often the procedure runs", () => {
    expect(outcome(plain, plain)).toBe("The call returns at 5,916.1 µs.");
    expect(outcome(plain, withFault("drop call#1"))).toBe("The call returns at 25.9 ms (+20.0).");
    expect(outcome(plain, withFault("drop result#1"))).toMatch(/^The call returns at .* \(\+/);
    const unlucky = setupFor("sun-rpc/call", { iterations: 1 }, ["drop reply#1"]);
    expect(
      outcome(setupFor("sun-rpc/call", { iterations: 1, serverMs: 5 }), {
        ...unlucky,
        parameters: { ...unlucky.parameters, serverMs: 5 },
      }),
    ).toMatch(/The server runs the procedure twice\.$/);
  });

  it("says that a call fails, and that a procedure never runs", () => {
    const cedar = setupFor("cedar/call", { calls: 1 });
    expect(outcome(cedar, { ...cedar, faults: ["crash server at 0s"] })).toMatch(
      /^The call fails at .* The procedure never runs\.$/,
    );
  });
});

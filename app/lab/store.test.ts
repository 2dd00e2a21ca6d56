import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findExperiment } from "../../engine/experiments/index.ts";
import { defaultSetup } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { change, createBenchStore, drag, follow, redo, undo } from "./store.ts";
import { sliderDraftOf } from "./draft.ts";
import { addFaultLine } from "./add-fault.ts";

const experiment = findExperiment("firefly/null");
if (experiment === undefined) throw new Error("no firefly/null");
const start = defaultSetup(experiment);
const seeded =
  (seed: number) =>
  (setup: Setup): Setup => ({ ...setup, seed });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the bench’s undo", () => {
  it("goes back change by change, and forth again", () => {
    const store = createBenchStore(start, null, []);
    change(store, "seed", seeded(2));
    change(store, "faults", (setup) => ({ ...setup, faults: ["drop call#1"] }));
    undo(store);
    expect(store.getState().setup).toEqual({ ...start, seed: 2 });
    undo(store);
    expect(store.getState().setup).toEqual(start);
    undo(store);
    expect(store.getState().setup).toEqual(start);
    redo(store);
    redo(store);
    expect(store.getState().setup).toEqual({ ...start, seed: 2, faults: ["drop call#1"] });
  });

  it("takes a drag back as one step, and what comes after a rest as another", () => {
    const store = createBenchStore(start, null, []);
    for (const seed of [2, 3, 4]) {
      change(store, "seed", seeded(seed));
      vi.advanceTimersByTime(100);
    }
    vi.advanceTimersByTime(2000);
    change(store, "seed", seeded(9));
    undo(store);
    expect(store.getState().setup.seed).toBe(4);
    undo(store);
    expect(store.getState().setup.seed).toBe(1);
  });

  it("forgets what was undone once something else is changed, but not for a change that changes nothing", () => {
    const store = createBenchStore(start, null, []);
    change(store, "seed", seeded(2));
    undo(store);
    change(store, "nothing", seeded(1));
    expect(store.getState().future).toHaveLength(1);
    change(store, "other", seeded(5));
    expect(store.getState().future).toHaveLength(0);
  });

  it("leads back from a link that was followed", () => {
    const store = createBenchStore(start, null, []);
    follow(store, { ...start, seed: 7 }, { version: null, hash: "0123456789abcdef" }, []);
    expect(store.getState()).toMatchObject({ setup: { seed: 7 }, linked: { hash: "0123456789abcdef" } });
    undo(store);
    expect(store.getState()).toMatchObject({ setup: { seed: 1 }, linked: null });
  });
});

describe("a slider that is drawn", () => {
  const held = () => {
    const store = createBenchStore(start, null, []);
    change(store, "seed", seeded(2));
    drag(store, "threads", 5);
    expect(sliderDraftOf(store.getState())?.setup.parameters).toEqual({ ...start.parameters, threads: 5 });
    return store;
  };
  const other = findExperiment("cedar/call");
  if (other === undefined) throw new Error("no cedar/call");

  it.each<[string, (store: ReturnType<typeof createBenchStore>) => void]>([
    ["it is let go", (store) => drag(store, "threads", null)],
    ["its value is taken", (store) => change(store, "threads", seeded(3))],
    ["the reader undoes", undo],
    ["a link is followed", (store) => follow(store, defaultSetup(other), null, [])],
    ["a lesson goes to another step", (store) => store.setState({ setup: { ...start } })],
  ])("counts no more once %s", (_, end) => {
    const store = held();
    end(store);
    expect(sliderDraftOf(store.getState())).toBeNull();
  });

  it("is drawn over the setup that stands now, also where the thumb was taken before", () => {
    const store = held();
    follow(store, defaultSetup(other), null, []);
    drag(store, "words", 2);
    expect(sliderDraftOf(store.getState())?.setup.parameters).toEqual({ ...defaultSetup(other).parameters, words: 2 });
  });
});

describe("a task of one fault line", () => {
  it("takes the newest line in place of the one before, also one that could not stand beside it", () => {
    const store = createBenchStore(start, null, []);
    store.setState({ oneFault: true });
    for (const line of ["crash server at 10ms", "crash server at 41ms"]) expect(addFaultLine(store, line)).toBeNull();
    expect(store.getState().setup.faults).toEqual(["crash server at 41ms"]);
    undo(store);
    expect(store.getState().setup.faults).toEqual(["crash server at 10ms"]);
  });
});

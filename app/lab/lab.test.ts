import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { experiments } from "../../engine/experiments/index.ts";
import { defaultsOf } from "../../engine/experiments/answering.ts";
import { findExperiment, takeIn } from "../../engine/experiments/lookup.ts";
import type { ParamValues } from "../../engine/experiments/types.ts";
import { startLab } from "./lab.ts";
import { change, createBenchStore } from "./store.ts";

vi.mock("virtual:model-values", () => ({ modelValues: {} })); // the page's build makes it: here no model is asked

interface Message {
  readonly id: number;
  readonly name: string;
  readonly args: readonly { readonly parameters?: ParamValues }[];
}

/** A worker that writes down what it is asked, and answers when the test says so. */
class TestWorker extends EventTarget {
  static readonly all: TestWorker[] = [];
  readonly asked: Message[] = [];

  constructor() {
    super();
    TestWorker.all.push(this);
  }

  postMessage(message: Message): void {
    this.asked.push(message);
  }

  answer(value: unknown): void {
    const { id } = this.asked.at(-1) ?? { id: -1 };
    this.dispatchEvent(new MessageEvent("message", { data: { id, tag: "done", value } }));
  }

  terminate(): void {
    this.asked.length = 0;
  }
}

const askedFor = (name: string): readonly Message[] =>
  TestWorker.all.flatMap(({ asked }) => asked.filter((message) => message.name === name));

/** The run of a setup, with few calls. */
function runOf(parameters: ParamValues) {
  const experiment = findExperiment("firefly/null");
  if (experiment === undefined) throw new Error("no firefly/null");
  return experiment.run({ ...parameters, calls: 1 }, 1, [], { keep: { calls: 1 } });
}

describe("the work behind a bench", () => {
  beforeEach(() => {
    vi.stubGlobal("Worker", TestWorker);
    vi.stubGlobal("navigator", { hardwareConcurrency: 2 });
    takeIn(experiments);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    TestWorker.all.length = 0;
  });

  it("runs what is looked at alone: the runs of the chart begin when that is there", async () => {
    const experiment = findExperiment("firefly/null");
    if (experiment === undefined) throw new Error("no firefly/null");
    const parameters = defaultsOf(experiment);
    const store = createBenchStore({ experiment: experiment.id, parameters, seed: 1, faults: [] }, null, []);
    const lab = startLab(store, { openings: false });
    lab.showChart();
    const [runs] = TestWorker.all;
    runs?.answer(runOf(parameters));
    await vi.waitFor(() => expect(askedFor("sweep").length).toBeGreaterThan(0));
    const before = askedFor("sweep").length;
    change(store, "networkMbps", (setup) => ({ ...setup, parameters: { ...parameters, networkMbps: 20 } }));
    expect(runs?.asked.at(-1)?.args[0]?.parameters).toMatchObject({ networkMbps: 20 });
    await vi.dynamicImportSettled(); // what would sweep at once has come
    expect(askedFor("dropSweep").length).toBeGreaterThan(0);
    expect(askedFor("sweep")).toHaveLength(before);
    runs?.answer(runOf({ ...parameters, networkMbps: 20 }));
    await vi.waitFor(() => expect(askedFor("sweep").length).toBeGreaterThan(before));
    lab.stop();
  });
});

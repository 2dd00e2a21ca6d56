import { describe, expect, it, vi } from "vitest";
import { findExperiment } from "../../engine/experiments/index.ts";
import type { SweepJob } from "../../engine/experiments/sweep.ts";
import { defaultsOf } from "../../engine/experiments/settings.ts";
import { Cancelled } from "../workers/engine-client.ts";
import type { KeptResults } from "../workers/kept-results.ts";
import { askedFor, TestWorker, withTestWorkers } from "./testing.ts";
import type { WorkerMessage } from "./testing.ts";

const ID = "firefly/null";

function runsWith(seeds: readonly number[]) {
  const experiment = findExperiment(ID);
  if (experiment === undefined) throw new Error(`no ${ID}`);
  return seeds.map((seed) => ({ parameters: defaultsOf(experiment), seed }));
}

/** A client with two workers that are at the runs of an older sweep. */
async function atWork() {
  const { SweepClient } = await import("../workers/sweep-client.ts"); // it counts the processors when it comes
  const client = new SweepClient();
  const ask = () => client.each(ID, runsWith([1, 2, 3, 4]));
  const older = ask();
  await vi.waitFor(() => expect(askedFor("sweep").length).toBeGreaterThan(0));
  return { ask, older, workers: [...TestWorker.all] };
}

/** A storage for one version of the engine that a page reopens. */
function aStorage(): KeptResults & { readonly results: Map<string, unknown> } {
  const results = new Map<string, unknown>();
  return {
    results,
    find: (keys) => Promise.resolve(new Map([...results].filter(([key]) => keys.includes(key)))),
    keep: (key, result) => void results.set(key, result),
  };
}

/** A worker that makes each run of a sweep at once: its result is its seed. */
class QuickWorker extends TestWorker {
  static made = 0;

  override postMessage(message: WorkerMessage): void {
    super.postMessage(message);
    const jobs = message.args[1] as unknown as readonly SweepJob[];
    for (const [place, { seed }] of jobs.entries()) {
      this.tells(2, [place, { draws: seed, measures: {} }]);
      QuickWorker.made++;
    }
    this.answer(true);
  }
}

/** Opens the sweep on a page of its own: its values, and how many runs were made for them. */
async function opened(kept: KeptResults, seeds: readonly number[]) {
  vi.stubGlobal("Worker", QuickWorker);
  QuickWorker.made = 0;
  const { SweepClient } = await import("../workers/sweep-client.ts");
  const values = await new SweepClient(kept).each(ID, runsWith(seeds));
  return { made: QuickWorker.made, values };
}

describe("a sweep that is opened again", () => {
  withTestWorkers();

  it("makes no run, and tells the same results", async () => {
    const storage = aStorage();
    const first = await opened(storage, [1, 2, 3]);
    expect(first.made).toBe(3);
    expect(await opened(storage, [1, 2, 3])).toEqual({ made: 0, values: first.values });
  });

  it("makes the runs that are not kept, and those whose result is damaged", async () => {
    const storage = aStorage();
    const { values } = await opened(storage, [1, 2, 3]);
    const [key = ""] = storage.results.keys();
    storage.results.set(key, { draws: "many" });
    const again = await opened(storage, [1, 2, 3, 4]);
    expect(again.made).toBe(2);
    expect(again.values?.slice(0, 3)).toEqual(values);
  });

  it("makes all runs of another setting", async () => {
    const storage = aStorage();
    await opened(storage, [1, 2]);
    expect((await opened(storage, [3, 4])).made).toBe(2);
  });
});

describe("a sweep that takes over from an older one", () => {
  withTestWorkers();

  it("ends workers that stay deep in a run of the older one, and begins in new ones", async () => {
    const { ask, older, workers } = await atWork();
    const said = expect(older).rejects.toBeInstanceOf(Cancelled);
    void ask();
    expect(workers.map(({ asked }) => asked.at(-1)?.name)).toEqual(workers.map(() => "dropSweep"));
    await said;
    await vi.waitFor(() => expect(TestWorker.all).toHaveLength(2 * workers.length));
    expect(askedFor("sweep")).toHaveLength(workers.length); // a worker that was ended has been asked for nothing
  });

  it("keeps workers whose run ends soon", async () => {
    const { ask, older, workers } = await atWork();
    void ask();
    for (const worker of workers) {
      const id = worker.asked.find(({ name }) => name === "sweep")?.id;
      worker.dispatchEvent(new MessageEvent("message", { data: { id, tag: "done", value: false } }));
    }
    expect(await older).toBeNull();
    await vi.waitFor(() => expect(askedFor("sweep")).toHaveLength(2 * workers.length));
    expect(TestWorker.all).toEqual(workers);
  });
});

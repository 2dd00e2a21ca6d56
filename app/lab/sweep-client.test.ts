import { describe, expect, it, vi } from "vitest";
import { findExperiment } from "../../engine/experiments/index.ts";
import { defaultsOf } from "../../engine/experiments/settings.ts";
import { Cancelled } from "../workers/engine-client.ts";
import { askedFor, TestWorker, withTestWorkers } from "./testing.ts";

const ID = "firefly/null";

/** A client with two workers that are at the runs of an older sweep. */
async function atWork() {
  const { SweepClient } = await import("../workers/sweep-client.ts"); // it counts the processors when it comes
  const experiment = findExperiment(ID);
  if (experiment === undefined) throw new Error(`no ${ID}`);
  const client = new SweepClient();
  const runs = [1, 2, 3, 4].map((seed) => ({ parameters: defaultsOf(experiment), seed }));
  const ask = () => client.each(ID, runs);
  const older = ask();
  await vi.waitFor(() => expect(askedFor("sweep").length).toBeGreaterThan(0));
  return { ask, older, workers: [...TestWorker.all] };
}

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

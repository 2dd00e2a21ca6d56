/** One engine, one model: what Chromium computes is what Node computes. */
import { openPython, type Python } from "../engine/cli/python-node.ts";
import { defaultsOf } from "../engine/experiments/settings.ts";
import { experiments } from "../engine/experiments/index.ts";
import { expect, test, type Lab } from "./lab.ts";
import { LOOKS_AT_ALL } from "./places.ts";

/** One experiment runs the model in the page; in the audit every one does. */
const RUNS_PYTHON: ReadonlySet<string> = new Set(
  experiments.filter(({ id }) => LOOKS_AT_ALL || id === "firefly/null").map(({ id }) => id),
);

/** Four systems, of two machines and of many; in the audit all experiments. */
const FOUR = ["firefly/null", "sun-rpc/call", "multirpc/call", "today/call"];
const PLAYED = experiments.filter(({ id }) => LOOKS_AT_ALL || FOUR.includes(id));

/** Goes to an experiment: its run has the hash that it has in Node, and its model the values. */
async function agrees(experiment: (typeof experiments)[number], lab: Lab, python: Python): Promise<void> {
  const parameters = defaultsOf(experiment);
  const { id, models } = experiment;
  await lab.open(id);
  const { traceHash } = experiment.run(parameters, 1, [], { keep: "none" });
  await expect.poll(() => lab.traceHash(), id).toBe(traceHash); // the page may still show the one before
  const links = models.filter(({ when }) => when?.(parameters) ?? true);
  const values = links.map((link): readonly [string, number] => {
    const value = python.call(link.paper, link.function, link.arguments(parameters));
    return [link.measure, value * link.scale];
  });
  const agree = async (): Promise<void> => {
    for (const [measure, value] of values)
      await expect.poll(() => lab.modelValue(measure), `${id}: ${measure}`).toBe(value);
  };
  await agree();
  const hasModel = links.length > 0; // without one there is no button that runs it
  if (!hasModel || !RUNS_PYTHON.has(id)) return;
  const run = lab.page.getByRole("button", { name: "Run it in Python here" });
  const ran = lab.page.getByText("The model ran in Python, in this browser.");
  await run.or(ran).first().waitFor(); // where Python is there already, the page asks it by itself
  if (await run.isVisible()) await run.click();
  await lab.ready();
  await expect(ran, id).toBeVisible();
  await agree();
}

// One page goes from one to the next: Python is fetched once.
test("a run has the same trace hash and model values in Node and Chromium", async ({ lab }) => {
  const python = await openPython();
  for (const experiment of PLAYED) await agrees(experiment, lab, python);
  python.close();
});

/** One engine, one model: what Chromium computes is what Node computes. */
import { openPython, type Python } from "../engine/cli/python-node.ts";
import { defaultsOf } from "../engine/experiments/answering.ts";
import { experiments } from "../engine/experiments/index.ts";
import { familyOf } from "../engine/experiments/load.ts";
import { expect, test } from "./lab.ts";
import { LOOKS_AT_ALL } from "./places.ts";

/** One experiment of each paper runs the model in the page; in the audit every one does. */
const RUNS_PYTHON: ReadonlySet<string> = new Set(
  experiments
    .filter(({ paper }, i) => LOOKS_AT_ALL || experiments.findIndex((other) => other.paper === paper) === i)
    .map(({ id }) => id),
);

test.describe.configure({ mode: "default" }); // in one process, which opens Python once
let python: Python;
test.beforeAll(async () => {
  python = await openPython();
});
test.afterAll(() => python.close());

/** The first of each system; in the audit all. */
const PLAYED = experiments.filter(
  ({ id }, i) => LOOKS_AT_ALL || familyOf(id) !== familyOf(experiments[i - 1]?.id ?? ""),
);

for (const experiment of PLAYED) {
  test(`${experiment.id} has the same trace hash and model values in Node and Chromium`, async ({ lab, page }) => {
    const parameters = defaultsOf(experiment);
    await lab.open(experiment.id);
    expect(await lab.traceHash()).toBe(experiment.run(parameters, 1, [], { keep: "none" }).traceHash);
    const links = experiment.models.filter(({ when }) => when?.(parameters) ?? true);
    const values = links.map((link): readonly [string, number] => {
      const value = python.call(link.paper, link.function, link.arguments(parameters));
      return [link.measure, value * link.scale];
    });
    const agree = async (): Promise<void> => {
      for (const [measure, value] of values) await expect.poll(() => lab.modelValue(measure), measure).toBe(value);
    };
    await agree();
    const hasModel = links.length > 0; // without one there is no button that runs it
    if (!hasModel || !RUNS_PYTHON.has(experiment.id)) return;
    await page.getByRole("button", { name: "Run it in Python here" }).click();
    await lab.ready();
    await expect(page.getByText("The model ran in Python, in this browser.")).toBeVisible();
    await agree();
  });
}

/** One engine, one model: what Chromium computes is what Node computes. */
import { experiments } from "../engine/experiments/index.ts";
import { defaultParameters } from "../app/bench/setup.ts";
import { expect, headless, test } from "./lab.ts";

for (const experiment of experiments) {
  test(`${experiment.id} has the same trace hash in Node and Chromium`, async ({ lab }) => {
    await lab.open(experiment.id);
    const { traceHash } = await headless<{ traceHash: string }>("run", experiment.id);
    expect(await lab.traceHash()).toBe(traceHash);
  });

  test(`${experiment.id} shows the model's values that the headless lab computes`, async ({ lab, page }) => {
    await lab.open(experiment.id);
    for (const link of experiment.models) {
      const given = Object.entries(link.arguments(defaultParameters(experiment)));
      const flags = given.flatMap(([name, value]) => ["--set", `${name}=${value}`]);
      const { value } = await headless<{ value: number }>("model", link.paper, link.function, ...flags);
      expect(await lab.modelValue(link.measure)).toBe(value * link.scale);
      await page.getByRole("button", { name: "Run it in Python here" }).click();
      await lab.ready();
      await expect(page.getByText("The model ran in Python, in this browser.")).toBeVisible();
      expect(await lab.modelValue(link.measure)).toBe(value * link.scale);
    }
  });
}

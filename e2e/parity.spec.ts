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
    const parameters = defaultParameters(experiment);
    const links = experiment.models.filter(({ when }) => when?.(parameters) ?? true);
    const values = await Promise.all(
      links.map(async (link) => {
        const flags = Object.entries(link.arguments(parameters)).flatMap(([name, value]) => [
          "--set",
          `${name}=${value}`,
        ]);
        const { value } = await headless<{ value: number }>("model", link.paper, link.function, ...flags);
        return [link.measure, value * link.scale] as const;
      }),
    );
    const agree = async (): Promise<void> => {
      for (const [measure, value] of values) expect(await lab.modelValue(measure), measure).toBe(value);
    };
    await agree();
    if (links.length === 0) return; // the paper has no model of it, and so no button that runs one
    await page.getByRole("button", { name: "Run it in Python here" }).click();
    await lab.ready();
    await expect(page.getByText("The model ran in Python, in this browser.")).toBeVisible();
    await agree();
  });
}

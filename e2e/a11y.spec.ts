/** axe finds nothing, on every state of the page, light and dark. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { Lab } from "./lab.ts";
import { expect, test, THEMES } from "./lab.ts";

async function violations(page: Page): Promise<readonly string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return found.map(({ id, help, nodes }) => {
    const [first] = nodes;
    return `${id}: ${help}: ${nodes.length} times, first ${first?.target.join(" ")} ${first?.html.slice(0, 160)}`;
  });
}

const STATES: Readonly<Record<string, (lab: Lab) => Promise<void>>> = {
  "at rest": async (lab) => {
    await lab.open();
    await lab.ready();
  },
  "of another experiment with everything changed": async (lab) => {
    await lab.open(
      "firefly/max-result?threads=3&segment=shared&arrayType=fixed&seed=4&fault=drop+call%232&networkMbps=100",
    );
    await lab.ready();
  },
  "while a run is going": async (lab) => {
    const { page } = lab;
    await lab.open();
    await page.getByRole("textbox", { name: "Calls", exact: true }).fill("100000");
    await page.getByRole("textbox", { name: "Calls", exact: true }).press("Enter");
    await expect(page.getByRole("progressbar", { name: "Running the calls" })).toBeVisible();
    await expect(page.locator(".stale").first()).toHaveCSS("opacity", "0.4"); // it fades in only after a while
  },
  "while it plays, and paused": async (lab) => {
    const { page } = lab;
    await lab.open();
    const main = page.getByRole("main");
    await main.getByRole("button", { name: "Play", exact: true }).click();
    await main.getByRole("button", { name: "Pause", exact: true }).click();
  },
  "with help open": async (lab) => {
    const { page } = lab;
    await lab.open();
    await page.getByRole("button", { name: "Help" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "with errors shown": async (lab) => {
    await lab.open("firefly/null?threads=0&colour=red");
    await lab.field("Caller threads").fill("many");
    await lab.field("Caller threads").press("Enter");
    await lab.addFault("drp");
    await expect(lab.page.getByRole("alert")).toHaveCount(2);
  },
  "with the drawer open": async (lab) => {
    await lab.open();
    await lab.exportButton().click();
    await expect(lab.page.getByRole("region", { name: "Export" })).toBeVisible();
  },
  "with an address and the data table open": async (lab) => {
    const { page } = lab;
    await lab.open();
    await page.getByRole("button", { name: "Latency, mean, simulated." }).click();
    await lab.ready();
    await page.getByRole("button", { name: "Show data" }).click();
  },
};

for (const colorScheme of THEMES) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    for (const [name, reach] of Object.entries(STATES)) {
      test(`axe finds nothing on the bench ${name}, ${colorScheme}`, async ({ lab, page }) => {
        await reach(lab);
        expect(await violations(page)).toEqual([]);
      });
    }
  });
}

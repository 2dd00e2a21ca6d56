/** Results of a chart's runs, which the browser keeps for the next time. */
import type { Page } from "@playwright/test";
import { resultsName } from "../app/workers/storage.ts";
import { expect, test } from "./lab.ts";

test.use({ storageState: { cookies: [], origins: [] } }); // the other tests ask the site to keep nothing

/** Counts the runs that charts ask of workers. */
const COUNTED = `(() => {
  window.chartRuns = 0;
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message?.name === "sweep") window.chartRuns += message.args[1].length;
    return post.call(this, message, ...rest);
  };
})()`;

/** Waits for the chart of the page: how many runs it took, and what it shows. */
async function shown(page: Page) {
  await page.waitForFunction("window.roundtrip?.ready() === true");
  const runs = await page.evaluate<number>("window.chartRuns");
  return { runs, chart: await page.locator(".chart svg").first().innerHTML() };
}

/** Puts rubbish in the place of every result that is kept. */
const damage = (page: Page): Promise<void> =>
  page.evaluate(
    async (name) => {
      const request = indexedDB.open(name);
      await new Promise((resolve) => (request.onsuccess = resolve));
      const table = request.result.transaction("results", "readwrite").objectStore("results");
      const keys = table.getAllKeys();
      keys.onsuccess = () => keys.result.forEach((key) => table.put("rubbish", key));
      await new Promise((resolve) => (table.transaction.oncomplete = resolve));
      request.result.close();
    },
    resultsName(new URL("./", page.url()).href),
  );

test("a chart opened again makes no run, and its runs anew where what was kept is damaged", async ({ page }) => {
  await page.addInitScript(COUNTED);
  await page.goto("./#/bench/firefly/null?threads=2");
  const first = await shown(page);
  expect(first.runs).toBeGreaterThan(0);
  await page.reload();
  expect(await shown(page)).toEqual({ runs: 0, chart: first.chart });
  await damage(page);
  await page.reload();
  expect(await shown(page)).toEqual(first);
});

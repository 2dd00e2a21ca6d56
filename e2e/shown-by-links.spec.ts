/** What a link or a page around the site asks of it: a lock that stays, and a frame without an origin. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "./lab.ts";

const LOCK = "lock=experiment,parameters,faults";

test("a link of the chart’s data is refused where it changes what is locked, and else takes the lock along", async ({
  lab,
  page,
}) => {
  await lab.open(`firefly/null?threads=3&${LOCK}`);
  await lab.ready();
  const chart = page.getByRole("region", { name: "Chart" });
  await chart.getByText("Data", { exact: false }).first().click();
  const link = chart.locator('a[href*="threads=4"]').first();
  await link.click();
  await expect(page.getByText("The link that you opened locks the parameter “Caller threads”.")).toBeVisible();
  await expect(lab.field("Caller threads")).toHaveValue("3");
  expect(page.url()).toContain(LOCK);
  expect(await link.getAttribute("href")).toContain(LOCK); // for another tab
  await chart.locator('a[href*="threads=3"]').first().click();
  await expect.poll(() => page.url()).toContain(LOCK);
  await expect(lab.field("Caller threads")).toBeDisabled();
});

test("in a frame without an origin the page says what is missing, before any script of its own", async ({
  page,
  baseURL,
}) => {
  const server = createServer((_, response) => {
    const frame = (sandbox: string) =>
      `<iframe sandbox="${sandbox}" src="${baseURL}/#/reference/keys" width=900></iframe>`;
    response.setHeader("Content-Type", "text/html");
    response.end(frame("allow-scripts") + frame("allow-scripts allow-same-origin"));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
  const [shut, open] = [page.frameLocator("iframe").nth(0), page.frameLocator("iframe").nth(1)];
  await expect(shut.getByText("Roundtrip cannot run here.")).toBeVisible();
  await expect(shut.getByText("allow-scripts allow-same-origin")).toBeVisible();
  await expect(open.getByRole("main")).toBeVisible();
  await expect(open.getByText("Roundtrip cannot run here.")).toBeHidden();
  server.close();
});

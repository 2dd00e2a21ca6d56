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

test("in a frame without an origin the page runs, or says what the site’s server keeps from it", async ({
  page,
  baseURL,
}) => {
  // Beside its page the server hands the site on, without the header by which a frame without an origin may fetch.
  const server = createServer(({ url = "/" }, response) => {
    if (url.startsWith("/site/")) {
      void fetch(`${baseURL}${url.slice("/site".length)}`).then(async (from) => {
        response.setHeader("Content-Type", from.headers.get("content-type") ?? "");
        response.end(Buffer.from(await from.arrayBuffer()));
      });
      return;
    }
    const frame = (sandbox: string, site: string) =>
      `<iframe sandbox="${sandbox}" src="${site}/#/reference/keys" width=900></iframe>`;
    response.setHeader("Content-Type", "text/html");
    response.end(frame("allow-scripts", "/site") + frame("allow-scripts", baseURL ?? ""));
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

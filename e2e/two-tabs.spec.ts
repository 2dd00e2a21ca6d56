/** Two tabs of one browser: what the reader wrote in one is not lost by the other. */
import { expect, test } from "./lab.ts";
import { goTo } from "./places.ts";

const KEPT = "roundtrip-answers";
const MODEL = "roundtrip-model-firefly";

test("a tab that the browser had frozen takes in another tab’s answers before it writes its own", async ({
  page,
  context,
}) => {
  // A frozen tab is not told what the storage gets meanwhile.
  await page.addInitScript(() => addEventListener("storage", (event) => event.stopImmediatePropagation(), true));
  await goTo(page, "/lesson/more-threads");
  const other = await context.newPage();
  await goTo(other, "/lesson/xdr");
  const seen = () => page.evaluate((key) => localStorage.getItem(key) ?? "", KEPT);
  await expect.poll(seen).toContain('"xdr"');
  await page.evaluate(() => void dispatchEvent(new Event("pageshow")));
  await goTo(page, "/lesson/more-threads?step=2");
  await expect.poll(seen).toContain('"more-threads"');
  expect(await seen()).toContain('"xdr"');
});

test("an editor that nobody wrote in leaves the model that another tab keeps", async ({ page, lab, context }) => {
  await lab.open();
  await page.getByRole("button", { name: "Edit the model" }).click();
  await expect(page.getByRole("region", { name: /^Model/ })).toContainText("This is the paper’s text.");
  const other = await context.newPage();
  await goTo(other, "/reference/keys");
  await other.evaluate((key) => localStorage.setItem(key, "x = 1"), MODEL);
  await page.getByRole("button", { name: "Hide the model" }).click();
  await page.getByRole("button", { name: "Edit the model" }).click();
  await lab.set("Caller threads", "2");
  await lab.ready();
  expect(await page.evaluate((key) => localStorage.getItem(key), MODEL)).toBe("x = 1");
});

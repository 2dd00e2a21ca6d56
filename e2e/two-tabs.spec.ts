/** Two tabs of one browser: what the reader wrote in one is not lost by the other. */
import type { Page } from "@playwright/test";
import { expect, test } from "./lab.ts";
import { AUDIT } from "./places.ts";

const MODEL = "roundtrip-model-firefly";

test("an editor that nobody wrote in leaves the model that another tab keeps", AUDIT, async ({ page, lab }) => {
  await lab.open();
  await page.getByRole("button", { name: "Edit the model" }).evaluate(async (button, key) => {
    (button as HTMLElement).click();
    while (document.querySelector(".model-text") === null) await new Promise(requestAnimationFrame);
    localStorage.setItem(key, "x = 1"); // as another tab does
  }, MODEL);
  await expect(page.getByText("The text ran in Python, in this browser.")).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), MODEL)).toBe("x = 1");
});

const keptText = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);

/** Opens the model's editor on the bench and writes a line at its beginning. */
async function write(page: Page, text: string): Promise<void> {
  await page.goto("./#/bench/firefly/null");
  await page.getByRole("button", { name: "Edit the model" }).click();
  await page.locator(".model-text .cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type(`# ${text}\n`);
}

test(
  "of two texts of one model each tab says that there is another, and the one not chosen is set aside",
  AUDIT,
  async ({ page, context }) => {
    await context.route("**/pyodide/*.wasm", () => undefined); // the texts need not run
    const second = await context.newPage();
    await second.goto("./#/bench/firefly/null");
    await second.getByRole("button", { name: "Edit the model" }).click();
    await expect(second.locator(".model-text")).toBeVisible();
    await write(page, "one");
    await expect.poll(() => keptText(page, MODEL)).toContain("# one\n");
    const alert = second.getByRole("alert").filter({ hasText: "Another tab of this browser keeps another text" });
    await expect(alert).toBeVisible();

    await second.locator(".model-text .cm-content").click();
    await second.keyboard.press("Control+Home");
    await second.keyboard.type("# two\n");
    await expect(alert).toContainText(`Until you choose, the browser keeps yours as ${MODEL}-set-aside.`);
    expect(await keptText(page, MODEL)).toContain("# one\n"); // the second tab wrote over nothing
    await expect.poll(() => keptText(page, `${MODEL}-set-aside`)).toContain("# two\n");

    await alert.getByRole("button", { name: "Keep this text" }).click();
    await expect(alert).toBeHidden();
    // What one tab keeps, another reads soon after.
    await expect.poll(() => keptText(page, MODEL)).toContain("# two\n");
    await expect.poll(() => keptText(page, `${MODEL}-set-aside-2`)).toContain("# one\n");

    const first = page.getByRole("alert").filter({ hasText: "Another tab" });
    await first.getByRole("button", { name: "Take the other tab’s text" }).click();
    await expect(first).toBeHidden();
    await expect(page.locator(".model-text")).toContainText("# two");
  },
);

test("answers that two tabs keep in different lessons both stay", async ({ page, context }) => {
  const [one, two] = ["across-the-wire", "more-threads"];
  const second = await context.newPage();
  const steps = (slug: string): Promise<number> =>
    page.evaluate((name) => {
      const kept = JSON.parse(localStorage.getItem("roundtrip-answers") ?? "{}") as {
        lessons?: Record<string, { seen: readonly string[] }>;
      };
      return kept.lessons?.[name]?.seen.length ?? 0;
    }, slug);
  await page.goto(`./#/lesson/${one}`);
  await expect.poll(() => steps(one)).toBe(1);
  await second.goto(`./#/lesson/${two}`);
  await expect.poll(() => steps(two)).toBe(1);
  await page.goto(`./#/lesson/${one}?step=2`);
  await expect.poll(() => steps(one)).toBe(2);
  await second.goto(`./#/lesson/${two}?step=2`);
  await expect.poll(() => steps(two)).toBe(2);
  expect(await steps(one)).toBe(2);
});

test("answers of the concept test from two tabs are all kept", AUDIT, async ({ page, context }) => {
  await page.goto("./#/concept");
  await page.getByRole("button", { name: "Begin" }).click();
  const second = await context.newPage();
  await second.goto("./#/concept");
  for (const [tab, answered] of [
    [page, 1],
    [second, 2],
    [page, 3],
  ] as const) {
    for (let i = 1; i < answered; i++) await tab.getByRole("button", { name: "Next" }).click();
    await tab.getByRole("radio").first().check();
    for (const one of [page, second])
      await expect(one.getByRole("progressbar", { name: "Answered questions" })).toHaveAttribute(
        "value",
        `${answered}`,
      );
  }
});

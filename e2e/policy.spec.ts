/** The site under its own content security policy: every kind of place works, and what the policy forbids fails. */
import { expect, test } from "./lab.ts";
import { FIRST_EXPERIMENTS, IS_DRAWN, LOOKS_AT_ALL, REFERENCE, heldBy } from "./places.ts";

test.use({ bypassCSP: false });

/** Every sixth, where `npm run audit` goes to all. */
const some = (all: readonly string[]): readonly string[] => all.filter((_, i) => LOOKS_AT_ALL || i % 6 === 0);

const PLACES: readonly string[] = [
  "/",
  "/lesson/more-threads?step=3",
  ...some(FIRST_EXPERIMENTS).map((id) => `/bench/${id}`),
  "/papers/firefly/table-i",
  ...some(REFERENCE),
];

test("every kind of place works under the policy, without a word of it on the console", async ({ lab, page }) => {
  for (const place of PLACES) {
    await page.goto(`./#${place}`);
    await expect.poll(() => page.evaluate(IS_DRAWN), place).toBe(true);
  }
  expect(lab.complaints).toEqual([]);
});

test("Python runs under the policy, and a picture is drawn", heldBy("e2e/python.spec.ts"), async ({ page }) => {
  await page.goto("./#/bench/firefly/null");
  await page.getByRole("button", { name: "Edit the model" }).click();
  await expect(page.getByText("The text ran in Python, in this browser.")).toBeVisible();
  await page.getByRole("button", { name: "Export" }).first().click();
  await page.getByRole("radio", { name: "PNG" }).check({ force: true });
  await expect(page.getByRole("img", { name: /^Preview/ })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.png$/);
});

test("the page neither runs a script of a stranger’s nor reaches another server", async ({ page, request }) => {
  const { headers } = await request.get("./").then((answer) => ({ headers: answer.headers() }));
  expect(headers["content-security-policy"]).toContain("connect-src 'self'");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["referrer-policy"]).toBe("no-referrer");
  await page.goto("./#/");
  await expect(page.getByRole("main")).toBeVisible();
  const blocked = page.evaluate(
    () =>
      new Promise((resolve) => {
        const found = new Set<string>(); // the page and the server both say the policy
        document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
          found.add(effectiveDirective);
          if (found.size === 2) resolve([...found].sort());
        });
        const script = document.createElement("script");
        script.textContent = "document.title = 'run'";
        document.head.append(script);
        fetch("https://example.invalid/").catch(() => undefined);
      }),
  );
  expect(await blocked).toEqual(["connect-src", "script-src-elem"]);
});

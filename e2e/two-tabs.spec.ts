/** Two tabs of one browser: what the reader wrote in one is not lost by the other. */
import { expect, test } from "./lab.ts";

const MODEL = "roundtrip-model-firefly";

test("an editor that nobody wrote in leaves the model that another tab keeps", async ({ page, lab }) => {
  await lab.open();
  await page.getByRole("button", { name: "Edit the model" }).evaluate(async (button, key) => {
    (button as HTMLElement).click();
    while (document.querySelector(".model-text") === null) await new Promise(requestAnimationFrame);
    localStorage.setItem(key, "x = 1"); // as another tab does
  }, MODEL);
  await expect(page.getByText("The text ran in Python, in this browser.")).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), MODEL)).toBe("x = 1");
});

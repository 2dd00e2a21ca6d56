/** The page in another language: what a reader of German or Chinese sees, and what no text may escape. */
import type { Page } from "@playwright/test";
import { expect, test } from "./lab.ts";

const LESSON = "#/lesson/across-the-wire";

/** The texts on the page that a reader sees, without code, keys and what the page marks as no language. */
const textsOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const walk = document.createTreeWalker(document.querySelector("#root") ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
      const { parentElement } = node;
      if (parentElement === null || parentElement.closest("code, kbd, [translate=no]") !== null) continue;
      const text = node.textContent?.trim() ?? "";
      if (text !== "" && parentElement.checkVisibility()) found.push(text);
    }
    return found;
  });

test("a link chooses the language, which outlives it, and the foot of the page brings English back", async ({
  page,
}) => {
  await page.goto(`./${LESSON}?lang=de`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ein Aufruf geht über die Leitung");
  await expect(page).toHaveTitle("Ein Aufruf geht über die Leitung – Roundtrip");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("figure").or(page.getByText("1.115,1")).first()).toBeVisible();
  await page.getByRole("combobox", { name: "Sprache" }).selectOption("en");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("A call that crosses the wire");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("a language that there is not is told in a sentence, with those that there are", async ({ page }) => {
  await page.goto("./#/?lang=xx");
  await expect(page.getByText("lang = “xx” is no language of this site: en (English), de (Deutsch)")).toBeVisible();
});

test("with long words no text of the first pages escapes the look-up, and none is wider than 320 px", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  for (const place of ["#/", LESSON]) {
    await page.goto(`./${place}?lang=x-long`);
    await page.reload();
    await expect(page.locator("main h1")).toBeVisible();
    const plain = (await textsOn(page)).filter((text) => /\b[A-Za-z]{4,}\b/.test(text));
    expect(plain.filter((text) => !/^Roundtrip\b/.test(text))).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
});

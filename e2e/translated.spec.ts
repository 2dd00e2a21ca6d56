/** The browser translates the page while it is used: the page stays, and every number on it is the present one. */
import type { Page } from "@playwright/test";
import { expect, test } from "./lab.ts";
import type { Lab } from "./lab.ts";
import { AUDIT, drawn, goTo } from "./places.ts";
import { MANNERS, translatePage } from "./translator.ts";
import type { Manner } from "./translator.ts";

/** The browser has kept nothing of a reader’s answers. */
const forget = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key !== "roundtrip-offline") localStorage.removeItem(key);
  });

/** On the bench the run is enough: nobody waits for the rest. */
const goThere = (page: Page, lab: Lab, at: string): Promise<void> =>
  at.startsWith("/bench/") ? lab.open(at.slice("/bench/".length)) : goTo(page, at);

const mainText = async (page: Page): Promise<string> =>
  (await page.getByRole("main").innerText()).replace(/\s+/g, " ").trim();

async function useBench(page: Page, lab: Lab): Promise<void> {
  await lab.set("Caller threads", "4");
  await lab.chooseExperiment("MaxResult(b)");
  await lab.ran();
  await lab.addFault("drop call#2");
  await lab.exportButton().click();
  await expect(page.getByRole("region", { name: "Export" })).toBeVisible();
  await lab.ran();
}

async function useLesson(page: Page): Promise<void> {
  for (let step = 2; step <= 3; step++) {
    await page.getByRole("button", { name: /^Next/ }).last().click();
    await drawn(page);
  }
  await page.getByRole("radio").first().check();
  await page.getByRole("button", { name: "Compare with ours" }).click();
  await expect(page.locator(".reply h4")).toBeVisible();
}

async function usePapers(page: Page): Promise<void> {
  for (const place of ["/papers/firefly/table-ix", "/papers/firefly/claims", "/papers/cedar"]) {
    await page.evaluate((hash) => void (location.hash = hash), place);
    await drawn(page);
  }
}

/** A place, what a reader does there, a sign that it was done, and how the page is translated meanwhile. */
const USES: readonly [string, (page: Page, lab: Lab) => Promise<void>, RegExp, Manner][] = [
  ["/bench/firefly/null?calls=5&hide=chart,model", useBench, /MaxResult\(b\)/, "fonts"],
  ["/lesson/where-2-66-ms-go", useLesson, /3 of 7.*Not right/, "merged"],
  ["/papers/firefly", usePapers, /Implementing Remote Procedure Calls/, "around"],
];

for (const [at, acts, shows, manner] of USES) {
  test(
    `${at} says the same after the same acts, translated in the manner “${manner}” or not`,
    at.startsWith("/lesson") ? {} : AUDIT,
    async ({ page, lab }) => {
      await goThere(page, lab, at);
      await acts(page, lab);
      const plain = await mainText(page);
      expect(plain).toMatch(shows);
      await forget(page);
      await page.goto("about:blank");
      await goThere(page, lab, at);
      await translatePage(page, manner);
      expect(await page.locator("main font").count()).toBeGreaterThan(20);
      await acts(page, lab);
      await expect.poll(() => mainText(page)).toBe(plain);
    },
  );
}

/** Changes an element as React does, at random, between passes of the translator. Gives the first wrong text. */
async function changeAtRandom(rounds: number): Promise<string | null> {
  let state = 1;
  const below = (limit: number): number => (state = (state * 48_271) % 0x7fffffff) % limit;
  for (let round = 0; round < rounds; round++) {
    const parent = document.body.appendChild(document.createElement("p"));
    const children: Node[] = [];
    for (let act = 0; act < 12; act++) {
      const at = below(children.length + 1);
      const old = children[at];
      const text = document.createTextNode(` ${round}.${act} `);
      const child: Node = below(3) === 0 ? document.createElement("b") : text;
      if (child !== text) child.appendChild(text);
      if (old === undefined) children.push(parent.appendChild(child));
      else if (below(3) === 0) children.splice(at, 0, parent.insertBefore(child, old));
      else if (below(2) === 0) parent.removeChild(children.splice(at, 1)[0] ?? old);
      else if (old instanceof Text) old.nodeValue = text.data;
      else old.textContent = text.data;
      await Promise.resolve(); // a translator has tasks of its own
      if (below(2) === 0) globalThis.translateNow();
      await Promise.resolve();
      const right = children.map((node) => node.textContent).join("");
      if (parent.textContent !== right) return `round ${round}, act ${act}: “${parent.textContent}”, not “${right}”`;
    }
    parent.remove();
  }
  return null;
}

for (const manner of MANNERS) {
  test(
    `changes at random are seen in a page that is translated in the manner “${manner}”`,
    manner === "fonts" ? {} : AUDIT,
    async ({ page }) => {
      await goTo(page, "/reference/keys");
      await translatePage(page, manner);
      expect(await page.evaluate(changeAtRandom, 60)).toBeNull();
    },
  );
}

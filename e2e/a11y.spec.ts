/**
 * What the access report claims and no other test holds: the way of the Tab key, the head, spacing, notes, the tree of
 * a run. And axe finds nothing on a phone with its menu open, nor while a long run is going: other states are in
 * places.spec.ts.
 */
import type { Page } from "@playwright/test";
import { axeProblems } from "./axe.ts";
import { expect, test, THEMES } from "./lab.ts";
import { AUDIT, BENCHES, drawn, goTo, LESSON_STEPS, LOOKED_AT_PAPERS, LOOKS_AT_ALL } from "./places.ts";
import { atPlace, enter } from "./states.ts";
import { badTexts } from "./text-boxes.ts";

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 3200 }, hasTouch: true });
  test("axe finds nothing on the places in one column, with their docks and menus", async ({ page }) => {
    const [lesson = "", bench = "", paper = ""] = [LESSON_STEPS[1], BENCHES[0], LOOKED_AT_PAPERS[1]];
    const others = [
      paper,
      "/reference/protocols?entry=tcp",
      "/write/2",
      "/numbers",
      "/capture?example=twice",
      "/traces?example=chain",
    ];
    for (const place of ["/", lesson, bench, ...(LOOKS_AT_ALL ? others : [])]) {
      await enter(page, atPlace(place));
      // The menu is the same everywhere: opened on the first page, closed on the next, whose buttons its edge may cut.
      if (place === "/" || place === lesson) await page.getByRole("button", { name: "Menu", exact: true }).tap();
      // Its colours are those of the same place on a desk, which places.spec.ts looks at in both themes.
      expect.soft(await axeProblems(page, LOOKS_AT_ALL ? THEMES : ["light"]), place).toEqual([]);
    }
  });
});

test("axe finds nothing while a long run is going, light and dark", AUDIT, async ({ lab, page }) => {
  await lab.open();
  await lab.field("Calls").fill("100000");
  await lab.field("Calls").press("Enter");
  await expect(page.getByRole("progressbar", { name: "Running the calls" })).toBeVisible();
  await expect(page.locator(".stale").first()).toHaveCSS("opacity", "0.4"); // it fades in only after a while
  expect(await axeProblems(page)).toEqual([]);
});

/** A place of each kind. */
const KINDS = [
  "/",
  "/lesson/where-2-66-ms-go?step=2",
  "/bench/firefly/null",
  "/papers/firefly/table-i",
  "/reference/access",
  "/numbers",
  "/capture",
];

/** The element with the focus: its place in the page, its box, and whether something covers all of it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement || at instanceof SVGElement) || at === document.body) return null;
    const box = at.matches("input[type=radio], input[type=checkbox]") ? (at.closest("label") ?? at) : at;
    const { outlineStyle, boxShadow } = getComputedStyle(at);
    const { left, top, width, height } = box.getBoundingClientRect();
    const before = at.style.pointerEvents;
    at.style.pointerEvents = "auto"; // a figure takes the pointer for what can be taken hold of in it
    const isHit = [0.1, 0.5, 0.9].some((share) => {
      const hit = document.elementFromPoint(left + width * share, top + height / 2);
      return hit !== null && (box.contains(hit) || hit.contains(box));
    });
    at.style.pointerEvents = before;
    return {
      place: [...document.querySelectorAll("*")].indexOf(at),
      name: `${at.tagName} ${at.getAttribute("class") ?? ""} ${at.textContent.slice(0, 40)}`,
      isOutlined: outlineStyle !== "none" || boxShadow !== "none",
      isCovered: !isHit,
      clip: { x: Math.max(0, left - 12), y: Math.max(0, top - 12), width: width + 24, height: height + 24 },
    };
  });

/** Whether it looks otherwise without the focus: a slider marks its thumb, which has no style that can be asked for. */
async function looksFocused(
  page: Page,
  clip: NonNullable<Awaited<ReturnType<typeof focused>>>["clip"],
): Promise<boolean> {
  const shot = (): Promise<Buffer> => page.screenshot({ clip, animations: "disabled" });
  const before = await shot();
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  return !before.equals(await shot());
}

/** More stops than a place has. */
const MOST_STOPS = 400;

test("every stop of the Tab key is seen, nothing covers it, and the last leads out of the page", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const place of KINDS) {
    await goTo(page, place);
    const wrong: string[] = [];
    const met = new Set<number>();
    for (let stops = 0; stops < MOST_STOPS; stops++) {
      await page.keyboard.press("Tab");
      const at = await focused(page);
      if (at === null || met.has(at.place)) break;
      met.add(at.place);
      if (at.isCovered) wrong.push(`covered: ${at.name}`);
      if (!at.isOutlined && !(await looksFocused(page, at.clip))) wrong.push(`not seen: ${at.name}`);
    }
    expect.soft(wrong, place).toEqual([]);
    expect.soft(met.size, place).toBeGreaterThan(8);
    expect.soft(met.size, place).toBeLessThan(MOST_STOPS);
  }
});

test("every place has the same head, a title of its own, and a way to help", async ({ page }) => {
  const heads = new Set<string>();
  const titles = new Set<string>();
  for (const place of KINDS) {
    await goTo(page, place);
    const head = page.getByRole("banner");
    heads.add(
      await head
        .getByRole("link")
        .or(head.getByRole("button", { name: /Find|Help/ }))
        .allInnerTexts()
        .then((all) => all.join("|")),
    );
    titles.add(await page.title());
  }
  expect([...heads]).toHaveLength(1);
  expect([...heads][0]).toMatch(/Help/);
  expect(titles.size).toBe(KINDS.length);
});

/** The spacing of WCAG 1.4.12, in all but figures. */
const SPACED = `
  *:not(svg, svg *) {
    line-height: 1.5 !important;
    letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important;
  }
  p { margin-bottom: 2em !important }`;

test("no text is cut or covered with the spacing that a reader may set", async ({ page }) => {
  for (const place of KINDS) {
    await goTo(page, place);
    await page.addStyleTag({ content: SPACED });
    await drawn(page);
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 720 });
      await drawn(page);
      expect.soft(await badTexts(page), `${place} at ${width}`).toEqual([]);
    }
  }
});

test("a note on a word comes with the focus, stays under the pointer, and goes with Escape", async ({ lab, page }) => {
  await lab.open("firefly/null");
  const row = page.getByRole("grid").locator("tr:focus");
  const note = page.locator("#term-note");
  await page.getByRole("grid").locator("tbody tr[tabindex='0']").focus();
  await expect(async () => {
    await page.keyboard.press("ArrowDown"); // to a row with a paper’s word; notes come when the page is at rest
    await expect(note).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(row).toHaveAttribute("aria-describedby", "term-note");
  await note.hover();
  await expect(note).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(note).toHaveCount(0);
});

test("a run is told as a tree of packets and steps with their cost, and as sentences", async ({ lab, page }) => {
  await lab.open("firefly/null?calls=2");
  const events = page.getByRole("region", { name: "Events", exact: true });
  await events.getByRole("button", { name: "Tree" }).press("Enter");
  const tree = events.getByRole("tree", { name: "Calls, packets and steps" });
  await expect(tree.getByRole("treeitem").first()).toHaveText(
    /^Call 1 returns after 2,\d{3}\.\d\sµs\. 2 packets, \d+ steps\.\s*$/,
  );
  await lab.tabTo(tree.getByRole("treeitem").first());
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  const step = tree.locator("[role=treeitem]:focus");
  await expect(step).toHaveAttribute("aria-level", "3");
  await expect(step).toHaveText(/, .+: \d+(\.\d+)?\sµs\s*$/);
  await page.keyboard.press("Enter");
  await expect(step).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowLeft");
  await expect(step).toHaveText(/^Call packet, caller to server: .+ on the wire, then \d+ steps, /);
  expect(await axeProblems(page, ["light"])).toEqual([]);
  await events.getByRole("button", { name: "Story" }).press("Enter");
  const story = events.getByRole("region", { name: /^Events of call 1/ });
  await expect(story).toContainText("The call packet goes from the caller to the server.");
  expect(await axeProblems(page, ["light"])).toEqual([]);
});

test("a lesson tells its run in words behind Tools, and not while a part of it is covered", async ({ page }) => {
  const words = page.getByRole("button", { name: "In words" });
  await goTo(page, "/lesson/where-2-66-ms-go?step=2"); // the door of the tools stands open
  const story = page.getByRole("region", { name: /^Events of call 1/ });
  await words.press("Enter");
  await expect(page.getByText("These words would give the answer away.")).toBeVisible();
  await expect(story).toHaveCount(0);
  await page.getByRole("button", { name: "No idea" }).click();
  await expect(story).toContainText("The call packet goes from the caller to the server.");
});

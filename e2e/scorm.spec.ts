/** Lessons in learning platforms: killed and resumed, on another origin, with a lost network, and at the end. */
import type { FrameLocator, Page } from "@playwright/test";
import { LESSONS } from "../lessons/course.ts";
import { expect, test } from "./lab.ts";
import { AUDIT, WRITTEN } from "./places.ts";
import { RecordStore, ScormPlayer, serveFiles, unpacked } from "./player.ts";

type Kind = "scorm12" | "scorm2004";

const steps = (frame: FrameLocator) => frame.getByRole("navigation", { name: "Steps" });
const NAMES = {
  scorm12: { state: "cmi.suspend_data", score: "cmi.core.score.raw", status: "cmi.core.lesson_status" },
  scorm2004: { state: "cmi.suspend_data", score: "cmi.score.raw", status: "cmi.completion_status" },
} as const;

/** Goes to each step, is killed there, and comes back to the same step with the same words and answers. */
async function killedAtEachStep(
  page: Page,
  player: ScormPlayer,
  kind: Kind,
  slug: string,
  most: number,
): Promise<void> {
  const count = Math.min(WRITTEN.find((one) => one.slug === slug)?.steps.length ?? 0, most);
  const frame = page.frameLocator("iframe");
  const states: string[] = [];
  await page.goto(`${player.url}/?lesson=${slug}`);
  for (let step = 1; step <= count; step++) {
    await expect(steps(frame)).toContainText(`${step} of`);
    const article = frame.getByRole("article");
    const noIdea = frame.getByRole("button", { name: "No idea" }).first();
    await expect.poll(() => JSON.stringify(player.cmi)).toContain(`location":"${step}"`);
    const before = player.cmi[NAMES[kind].state];
    if (await noIdea.isVisible()) {
      await noIdea.click();
      await expect(noIdea, "the reply stands in its place").toBeHidden();
      await expect.poll(() => player.cmi[NAMES[kind].state]).not.toBe(before); // it is sent a little later
    }
    const { cmi } = player;
    // The goals of a checkpoint are measured meanwhile.
    await expect(article.getByRole("cell", { name: "…", exact: true })).toHaveCount(0);
    const words = await article.textContent();
    states.push(String(cmi[NAMES[kind].state]));
    player.isKilled = true;
    await page.goto("about:blank");
    player.isKilled = false;
    await page.goto(`${player.url}/?lesson=${slug}`);
    await expect(steps(frame), `step ${step} after the kill`).toContainText(`${step} of`);
    await expect.poll(() => article.textContent()).toBe(words);
    if (step < count) await article.getByRole("button", { name: "Next", exact: true }).click();
  }
  for (const state of states) expect(state.length).toBeLessThanOrEqual(4000);
}

for (const kind of ["scorm12", "scorm2004"] as const) {
  test(`${kind}: a lesson is killed at a step and goes on there, and the platform hears its score`, async ({
    page,
  }) => {
    const player = new ScormPlayer();
    await player.start(kind, await unpacked(kind, ["more-threads"]), kind === "scorm2004");
    await killedAtEachStep(page, player, kind, "more-threads", 2);
    expect(player.cmi).toMatchObject({ [NAMES[kind].status]: "incomplete" });
    expect(Number(player.cmi[NAMES[kind].score])).toBe(20); // one of five questions is answered
    // The network is lost: what is answered meanwhile is sent when it is back.
    const frame = page.frameLocator("iframe");
    player.isLost = true;
    await frame.getByRole("article").getByRole("button", { name: "Next", exact: true }).click();
    await expect(frame.getByText("The learning platform has not taken your last answers.")).toBeVisible();
    player.isLost = false;
    await expect.poll(() => JSON.stringify(player.cmi), { timeout: 30_000 }).toContain('location":"3"');
    await expect(frame.getByText("The learning platform has not taken your last answers.")).toBeHidden();
    player.stop();
  });
}

test("cmi5: a lesson says to the record store what was done, and goes on from its state", async ({ page }) => {
  const store = new RecordStore();
  await store.start();
  const { url, server } = await serveFiles(await unpacked("cmi5", ["more-threads"]), "/au/", "localhost");
  await page.goto(`${url}/au/lesson-more-threads.html?${store.launchQuery()}`);
  const article = page.getByRole("article");
  await article.getByRole("button", { name: "Next", exact: true }).click();
  await expect.poll(() => store.state ?? "").toContain('"state":"1.');
  const before = store.state;
  await page.getByRole("button", { name: "No idea" }).click();
  await expect.poll(() => store.state).not.toBe(before);
  await page.goto("about:blank");
  await expect.poll(() => store.verbs()).toEqual(["initialized", "terminated"]);
  await page.goto(`${url}/au/lesson-more-threads.html?${store.launchQuery()}`);
  await expect(page.getByRole("navigation", { name: "Steps" })).toContainText("2 of 6");
  await expect(page.getByText("You committed: no idea.")).toBeVisible();
  expect(store.refused).toEqual([]);
  store.stop();
  server.close();
});

test("a zip for any server opens under a path, keeps no service worker, and says what a disk cannot do", async ({
  page,
}) => {
  const { url, server } = await serveFiles(await unpacked("offline", ["xdr"]), "/some/where/", "localhost");
  const asked: string[] = [];
  page.on("requestfailed", (request) => asked.push(request.url()));
  page.on("response", (response) => {
    if (!response.ok()) asked.push(response.url());
  });
  await page.goto(`${url}/some/where/index.html`);
  await expect(page.getByRole("article")).toBeVisible();
  await expect(page.getByRole("region", { name: "Stage" }).getByText("transaction identifier")).toBeVisible();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(asked).toEqual([]);
  server.close();
});

for (const { slug } of LESSONS) {
  for (const kind of ["scorm12", "scorm2004"] as const) {
    test(`${kind}: ${slug} is killed at every step and goes on there`, AUDIT, async ({ page }) => {
      const player = new ScormPlayer();
      await player.start(kind, await unpacked(kind, [slug]), kind === "scorm12");
      await killedAtEachStep(page, player, kind, slug, 99);
      player.stop();
    });
  }
}

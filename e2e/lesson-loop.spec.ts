/** The loop of a lesson: three replies to wrong answers, questions from memory, numbers that lead to their sources. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./lab.ts";
import { heldBy } from "./places.ts";

const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });
const WHERE = "where-2-66-ms-go";

async function openLesson(page: Page, slug: string, step = 1): Promise<void> {
  await page.goto(`./#/lesson/${slug}${step === 1 ? "" : `?step=${step}`}`);
  await expect(page.getByRole("navigation", { name: "Steps" })).toContainText(new RegExp(`\\b${step} of [678]\\b`));
  await expect(page.locator(".stage .hero > *").first()).toBeVisible();
}

async function guess(page: Page, value: number, low: number, high: number): Promise<void> {
  await page.getByLabel("My guess").fill(String(value));
  await page.getByLabel("between", { exact: true }).fill(String(low));
  await page.getByLabel("and", { exact: true }).fill(String(high));
  await page.getByRole("button", { name: /^(Commit|Answer again)$/ }).click();
}

const playhead = (page: Page): Promise<string | null> =>
  page.getByRole("slider", { name: "Playhead" }).getAttribute("aria-valuetext");

/** Answers the question that is shown with its nth option, from 0. */
async function answer(region: Locator, option: number): Promise<void> {
  await region.getByRole("radio").nth(option).check();
  await region.getByRole("button", { name: "Answer", exact: true }).click();
}

test("a wrong number is met three times: by its reasoning, bar by bar, by the answer and a variant", async ({
  lab,
  page,
}) => {
  expect(lab.complaints).toEqual([]);
  await openLesson(page, WHERE, 2);
  const predict = page.getByRole("region", { name: "Your prediction" });
  await guess(page, 50, 30, 70);
  await expect(predict.locator(".verdict")).toHaveText("Too high");
  await expect(predict).toContainText("A network feels slow");
  await expect.poll(() => playhead(page)).toMatch(/^574\.0 µs/); // the stage has gone to the call packet
  await expect(page.getByLabel("My guess")).toHaveValue("50"); // question, answer and scale stay
  await expect(predict.getByRole("img", { name: "Your guess is 50 %" })).toBeVisible();
  await guess(page, 1, 0.5, 2);
  await expect(predict.locator(".verdict")).toHaveText("Too low");
  await expect(predict.locator("dl.bars dt")).toHaveText(["Software", "Buses, controllers", "Wire", "One wake-up"]);
  await predict.getByRole("button", { name: /^2,094 µs, computed here/ }).click();
  await expect(predict.getByRole("note")).toContainText("All listed steps except buses, controllers and wire");
  await guess(page, 20, 10, 30);
  await expect(predict).toContainText("missed it. Your guess is 11 times too high");
  await expect(predict).toContainText("Then: 1\u202f%, 4.5 times too low; then 20\u202f%, 4.4 times too high.");
  await expect(predict).toContainText("A similar question");
  await answer(predict, 0);
  await expect(predict).toContainText("Then the wire would take half of the call");
  await page.getByText("Your answers").click();
  await expect(page.getByText("Your interval did not contain the true value.")).toBeVisible();
  await expect(page.getByText("You chose “the wire dominates” in 3 of 4 questions about it")).toBeVisible();
});

test(
  "an interval that holds the truth and no wrong belief is a hit, however far the guess is off",
  heldBy("lessons/verdict.test.ts", "app/words/bound-text.test.ts"),
  async ({ lab, page }) => {
    expect(lab.complaints).toEqual([]);
    await openLesson(page, WHERE, 2);
    await guess(page, 8, 3, 9);
    await expect(page.getByText("contains the true value. Your guess is 1.8 times too high.")).toBeVisible();
    await page.getByText("Your answers").click();
    await expect(page.getByText("Your interval contained the true value.")).toBeVisible();
  },
);

test("hints come on request or after two failures, then the solution and a variant", async ({ lab, page }) => {
  expect(lab.complaints).toEqual([]);
  await openLesson(page, WHERE, 6);
  const hints = page.getByRole("list", { name: "Hints" });
  await expect(hints.getByRole("listitem")).toHaveCount(0);
  const speed = page.getByRole("textbox", { name: "Network speed", exact: true });
  for (const value of ["1", "5"]) {
    await speed.fill(value);
    await button(page, "Submit").click();
    await expect(page.locator(".checkpoint .verdict").filter({ hasText: /^Not yet$/ })).toBeVisible();
  }
  await expect(hints.getByRole("listitem")).toHaveCount(1);
  await button(page, "Hint").click();
  await expect(hints.getByRole("listitem")).toHaveCount(2);
  await button(page, "Solution").click();
  const checkpoint = page.getByRole("region", { name: "Checkpoint" });
  await expect(checkpoint).toContainText("without preamble and checksum");
  await answer(checkpoint, 1);
  await expect(checkpoint).toContainText("The wire takes no longer than that from about");
  await checkpoint
    .getByRole("link", { name: /^Wake up RPC thread|^QBus|^Transmission/ })
    .first()
    .click();
  await expect(page).toHaveURL(/#\/bench\/firefly\/null\?calls=1&networkMbps=5$/);
});

test("a lesson asks two from memory about the one before, keeps what it asked, and the part ends with five", async ({
  lab,
  page,
}) => {
  expect(lab.complaints).toEqual([]);
  await openLesson(page, "more-threads");
  await expect(page.getByText("You have not done Where 2.66 ms go in this browser.")).toBeVisible();
  await openLesson(page, WHERE);
  await expect(page.getByRole("complementary", { name: "Before you begin" })).toBeVisible();
  await expect(page.getByText("A lesson opens with two questions from memory. You have not done")).toBeVisible();
  await openLesson(page, "more-threads");
  const memory = page.getByRole("region", { name: "From memory", exact: true });
  await expect(memory).toContainText("From memory, 1 of 2: about Where 2.66 ms go");
  await answer(memory, 0);
  await expect(memory).toContainText("Not right");
  await page.reload();
  await expect(memory).toContainText("From memory, 2 of 2");
  await answer(memory, 1);
  await expect(memory).toContainText("You answered 1 of 2 right from memory. The others come again two lessons later.");
  await memory.getByRole("button", { name: /^600 ms, in the paper/ }).click();
  await expect(memory.getByRole("link", { name: "In its table" })).toBeVisible();
  await openLesson(page, "fewer-processors", 7);
  await page.getByRole("article").getByRole("button", { name: "Finish" }).click();
  const ending = page.getByRole("region", { name: "The end of Firefly: questions from memory" });
  for (let question = 1; question <= 5; question++) {
    await expect(ending).toContainText(`, ${question} of 5: about `);
    await answer(ending, 1);
    if (question < 5) await ending.getByRole("button", { name: "Next question" }).click();
  }
  await expect(ending).toContainText(/\d of 5 right from memory\./);
  await page.goto("./#/");
  await expect(
    page.getByText("five questions from memory at the end of Fewer processors: 5 of 5 answered."),
  ).toBeVisible();
});

test("a number of the text leads to its cell, its function and its run, and a sum to its parts", async ({
  lab,
  page,
}) => {
  await openLesson(page, WHERE, 2);
  await button(page, "No idea").click();
  await openLesson(page, WHERE, 3);
  const article = page.getByRole("article");
  await article.getByRole("button", { name: /^2,514 µs, model/ }).click();
  await article.getByRole("link", { name: "In the model’s text" }).click();
  await expect(page.getByRole("button", { name: /^null_us, line \d+$/ })).toBeVisible();
  await expect(page.locator(".cm-activeLine")).toContainText("def null_us(");
  await openLesson(page, WHERE, 4);
  await article.getByRole("button", { name: /^3,090 µs, computed here/ }).click();
  await article
    .getByRole("note")
    .getByRole("link", { name: /Transmission time on Ethernet: 1514-byte/ })
    .click();
  const row = page.locator("tr.pointed");
  await expect(row).toContainText("Transmission time on Ethernet");
  await expect(row).toContainText("1,230");
  await expect(row).toBeInViewport();
  await expect(page.locator(".cellnote")).toContainText("Column: 1514-byte packet");
  await openLesson(page, WHERE, 5);
  await button(page, "Lose one result in a hundred, by chance").click();
  await article.getByRole("button", { name: /^8\.55 ms, simulated/ }).click();
  await article.getByRole("link", { name: "On the bench" }).click();
  await lab.ran();
  await expect(page.getByRole("button", { name: "Latency, mean, simulated." })).toHaveText(/^8\.5/);
  await openLesson(page, WHERE, 7);
  await article.getByText("What else does not fit").click();
  await article.getByRole("button", { name: /^Erratum E-F12/ }).click();
  await article.getByRole("link", { name: "With its computation" }).click();
  await expect(page.locator("li.pointed")).toContainText("E-F12");
  await expect(page.locator("li.pointed")).toBeInViewport();
});

test("a published quantity is answered by no run that is of something else", async ({ lab, page }) => {
  expect(lab.complaints).toEqual([]);
  await openLesson(page, WHERE, 5);
  await button(page, "Lose the result").click();
  const article = page.getByRole("article");
  await article.getByRole("button", { name: /^600 ms, in the paper/ }).click();
  await expect(article.getByRole("note")).toContainText("In its table");
  await expect(article.getByRole("button", { name: "Run it here" })).toHaveCount(0);
});

test(
  "every number of the figures opens its source: chart, waterfall, use, answers",
  heldBy("app/papers/at.test.ts", "e2e/lesson-loop.spec.ts"),
  async ({ lab, page }) => {
    await openLesson(page, "more-threads", 2);
    await button(page, "No idea").click();
    await openLesson(page, "more-threads", 3);
    await button(page, "How busy each resource was").click();
    await page.getByRole("button", { name: /^52 %, Ethernet, simulated/ }).click();
    const use = page.getByRole("region", { name: "How busy each resource was" });
    await expect(use.getByRole("note")).toContainText(/busy for .* of this run, seed 1, trace [0-9a-f]{16}/);
    await openLesson(page, "more-threads", 2);
    const chart = page.getByRole("region", { name: "Chart" });
    const grip = chart.getByRole("slider", { name: /^The run’s place in the chart/ });
    await grip.focus();
    for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    await expect(grip).toHaveAttribute("aria-valuenow", "4");
    for (const [kind, link] of [
      ["paper", "In its table"],
      ["simulated", "On the bench"],
    ] as const) {
      await chart.getByRole("button", { name: new RegExp(`Mbit/s at 4, ${kind}\\. Where from$`) }).click();
      await expect(chart.getByRole("note").getByRole("link", { name: link })).toBeVisible();
    }
    await chart.getByRole("note").getByRole("link").click();
    await lab.ran();
    await expect(page).toHaveURL(/firefly\/max-result\?threads=4&calls=400$/);
    await lab.open("firefly/null");
    const waterfall = page.getByRole("region", { name: "Waterfall" });
    await waterfall.getByRole("button", { name: /^2,661 µs: Measured/ }).click();
    await waterfall.getByRole("note").getByRole("link", { name: "In its table" }).click();
    await expect(page.locator("tr.pointed")).toContainText("26.61");
    await page.goBack();
    await lab.ran();
    await page.getByRole("button", { name: "Latency, mean, model." }).click();
    await page.locator(".answers .address").getByRole("link", { name: "In the model’s text" }).click();
    await expect(page.locator(".cm-activeLine")).toContainText("def null_us(");
  },
);

/** Every lesson finished by keyboard alone, and by touch on a phone. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./lab.ts";
import { button, finger, keyboard, on, openLesson, passed, type Hands } from "./hands.ts";
import { AUDIT } from "./places.ts";

async function finishWhere(page: Page, hands: Hands): Promise<void> {
  await openLesson(page, "where-2-66-ms-go");
  await on(page, hands, 2);
  await expect(page.getByText("The rest of the call is covered until you commit.")).toBeVisible();
  await hands.type(page.getByLabel("My guess"), "50");
  await hands.type(page.getByLabel("between", { exact: true }), "30");
  await hands.type(page.getByLabel("and", { exact: true }), "70");
  await hands.press(button(page, "Commit"));
  await expect(page.getByText("A network feels slow")).toBeVisible();
  await expect(page.getByText("covered until you commit.")).toHaveCount(0);
  await hands.press(button(page, "Show the answer"));
  await expect(page.getByText("missed it. Your guess is 11 times too high")).toBeVisible();
  await on(page, hands, 3);
  await hands.type(page.getByLabel("Or in your own words"), "Software that hands a packet on.");
  await hands.press(button(page, "Compare with ours"));
  await on(page, hands, 4);
  await on(page, hands, 5);
  await hands.press(button(page, "Lose the result"));
  await expect(page.getByText("Both machines wait, and each has a timer")).toBeVisible();
  await on(page, hands, 6);
  const speed = page.getByRole("textbox", { name: "Network speed", exact: true });
  await hands.type(speed, "2.7");
  await hands.press(button(page, "Submit"));
  await expect(page.getByText("passes too, so your value is not the limit.")).toBeVisible();
  await expect(page.getByText("The table alone gives this answer")).toBeVisible();
  await hands.type(speed, "3.1");
  await hands.press(button(page, "Submit"));
  await expect(page.getByText("fails, so your value is the limit.")).toBeVisible();
  await on(page, hands, 7);
}

async function finishThreads(page: Page, hands: Hands, draw: () => Promise<void>): Promise<void> {
  await openLesson(page, "more-threads");
  await on(page, hands, 2);
  await draw();
  await hands.press(button(page, "Commit"));
  await hands.press(button(page, "Show the answer"));
  await expect(page.getByRole("table", { name: "Your curve and the published one" })).toBeVisible();
  await expect(page.getByText("you drew")).toBeAttached();
  await on(page, hands, 3);
  await on(page, hands, 4);
  await on(page, hands, 5);
  await hands.type(page.getByRole("textbox", { name: "Network speed", exact: true }).first(), "100");
  await hands.press(button(page, "Submit"));
  await expect(page.locator(".verdict", { hasText: /^Passed$/ })).toBeVisible();
  await on(page, hands, 6);
}

const argument = (page: Page, part: number): Locator =>
  page.getByRole("textbox", { name: /^Argument to \w+ callees$/ }).nth(part);

async function finishParallel(page: Page, hands: Hands, draw: () => Promise<void>): Promise<void> {
  await openLesson(page, "parallel-or-serial");
  await on(page, hands, 2);
  await draw();
  await expect(page.getByText(/^they cross at /)).toBeAttached();
  await hands.press(button(page, "Commit"));
  await expect(page.getByText("The order is right, but your crossing is too late")).toBeVisible();
  await hands.press(button(page, "Show the answer"));
  await expect(page.getByText("The paper’s curves cross at")).toBeVisible();
  await on(page, hands, 3);
  await on(page, hands, 4);
  await on(page, hands, 5);
  await hands.press(button(page, "It fails in the chain"));
  await expect(page.getByText("the call never reaches the callees behind the third")).toBeVisible();
  await on(page, hands, 6);
  for (const [part, sizes] of [
    [0, ["32768", "18432"]],
    [1, ["16384"]],
  ] as const) {
    for (const size of sizes) {
      await hands.type(argument(page, part), size);
      await hands.press(button(page, "Submit").nth(part));
    }
    await expect(passed(page)).toHaveCount(part + 1);
  }
  await on(page, hands, 7);
}

async function finishCallback(page: Page, hands: Hands): Promise<void> {
  await openLesson(page, "callback");
  await on(page, hands, 2);
  await hands.type(page.getByLabel("My guess"), "5");
  await hands.type(page.getByLabel("between", { exact: true }), "4");
  await hands.type(page.getByLabel("and", { exact: true }), "8");
  await hands.press(button(page, "Commit"));
  await expect(page.getByText("if a dead machine could say that it is dead")).toBeVisible();
  await hands.press(button(page, "Show the answer"));
  await expect(page.getByText("missed it. Your guess is 37 times too low")).toBeVisible();
  await on(page, hands, 3);
  await expect(page.getByText("MultiRPC waits for them together")).toBeVisible();
  await on(page, hands, 4);
  await hands.press(button(page, "Show a simple call"));
  await on(page, hands, 5);
  await hands.press(button(page, "Crash it after one second"));
  await expect(page.getByText("RPC2 trusts BUSY for a minute")).toBeVisible();
  await on(page, hands, 6);
  const limit = page.getByRole("textbox", { name: "Time limit", exact: true });
  await hands.type(limit, "1000");
  await hands.press(button(page, "Submit"));
  await expect(page.locator(".verdict", { hasText: /^Not yet$/ })).toBeVisible();
  await hands.type(limit, "2500");
  await hands.press(button(page, "Submit"));
  await expect(passed(page)).toBeVisible();
  await on(page, hands, 7);
}

async function finishCeiling(page: Page, hands: Hands, draw: () => Promise<void>): Promise<void> {
  await openLesson(page, "ceiling");
  await on(page, hands, 2);
  await draw();
  await hands.press(button(page, "Commit"));
  await expect(page.getByText("You count a hundred servers at work")).toBeVisible();
  await hands.press(button(page, "Show the answer"));
  await expect(page.getByRole("table", { name: "Your curve and the published one" })).toBeVisible();
  await expect(page.getByText("you drew")).toBeAttached();
  // Its sweep has run.
  await expect(page.getByText("simulated", { exact: true }).first()).toBeVisible();
  await on(page, hands, 3);
  await expect(page.getByText("Its authors measured")).toBeVisible();
  await on(page, hands, 4);
  await hands.press(button(page, "Servers compute for more time"));
  await on(page, hands, 5);
  await hands.press(button(page, "Handler works five milliseconds"));
  await expect(page.getByText("model’s ceiling falls to")).toBeVisible();
  await on(page, hands, 6);
  await hands.press(button(page, "Halve the cost of sending"));
  await expect(page.getByText("If a request costs half of that")).toBeVisible();
  await on(page, hands, 7);
  const computation = page.getByRole("textbox", { name: "Computation at each server", exact: true });
  await hands.type(computation, "44");
  await hands.press(button(page, "Submit"));
  await expect(page.getByText("That is right by the components")).toBeVisible();
  await hands.type(computation, "35");
  await hands.press(button(page, "Submit"));
  await expect(page.getByText("fails, so your value is the limit.")).toBeVisible();
  await on(page, hands, 8);
}

async function finishRelay(page: Page, hands: Hands): Promise<void> {
  await openLesson(page, "relay");
  await on(page, hands, 2);
  await hands.type(page.getByLabel("My guess"), "7");
  await hands.type(page.getByLabel("between", { exact: true }), "5");
  await hands.type(page.getByLabel("and", { exact: true }), "10");
  await hands.press(button(page, "Commit"));
  await expect(page.getByText("Perhaps you let the hops overlap")).toBeVisible();
  await hands.press(button(page, "Show the answer"));
  await expect(page.getByText("missed it. Your guess is 2 times too low")).toBeVisible();
  await on(page, hands, 3);
  await expect(page.getByText("For seven callees the model says")).toBeVisible();
  await hands.press(button(page, "Make relaying free"));
  await expect(page.getByText("With relays that cost nothing")).toBeVisible();
  await on(page, hands, 4);
  await hands.press(button(page, "Pass results on as they come"));
  await expect(page.getByText("whole bundles cause the square")).toBeVisible();
  await on(page, hands, 5);
  const slow = page.getByRole("textbox", { name: "Slow callee", exact: true });
  await hands.type(slow, "3");
  await hands.press(button(page, "Submit"));
  await expect(page.getByText("Nearly. The third callee has")).toBeVisible();
  await hands.type(slow, "2");
  await hands.press(button(page, "Submit"));
  await expect(passed(page)).toBeVisible();
  await on(page, hands, 6);
}

test("2.1 is finished by keyboard alone, and B brings the stage back", AUDIT, async ({ lab, page }) => {
  const hands = keyboard(lab, page);
  await finishWhere(page, hands);
  await hands.press(page.getByRole("article").getByRole("button", { name: "Finish" }));
  await expect(page.getByRole("region", { name: "The end of the lesson" })).toBeVisible();
  await hands.press(button(page, "Parameters and faults"));
  await hands.type(page.getByRole("textbox", { name: "Caller threads", exact: true }), "3");
  await page.keyboard.press("Enter");
  await expect(button(page, "Back to the step")).toBeVisible();
  await lab.tabTo(button(page, "Parameters and faults"), 200);
  await page.keyboard.press("b");
  await expect(button(page, "Back to the step")).toHaveCount(0);
});

test("2.2 is finished by keyboard alone", AUDIT, async ({ lab, page }) => {
  test.slow();
  const hands = keyboard(lab, page);
  await finishThreads(page, hands, async () => {
    await lab.tabTo(page.getByRole("slider", { name: "1 caller threads" }), 200);
    await page.keyboard.press("PageUp");
    await page.keyboard.press("PageUp");
    await lab.tabTo(page.getByRole("slider", { name: "8 caller threads" }), 200);
    await page.keyboard.press("End");
  });
  await hands.press(page.getByRole("article").getByRole("button", { name: "Finish" }));
  await expect(page.getByRole("region", { name: "The end of the lesson" })).toBeVisible();
});

test("4.1 is finished by keyboard alone", AUDIT, async ({ lab, page }) => {
  test.slow();
  const hands = keyboard(lab, page);
  await finishCallback(page, hands);
  await hands.press(page.getByRole("article").getByRole("button", { name: "Finish" }));
  await expect(page.getByRole("region", { name: "The end of the lesson" })).toBeVisible();
});

test("4.2 is finished by keyboard alone", AUDIT, async ({ lab, page }) => {
  test.slow();
  const hands = keyboard(lab, page);
  await finishCeiling(page, hands, async () => {
    for (const [point, key] of [
      ["1 servers", "ArrowUp"],
      ["100 servers", "End"],
    ] as const) {
      await lab.tabTo(page.getByRole("slider", { name: point, exact: true }), 200);
      await page.keyboard.press(key);
    }
  });
  await hands.press(page.getByRole("article").getByRole("button", { name: "Finish" }));
  await expect(page.getByRole("region", { name: "The end of the lesson" })).toBeVisible();
});

test("5.1 is finished by keyboard alone, both its curves drawn point by point", AUDIT, async ({ lab, page }) => {
  test.slow();
  await finishParallel(page, keyboard(lab, page), async () => {
    for (const [point, key] of [
      ["Parallel, 8 KB", "End"],
      ["Parallel, 64 KB", "PageUp"],
      ["Serial, 8 KB", "ArrowUp"],
      ["Serial, 64 KB", "End"],
    ] as const) {
      await lab.tabTo(page.getByRole("slider", { name: point, exact: true }), 200);
      await page.keyboard.press(key);
    }
  });
  await keyboard(lab, page).press(page.getByRole("article").getByRole("button", { name: "Finish" }));
  await expect(page.getByRole("region", { name: "The end of the lesson" })).toBeVisible();
});

test("5.2 is finished by keyboard alone", AUDIT, async ({ lab, page }) => {
  test.slow();
  const hands = keyboard(lab, page);
  await finishRelay(page, hands);
  await hands.press(page.getByRole("article").getByRole("button", { name: "Finish" }));
  await expect(page.getByRole("region", { name: "The end of the lesson" })).toBeVisible();
});

test.describe("on a phone, by touch", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const finish = (page: Page): Promise<void> =>
    page.getByRole("group", { name: "Parts of the lesson" }).getByRole("button", { name: "Finish" }).tap();

  test("2.1 is finished", AUDIT, async ({ lab, page }) => {
    expect(lab.complaints).toEqual([]);
    await finishWhere(page, finger(page));
    await finish(page);
    await expect(page.getByRole("region", { name: "The end of the lesson" })).toBeVisible();
  });

  test("2.2 is finished, its curve tapped point by point", async ({ lab, page }) => {
    test.slow();
    expect(lab.complaints).toEqual([]);
    await finishThreads(page, finger(page), async () => {
      const pad = page.getByRole("group", { name: /one point for each value/ });
      await pad.scrollIntoViewIfNeeded();
      const { width, height } = (await pad.boundingBox()) ?? { width: 0, height: 0 };
      for (const [x, y] of [
        [0.12, 0.7],
        [0.5, 0.5],
        [0.95, 0.1],
      ] as const) {
        await pad.tap({ position: { x: x * width, y: y * height }, force: true });
      }
    });
    const readout = await page.locator(".chart-readout").boundingBox();
    expect(readout?.height, "what the chart reads takes a line or two").toBeLessThan(90);
    await finish(page);
    await expect(page.getByRole("region", { name: "The end of the lesson" })).toBeVisible();
  });

  test("4.1 is finished", AUDIT, async ({ lab, page }) => {
    test.slow();
    expect(lab.complaints).toEqual([]);
    await finishCallback(page, finger(page));
    await finish(page);
    await expect(page.getByRole("region", { name: "The end of the lesson" })).toBeVisible();
  });

  test("4.2 is finished, its curve tapped at both ends", AUDIT, async ({ lab, page }) => {
    test.slow();
    expect(lab.complaints).toEqual([]);
    await finishCeiling(page, finger(page), async () => {
      const pad = page.getByRole("group", { name: /one point for each value/ });
      await pad.scrollIntoViewIfNeeded();
      const { width, height } = (await pad.boundingBox()) ?? { width: 0, height: 0 };
      for (const [x, y] of [
        [0.12, 0.8],
        [0.95, 0.1],
      ] as const) {
        await pad.tap({ position: { x: x * width, y: y * height }, force: true });
      }
    });
    await finish(page);
    await expect(page.getByRole("region", { name: "The end of the lesson" })).toBeVisible();
  });

  test("5.1 is finished, both its curves tapped point by point", AUDIT, async ({ lab, page }) => {
    test.slow();
    expect(lab.complaints).toEqual([]);
    await finishParallel(page, finger(page), async () => {
      const pad = page.getByRole("group", { name: /one point of each curve for each value/ });
      for (const [pen, ends] of [
        ["Parallel", [0.6, 0.55]],
        ["Serial", [0.8, 0.1]],
      ] as const) {
        await page.locator(".pens label", { hasText: pen }).tap();
        await pad.scrollIntoViewIfNeeded();
        const { width, height } = (await pad.boundingBox()) ?? { width: 0, height: 0 };
        for (const [i, y] of ends.entries()) {
          await pad.tap({ position: { x: (i === 0 ? 0.12 : 0.95) * width, y: y * height }, force: true });
        }
      }
    });
    await finish(page);
    await expect(page.getByRole("region", { name: "The end of the lesson" })).toBeVisible();
  });

  test("5.2 is finished", AUDIT, async ({ lab, page }) => {
    test.slow();
    expect(lab.complaints).toEqual([]);
    await finishRelay(page, finger(page));
    await finish(page);
    await expect(page.getByRole("region", { name: "The end of the lesson" })).toBeVisible();
  });
});

test("answers outlive the page, and are forgotten on request", async ({ lab, page }) => {
  expect(lab.complaints).toEqual([]);
  await openLesson(page, "where-2-66-ms-go");
  await page.goto("./#/lesson/where-2-66-ms-go?step=2");
  await button(page, "No idea").click();
  await page.reload();
  await expect(page.getByText("You committed: no idea.")).toBeVisible();
  await page.getByText("Your answers").click();
  await button(page, "Forget this lesson’s").click();
  await button(page, "Yes, forget them").click();
  await expect(button(page, "Commit")).toBeVisible();
  await page.goto("./#/lesson/exactly-once?step=6");
  await page.getByLabel("Faults of the run").fill("crash server at 600us");
  await button(page, "Add").click();
  await button(page, "Submit").nth(1).click();
  const ran = page.locator(".part-check").nth(1);
  await expect(ran.getByRole("table").last()).toContainText("how often the procedure ran");
  await expect(ran).toContainText("Passed");
  await page.reload();
  await expect(ran).toContainText("Passed before");
});

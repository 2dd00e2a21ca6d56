/**
 * Links that ask for more than a run: in a frame, with parts hidden, from a lesson, at a step with its stage
 * changed.
 */
import type { FrameLocator, Locator, Page } from "@playwright/test";
import { expect, test } from "./lab.ts";
import { heldBy, LOOKS_AT_ALL } from "./places.ts";

const notices = (page: Page): Locator => page.getByRole("status", { name: "Notices" });
const figure = (at: Page | FrameLocator): Locator => at.getByRole("group", { name: "Timeline figure" });

/** A page of somebody else's that holds a place of ours in a frame. */
async function frameWith(page: Page, place: string, width = 900): Promise<FrameLocator> {
  await page.route("**/host.html", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><html lang="en"><title>A page of a teacher’s</title><h1>Read this</h1>
        <iframe src="./#${place}" width="${width}" height="700" title="Roundtrip"></iframe>`,
    }),
  );
  await page.goto("./host.html");
  return page.frameLocator("iframe");
}

test("the bench stands alone in a frame, works there, and leads to the whole of it as it is then", async ({
  lab,
  page,
  context,
}) => {
  expect(lab.complaints).toEqual([]);
  const frame = await frameWith(page, "/bench/firefly/null?threads=2&embed=1&hide=events");
  await expect(figure(frame)).toBeVisible();
  await expect(frame.getByRole("banner")).toHaveCount(0);
  await expect(frame.getByRole("navigation", { name: "Places" })).toHaveCount(0);
  await frame.getByRole("textbox", { name: "Caller threads", exact: true }).fill("3");
  await frame.getByRole("textbox", { name: "Caller threads", exact: true }).press("Enter");
  await expect(frame.getByText("3 by default")).toHaveCount(0);
  // The answers stand below the chart, which moves them when it comes.
  await expect(frame.locator(".chart:not(.pending)")).toBeVisible();
  await frame.getByRole("button", { name: "Latency, mean, measured." }).click();
  const opened = context.waitForEvent("page");
  await frame.getByRole("link", { name: "In its table" }).click();
  const table = await opened;
  await expect(table.getByRole("banner")).toBeVisible();
  await expect(table.locator("tr.pointed")).toBeVisible();
  await expect(figure(frame)).toBeVisible(); // a link of the frame leaves it standing
  const whole = context.waitForEvent("page");
  await frame.getByRole("link", { name: "Open the bench by itself" }).click();
  const site = await whole;
  await expect(site).toHaveURL(/#\/bench\/firefly\/null\?threads=3&hide=events$/);
  await expect(site.getByRole("banner")).toBeVisible();
});

test(
  "the stage of a step stands alone in a frame, and says where its covers are lifted",
  heldBy("app/setup/presentation.test.ts", "app/lesson/lesson-link.test.ts"),
  async ({ lab, page }) => {
    expect(lab.complaints).toEqual([]);
    const frame = await frameWith(page, "/lesson/more-threads?step=1&embed=1&hide=export,pin", 760);
    await expect(frame.getByRole("region", { name: "How busy each resource was" })).toBeVisible();
    await expect(frame.getByRole("article")).toHaveCount(0);
    await expect(frame.getByRole("button", { name: "The chart", exact: true })).toBeVisible();
    await expect(frame.getByRole("button", { name: "Export", exact: true })).toHaveCount(0);
    await expect(frame.getByRole("button", { name: "Parameters and faults", exact: true })).toBeVisible();
    await expect(frame.getByRole("link", { name: "Open the lesson by itself" })).toHaveAttribute(
      "href",
      /#\/lesson\/more-threads\?step=1&hide=export,pin$/,
    );
  },
);

const HIDDEN: Readonly<Record<string, (page: Page) => Locator>> = {
  experiment: (page) => page.getByRole("group", { name: "Experiment" }),
  parameters: (page) => page.getByRole("region", { name: "Parameters" }),
  faults: (page) => page.getByRole("region", { name: "Faults" }),
  answers: (page) => page.getByRole("region", { name: "Three answers" }),
  model: (page) => page.getByRole("button", { name: "Edit the model" }),
  timeline: (page) => page.getByRole("group", { name: "Timeline figure" }),
  waterfall: (page) => page.getByRole("region", { name: "Waterfall", exact: true }),
  chart: (page) => page.getByRole("region", { name: "Chart" }),
  inspector: (page) => page.getByRole("complementary", { name: "Inspector" }),
  events: (page) => page.getByRole("region", { name: "Events" }),
  pin: (page) => page.getByRole("button", { name: "Pin", exact: true }),
  link: (page) => page.getByRole("button", { name: "Link", exact: true }),
  export: (page) => page.getByRole("button", { name: "Export", exact: true }).first(),
  networkMbps: (page) => page.getByRole("textbox", { name: "Network speed", exact: true }),
  seed: (page) => page.getByRole("textbox", { name: "Seed", exact: true }),
};

test("a link hides each part of the bench that it names, and no other", async ({ lab, page }) => {
  test.slow();
  await lab.open();
  await lab.unfold();
  for (const at of Object.values(HIDDEN)) await expect(at(page)).toBeVisible();
  const inside: Readonly<Record<string, readonly string[]>> = {
    parameters: ["networkMbps", "seed"],
    answers: ["model"],
  };
  const parts = Object.keys(HIDDEN);
  const halves = [0, 1].map((rest) => parts.filter((_, i) => i % 2 === rest));
  for (const hidden of LOOKS_AT_ALL ? parts.map((part) => [part]) : halves) {
    await lab.open(`firefly/null?hide=${hidden.join(",")}`);
    await lab.unfold();
    for (const [other, at] of Object.entries(HIDDEN)) {
      const gone = hidden.includes(other) || hidden.some((part) => inside[part]?.includes(other) === true);
      await expect(at(page), `${other} where ${hidden.join(", ")} is hidden`).toHaveCount(gone ? 0 : 1);
    }
  }
  await expect(notices(page).getByRole("button", { name: "Dismiss" })).toHaveCount(0);
});

test(
  "a key hides nothing of a hidden part: neither export nor link answer to their letters",
  heldBy("app/setup/presentation.test.ts"),
  async ({ lab, page }) => {
    await lab.open("firefly/null?hide=export,link");
    await page.keyboard.press("e");
    await page.keyboard.press("l");
    await expect(page.getByRole("region", { name: "Export" })).toHaveCount(0);
    await expect(page.getByText(/^Link copied|does not let the page copy/)).toHaveCount(0);
  },
);

test(
  "what a link says wrong of its presentation is told, and nothing is hidden for it",
  heldBy("app/setup/presentation.test.ts", "app/setup/address-problems.test.ts"),
  async ({ lab, page }) => {
    await lab.open("firefly/null?embed=yes&hide=chart,legend&lesson=less-threads&step=2");
    await expect(notices(page)).toContainText([/embed = "yes" is not allowed: 1/]);
    const all = (await notices(page).allTextContents()).join("\n");
    expect(all).toContain('hide = "legend" is not a part that this page can hide: experiment, parameters, faults');
    expect(all).toContain('lesson = "less-threads" is not a lesson that is ready');
    expect(all).toContain('step = "2" needs a lesson');
    await expect(page.getByRole("banner")).toBeVisible();
    await expect(page.getByRole("region", { name: "Chart" })).toHaveCount(0);
  },
);

test(
  "a link keeps what it hides while the bench is used, and leads back to its lesson",
  heldBy("app/setup/presentation.test.ts", "app/bench/links.test.ts"),
  async ({ lab, page }) => {
    await lab.open("firefly/null?hide=faults,events&lesson=more-threads&step=4");
    await lab.set("Caller threads", "4");
    await expect(page).toHaveURL(/null\?threads=4&lesson=more-threads&step=4&hide=faults,events$/);
    await page.reload();
    await lab.ran();
    await expect(page.getByRole("region", { name: "Faults" })).toHaveCount(0);
    await page
      .getByText(/^From step 4 of the lesson/)
      .getByRole("link", { name: "More threads" })
      .click();
    await expect(page.getByRole("navigation", { name: "Steps" })).toContainText("4 of 6");
  },
);

test("the link of a stage names lesson and step, and the address of a lesson holds what was changed", async ({
  lab,
  page,
  context,
}) => {
  expect(lab.complaints).toEqual([]);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./#/lesson/where-2-66-ms-go?step=5");
  await expect(figure(page)).toBeVisible();
  await page.getByRole("button", { name: "Parameters and faults", exact: true }).click();
  await lab.field("Caller threads").fill("3");
  await lab.field("Caller threads").press("Enter");
  await expect(page).toHaveURL(/\?step=5&threads=3$/);
  await page.getByRole("button", { name: "Link", exact: true }).click();
  await expect(page.getByText(/^Link copied: /)).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/#\/bench\/firefly\/null\?threads=3&lesson=where-2-66-ms-go&step=5$/);
  await page.reload();
  await expect(page.getByText("3 caller threads, seed 1")).toBeVisible();
  await page.getByRole("button", { name: "Back to the step" }).click();
  await expect(page).toHaveURL(/\?step=5$/);
  await page.goto("./#/lesson/where-2-66-ms-go?step=5&fault=drop+result%231&threads=9");
  await expect(page.getByText("drop result#1, seed 1")).toBeVisible();
  await expect(notices(page).last()).toContainText('threads = "9" is not allowed: 1 to 8');
});

test("a link that mail has changed opens the run that was meant, and its address is right again", async ({
  lab,
  page,
}) => {
  await page.goto("./#/bench/firefly/null?threads=4&amp;calls=5&amp;fault=drop+call%25232).");
  await expect(lab.field("Caller threads")).toHaveValue("4");
  await expect(page).toHaveURL(/#\/bench\/firefly\/null\?threads=4&calls=5&fault=drop\+call%232$/);
  await expect(notices(page).first()).toContainText("The link was changed on its way, and the page has mended it: ");
  await page.evaluate(() => (location.hash = "#/BENCH/firefly/null?calls=3D7"));
  await expect(lab.field("Calls")).toHaveValue("7");
  await lab.field("Calls").fill("5,5");
  await lab.field("Calls").press("Enter");
  await expect(page.getByText('"5,5" is not allowed here: 1 to ')).toContainText("7 stays.");
});

test(
  "Bench in the head of a lesson opens what stands on its stage, with the way back",
  heldBy("app/lesson/lesson-link.test.ts", "app/bench/links.test.ts"),
  async ({ page }) => {
    await page.goto("./#/lesson/exactly-once?step=3&fault=drop+call%231");
    await expect(page.getByRole("group", { name: "Timeline figure" })).toBeVisible();
    await page.getByRole("navigation", { name: "Places" }).getByRole("link", { name: "Bench" }).click();
    await expect(page).toHaveURL(/#\/bench\/cedar\/call\?.*fault=drop\+call%231/);
    await page.getByRole("link", { name: "Exactly once, or an exception" }).click();
    await expect(page).toHaveURL(/#\/lesson\/exactly-once\?step=3$/);
  },
);

/** Links to the bench: copied, damaged, and from one system or view of it to another. */
import { axeProblems } from "./axe.ts";
import { expect, test } from "./lab.ts";
import { heldBy } from "./places.ts";

test("a copied link opens the same run and says that it is identical", async ({ lab, page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await lab.open("firefly/max-result?threads=2&seed=5&fault=drop+result%231");
  const hash = await lab.traceHash();
  await page.getByRole("button", { name: "Link", exact: true }).click();
  await expect(page.getByText(/^Link copied: /)).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(`hash=${hash}`);
  await page.goto("about:blank");
  await page.goto(link);
  await lab.ran();
  await expect(page.getByText(`This run is identical to the one linked to: trace ${hash}.`)).toBeVisible();
  await page.goto("about:blank");
  await page.goto(link.replace(/hash=[0-9a-f]{16}/, "hash=0123456789abcdef"));
  await lab.ran();
  await expect(page.getByText(/This run has changed since the link was made/)).toBeVisible();
  expect(await lab.traceHash()).toBe(hash);
});

test(
  "a damaged link opens with defaults, and one notice lists each thing that it says wrong",
  heldBy("app/setup/link.test.ts", "app/setup/address-problems.test.ts", "e2e/fuzz.spec.ts"),
  async ({ lab, page }) => {
    await lab.open("firefly/null?threads=0&segment=blue&fault=drop&seed=x");
    const notices = page.getByRole("status", { name: "Notices" });
    const dismiss = notices.getByRole("button", { name: "Dismiss", exact: true });
    await expect(notices.getByRole("listitem")).toHaveCount(4);
    await expect(dismiss).toHaveCount(1);
    await expect(notices).toContainText('threads = "0" is not allowed: 1 to 8');
    await expect(lab.field("Caller threads")).toHaveValue("1");
    await dismiss.click();
    await expect(notices.getByRole("button")).toHaveCount(0);
    await lab.open("firefly/null?threads=0");
    await expect(notices).toContainText('threads = "0" is not allowed: 1 to 8');
    await expect(notices.getByRole("list")).toHaveCount(0);
  },
);

test(
  "of a link that says thousands of things wrong twenty are told, and how many more there are",
  heldBy("app/setup/address-problems.test.ts", "app/setup/fuzz.test.ts"),
  async ({ lab, page }) => {
    const wrong = Array.from({ length: 3000 }, (_, i) => `unknown${i}=1`).join("&");
    await lab.open(`firefly/null?${wrong}`);
    const notices = page.getByRole("status", { name: "Notices" });
    await expect(notices.getByRole("listitem")).toHaveCount(21);
    await expect(notices.getByRole("button")).toHaveCount(1);
    await expect(notices).toContainText("There are 2,980 more notices.");
  },
);

test(
  "links lead from one system’s bench to another’s, and back and forward, each with its pinned runs",
  heldBy("app/bench/links.test.ts", "app/lab/store.test.ts"),
  async ({ lab, page }) => {
    const heading = page.getByRole("combobox", { name: "System" });
    await lab.open("flexrpc/multicast?pin=multirpc%2Fcall%3Fservers%3D3%26as%3Dthree");
    await lab.ran();
    await expect(heading).toHaveValue("flexrpc");
    await expect(page.getByText("three", { exact: true }).first()).toBeVisible();
    await page.evaluate(() => {
      window.location.hash = "#/bench/firefly/null?threads=2";
    });
    await expect(heading).toHaveValue("firefly");
    await expect(lab.field("Caller threads")).toHaveValue("2");
    await page.evaluate(() => {
      window.location.hash = "#/bench/firefly/nothing";
    });
    await expect(
      page.getByText(/There is no experiment at "\/bench\/firefly\/nothing"; the bench has (.+, )?firefly/),
    ).toBeVisible();
    await page.goBack();
    await expect(lab.field("Caller threads")).toHaveValue("2");
    await page.goBack();
    await expect(heading).toHaveValue("flexrpc");
    await page.goForward();
    await expect(heading).toHaveValue("firefly");
    await heading.selectOption("multirpc");
    await expect(page.getByRole("combobox", { name: "What is done with it" }).locator("option:checked")).toHaveText(
      "one call to many servers",
    );
    await lab.ran();
  },
);

test(
  "search and sweep are views of their own, each with its address, and an old link shows what it showed",
  heldBy("app/bench/links.test.ts", "app/lab/own-sweep.test.ts"),
  async ({ lab, page }) => {
    await lab.open("cedar/call");
    const views = page.getByRole("group", { name: "Views of the bench" });
    const timeline = page.getByRole("group", { name: "Timeline figure" });
    await expect(views.getByRole("button", { name: "The run" })).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("button", { name: "Search", exact: true })).toHaveCount(0);
    await lab.tabTo(views.getByRole("button", { name: "Search for faults" }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/cedar\/call\?view=search$/);
    await expect(views.getByRole("button", { name: "Search for faults" })).toBeFocused();
    await page.getByRole("combobox", { name: "Must hold" }).selectOption("once");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    const found = page.getByText(/^These two faults make|^This fault makes|break it/).first();
    await expect(found).toBeVisible();
    await expect(timeline).toBeInViewport(); // below the search: what it finds is seen
    expect(await axeProblems(page)).toEqual([]);
    await views.getByRole("button", { name: "The run" }).click();
    await expect(page).toHaveURL(/cedar\/call$/);
    await expect(found).toBeHidden();
    await views.getByRole("button", { name: "Search for faults" }).click();
    await expect(found).toBeVisible(); // it is kept
    await page.reload();
    await expect(page.getByRole("button", { name: "Search", exact: true })).toBeVisible();
    await views.getByRole("button", { name: "Your own sweep" }).click();
    await expect(page.getByRole("combobox", { name: "Along the axis" })).toBeVisible();
    await lab.ready();
    expect(await axeProblems(page)).toEqual([]);
    await lab.set("Arguments", "1");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page).toHaveURL(/view=sweep/);
    await lab.open("firefly/null?sweep=networkMbps+10+100&of=latencyMs");
    await lab.ready();
    await expect(timeline).toBeVisible();
    await expect(page.getByRole("region", { name: "Chart", exact: true })).toContainText("Latency");
    await lab.open("firefly/null?view=everything");
    await expect(page.getByText('view = "everything" is no view of the bench')).toBeVisible();
    await expect(timeline).toBeVisible();
  },
);

import { readFile } from "node:fs/promises";
import type { Download, Locator } from "@playwright/test";
import { axeProblems } from "./axe.ts";
import { expect, headless, test } from "./lab.ts";
import { AUDIT, heldBy } from "./places.ts";

interface RunOutput {
  readonly traceHash: string;
}

const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path());

test("the bench opens with a run, its figures and three answers @smoke", async ({ lab, page }) => {
  await lab.open();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Firefly RPC: Null()");
  const latency = (kind: string) => page.getByRole("button", { name: `Latency, mean, ${kind}.` });
  await expect(latency("measured")).toHaveText("2.661");
  await expect(latency("model")).toHaveText("2.514");
  await expect(latency("simulated")).toHaveText(/^2\.\d{3}$/);
  expect(await lab.traceHash()).toMatch(/^[0-9a-f]{16}$/);
});

test("a changed parameter gives the run that the headless lab gives", async ({ lab, page }) => {
  await lab.open();
  const before = await lab.traceHash();
  await lab.set("Caller threads", "3");
  const { traceHash } = await headless<RunOutput>("run", "firefly/null", "--set", "threads=3");
  expect(await lab.traceHash()).toBe(traceHash);
  expect(traceHash).not.toBe(before);
  await expect(page).toHaveURL(/#\/bench\/firefly\/null\?threads=3$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await lab.ran();
  expect(await lab.traceHash()).toBe(before);
  await expect(page).toHaveURL(/#\/bench\/firefly\/null$/);
  await page.getByRole("button", { name: "Redo" }).click();
  await lab.ran();
  expect(await lab.traceHash()).toBe(traceHash);
});

test(
  "a pin is said beside its button, and the two runs stand where the timeline stood, beside the chart",
  heldBy("app/setup/pins.test.ts", "e2e/twin.spec.ts"),
  async ({ lab, page }) => {
    await page.goto("./#/bench/firefly/null"); // as a reader finds it, with its doors closed
    await lab.ran();
    const twin = page.getByRole("region", { name: /^Twin timelines of / });
    await page.getByRole("button", { name: "Pin", exact: true }).click();
    await expect(page.getByText("Pinned as “Null()”.")).toBeInViewport();
    await expect(twin).toBeVisible();
    await lab.set("Caller threads", "3");
    const top = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? NaN;
    await expect(twin).toContainText("3 caller threads");
    const chart = await top(page.getByRole("region", { name: "Chart", exact: true }));
    expect(Math.abs(chart - (await top(twin)))).toBeLessThan(400);
  },
);

test(
  "of many parameters one is found by a word, and all are reset at once",
  heldBy("app/lab/parameter-groups.test.ts", "app/lab/first-parameters.test.ts"),
  async ({ lab, page }) => {
    await lab.open("multirpc/call?servers=3&trials=1&dead=1");
    const faults = await page.getByRole("heading", { name: "Faults" }).boundingBox();
    expect(faults?.y).toBeLessThan(1800); // unfolded it stands far below 2,880
    await expect(lab.field("Time limit"), "its group is folded").toHaveCount(0);
    await expect(lab.field("Dead servers"), "changed, so it stands below its folded group").toHaveValue("1");
    await expect(lab.field("The handler computes")).toHaveCount(0);
    const search = page.getByRole("searchbox", { name: "Find a parameter" });
    await search.fill("time limit");
    await expect(lab.field("Time limit")).toBeVisible();
    await expect(lab.field("Servers")).toHaveCount(0);
    await search.press("Escape");
    await expect(search).toHaveValue("");
    await page.getByRole("button", { name: /^Protocol/ }).press("Enter");
    await expect(page.getByRole("group", { name: "Library" })).toBeVisible();
    await page.getByRole("checkbox", { name: "Only changed (3)" }).check();
    await expect(page.getByRole("region", { name: "Parameters" }).getByRole("slider")).toHaveCount(3);
    await page.getByRole("button", { name: "Reset all" }).click();
    await expect(page).toHaveURL(/#\/bench\/multirpc\/call$/);
    await expect(lab.field("Servers")).toHaveValue("10");
  },
);

test("a sweep of the reader’s own is drawn, stands in the link, and comes back from it", async ({ lab, page }) => {
  await lab.open("firefly/null?calls=20");
  const views = page.getByRole("group", { name: "Views of the bench" });
  await views.getByRole("button", { name: "Your own sweep" }).click();
  await page.getByRole("combobox", { name: "Along the axis" }).selectOption({ label: "Network speed" });
  await page.getByRole("combobox", { name: "A curve for each" }).selectOption({ label: "Ethernet segment" });
  await page.getByRole("textbox", { name: "From" }).fill("10");
  await page.getByRole("textbox", { name: "From" }).press("Enter");
  await page.getByRole("textbox", { name: "Points" }).fill("3");
  await page.getByRole("textbox", { name: "Points" }).press("Enter");
  await lab.ready();
  await expect(page).toHaveURL(/sweep=networkMbps\+10\+100\+1000&by=segment\+private\+shared&of=.*&view=sweep$/);
  const chart = page.getByRole("region", { name: "Chart", exact: true });
  await expect(chart.getByRole("application")).toHaveAccessibleName("Calls per second over network speed");
  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  await lab.ready();
  await expect(page.getByRole("textbox", { name: "Points" })).toHaveValue("3");
  await expect(chart.getByRole("row")).toHaveCount(4);
  await lab.exportButton().click();
  const csv = (await bytesOf(await lab.export("Sweep CSV"))).toString("utf8");
  expect(csv).toMatch(/^segment,networkMbps,trial,seed,draws,/);
  expect(csv).toContain("shared,1000,1,1,");
});

test(
  "each bar of the calls’ times leads to a call of its own, be it one of the last",
  heldBy("app/chart/histogram.test.ts", "e2e/stage.spec.ts"),
  async ({ lab, page }) => {
    await lab.open("firefly/null?chart=calls&calls=200&fault=drop+result%23150");
    const histogram = page.getByRole("application", { name: /^Times of the calls: p50, .*2\.532 ms/ });
    await histogram.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("group", { name: "Call shown" })).toContainText("Call 150 of 200");
    await expect(page.getByRole("figure").filter({ has: histogram })).toContainText("1 call");
    await expect(page).toHaveURL(/chart=calls/);
  },
);

test("a parameter that the others leave without effect says so, and no more once they let it count", async ({
  lab,
  page,
}) => {
  await lab.open("firefly/max-result?calls=3&transport=shared-memory");
  await lab.unfold();
  const stubs = page.getByRole("group", { name: "Stubs", exact: true });
  const controller = page.getByRole("group", { name: "Network controller", exact: true });
  await expect(controller).toContainText("No effect now: the call stays on one machine.");
  await expect(stubs).not.toContainText("No effect now");
  await page.getByRole("combobox", { name: "Transport" }).selectOption("ethernet");
  await lab.ran();
  await expect(controller).not.toContainText("No effect now");
});

test(
  "a slider tells its value while it is drawn, and the run comes when it is let go",
  heldBy("app/hand/slider.test.ts", "e2e/numbers.spec.ts"),
  async ({ lab, page }) => {
    await lab.open();
    const before = await lab.traceHash();
    const box = await lab.rail("Caller threads").boundingBox();
    if (box === null) throw new Error("a rail");
    await page.mouse.move(box.x + 8, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
    const drawn = await lab.field("Caller threads").inputValue();
    expect(Number(drawn)).toBeGreaterThan(3);
    expect(await lab.traceHash()).toBe(before);
    await expect(page.locator(".chart.old")).toBeVisible();
    await page.mouse.up();
    await expect(page).toHaveURL(new RegExp(`threads=${drawn}`));
    await lab.ran();
    expect(await lab.traceHash()).not.toBe(before);
  },
);

test(
  "a run that takes long waits for its reader’s word",
  heldBy("app/lab/bench-work.test.ts"),
  async ({ lab, page }) => {
    await lab.open("multirpc/call?servers=3&trials=1&hide=chart,waterfall,events");
    await lab.field("Servers").fill("3000");
    await lab.field("Servers").press("Enter");
    await lab.field("Trials").fill("100");
    await lab.field("Trials").press("Enter");
    await expect(page.getByText("This run is large: it takes about 5 minutes to compute.")).toBeVisible();
    await page.getByRole("button", { name: "Run it" }).click();
    await expect(page.getByRole("progressbar", { name: "Running the calls" })).toContainText(/about \d minutes left/);
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await lab.set("Servers", "3");
  },
);

test("a dropped packet is sent again, and the run is the headless one; so is one that the search finds", async ({
  lab,
  page,
}) => {
  await lab.open();
  await lab.addFault("drop call#2");
  await lab.ran();
  const { traceHash } = await headless<RunOutput>("run", "firefly/null", "--fault", "drop call#2");
  expect(await lab.traceHash()).toBe(traceHash);
  await expect(
    page.getByRole("region", { name: "Faults" }).getByText("drop call#2", { exact: true }).first(),
  ).toBeVisible();
  await expect(page.getByRole("group", { name: "Call shown" })).toContainText("Call 2 of 1,000");
  await page.getByRole("button", { name: "Remove drop call#2" }).click();
  await lab.ran();
  expect(await lab.traceHash()).not.toBe(traceHash);
  // Without a rule the search finds the fault that breaks a call, and takes it to the timeline.
  await page.getByRole("button", { name: "Search for faults" }).click();
  await expect(page).toHaveURL(/view=search/);
  await page.getByRole("combobox", { name: "Rule left out" }).selectOption("heldReply");
  const search = page.getByRole("button", { name: "Search", exact: true });
  await page.getByRole("combobox", { name: "Must hold" }).selectOption("once");
  await search.click();
  await expect(page.getByText("No two faults break it")).toBeVisible();
  await page.getByRole("combobox", { name: "Must hold" }).selectOption("All that it promises");
  await search.click();
  await expect(
    page.getByText("This fault makes call 1 fail, though no machine crashes or stands still:"),
  ).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Show on the timeline" }).click();
  await lab.ran();
  const broken = ["--set", "calls=2", "--without", "heldReply", "--fault", "drop result#1"];
  expect(await lab.traceHash()).toBe((await headless<RunOutput>("run", "firefly/null", ...broken)).traceHash);
});

test("a fault that cannot be meant is refused with a sentence, and one that meets nothing is said to", async ({
  lab,
  page,
}) => {
  await lab.open();
  const hash = await lab.traceHash();
  await lab.addFault("drp call#2");
  await expect(page.getByRole("region", { name: "Faults" }).getByRole("alert")).toContainText("drp");
  expect(await lab.traceHash()).toBe(hash);
  await lab.addFault("drop call#99999");
  await lab.ran();
  await expect(page.getByText("This fault changed nothing in the run.")).toBeVisible();
});

test(
  "text that is no allowed value stays in its field with a sentence, and the value is kept",
  heldBy("app/controls/typed-number.test.ts", "app/setup/damaged-numbers.test.ts"),
  async ({ lab, page }) => {
    await lab.open();
    const hash = await lab.traceHash();
    await lab.field("Caller threads").fill("9");
    await lab.field("Caller threads").press("Enter");
    await expect(page.getByRole("alert")).toContainText("1 to 8");
    await expect(lab.field("Caller threads")).toHaveAttribute("aria-invalid", "true");
    expect(await lab.traceHash()).toBe(hash);
    await lab.field("Caller threads").press("Escape");
    await expect(lab.field("Caller threads")).toHaveValue("1");

    // A graph of the reader's own: what cannot be one is said, and what can be one runs.
    await lab.open("sun-rpc/olympus");
    await page.getByText("Your own, in JSON", { exact: true }).first().click();
    await expect(page).toHaveURL(/graph=/); // until then the run before it is the one that is done
    await lab.ran();
    const example = await lab.traceHash();
    const graph = page.getByRole("textbox", { name: "Your own, in JSON" });
    const nodes = '"nodes":[{"name":"ask","ms":20},{"name":"show","ms":30}]';
    await graph.fill(`{${nodes},"arcs":[{"from":"ask","to":"nobody"}]}`);
    await page.getByRole("button", { name: "Run it" }).click();
    await expect(page.getByRole("alert")).toContainText("nobody");
    await expect(graph).toHaveAttribute("aria-invalid", "true");
    expect(await lab.traceHash()).toBe(example);
    const right = `{${nodes},"arcs":[{"from":"ask","to":"show"}]}`;
    await graph.fill(right);
    await page.getByRole("button", { name: "Run it" }).click();
    await lab.ran();
    const own = await headless<RunOutput>("run", "sun-rpc/olympus", "--set", `graph=${right}`);
    expect([await lab.traceHash(), own.traceHash === example]).toEqual([own.traceHash, false]);
    await expect(page.getByRole("group", { name: "Timeline figure" }).first()).toBeVisible();
    await lab.open("sun-rpc/broadcast");
    expect(await lab.traceHash()).toBe((await headless<RunOutput>("run", "sun-rpc/broadcast")).traceHash);
  },
);

test(
  "figure, data, packets and trace are exported, each as what it says it is",
  heldBy("app/export/items.test.ts", "app/chart/svg.test.ts", "e2e/exports.spec.ts"),
  async ({ lab, page }) => {
    await lab.open("firefly/null?seed=3");
    await lab.exportButton().click();
    await expect(page.getByRole("region", { name: "Export" })).toBeVisible();
    const svg = await lab.export("SVG");
    expect(svg.suggestedFilename()).toMatch(/\.svg$/);
    expect((await bytesOf(svg)).toString("utf8")).toContain("<svg");
    const png = await bytesOf(await lab.export("PNG"));
    expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    expect((await bytesOf(await lab.export("CSV"))).toString("utf8")).toContain("packet,0,1,call#1,");
    const json = JSON.parse((await bytesOf(await lab.export("JSON"))).toString("utf8")) as RunOutput;
    expect(json.traceHash).toBe(await lab.traceHash());
    const packets = await bytesOf(await lab.export("Packets"));
    expect(packets.readUInt32LE(0)).toBe(0x0a0d0d0a); // section header block of pcapng
    const trace = JSON.parse((await bytesOf(await lab.export("Trace"))).toString("utf8")) as { traceEvents: unknown[] };
    expect(trace.traceEvents.length).toBeGreaterThan(50);
    expect((await bytesOf(await lab.export("Model"))).toString("utf8")).toContain("def null_us(");
  },
);

test(
  "a number says where it comes from",
  heldBy("app/papers/at.test.ts", "e2e/lesson-loop.spec.ts"),
  async ({ lab, page }) => {
    await lab.open();
    await page.getByRole("button", { name: "Latency, mean, measured." }).click();
    await expect(page.getByText(/Table I, caller threads 1: 26\.61 s ÷ 10,000 calls/)).toBeVisible();
    await page.getByRole("button", { name: "Latency, mean, simulated." }).click();
    await expect(page.getByText(/This run: seed 1, trace [0-9a-f]{16}/)).toBeVisible();
  },
);

test("a long run shows how far it is and can be cancelled; the old figures stay", async ({ lab, page }) => {
  await lab.open();
  const hash = await lab.traceHash();
  await lab.field("Calls").fill("100000");
  await lab.field("Calls").press("Enter");
  await expect(page.getByRole("progressbar", { name: "Running the calls" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText(/Cancelled/)).toBeVisible();
  expect(await lab.traceHash()).toBe(hash);
  await lab.set("Calls", "1,000");
  expect(await lab.traceHash()).toBe(hash);
});

test("no byte of Python is fetched before the model is asked for what is not known", AUDIT, async ({ lab, page }) => {
  const python: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("pyodide")) python.push(request.url());
  });
  await lab.open();
  await lab.ready();
  expect(python).toEqual([]);
  expect(await lab.modelValue("latencyMs")).toBeCloseTo(2.514, 12);
  await lab.set("Network speed", "77"); // at 100 Mbit/s, of which the paper speaks, the value came with the site
  await lab.ready();
  expect(python.length).toBeGreaterThan(0);
  const { value } = await headless<{ value: number }>("model", "firefly", "null_us", "--set", "ethernet_mbps=77");
  expect(await lab.modelValue("latencyMs")).toBeCloseTo(value / 1000, 12);
});

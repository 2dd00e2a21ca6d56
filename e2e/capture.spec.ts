/** A capture of the reader’s: opened, asked, looked at call by call; a file that is none is refused in one sentence. */
import { readFileSync } from "node:fs";
import { expect, test } from "./lab.ts";
import { drawn, goTo } from "./places.ts";
import type { Page } from "@playwright/test";

const RECORDED = new URL("../engine/wire/sunrpc-fixtures/lab-udp-retransmit.pcap", import.meta.url).pathname;
const NAMED = new URL("../engine/wire/sunrpc-fixtures/portmap-getport-dump.pcap", import.meta.url).pathname;
const PORTMAP = `struct mapping {
  unsigned prog;
  unsigned vers;
  unsigned prot;
  unsigned port;
};
program PMAP { version TWO { unsigned GETPORT(mapping asked) = 3; } = 2; } = 100000;`;

const choose = (page: Page, file: Parameters<ReturnType<Page["locator"]>["setInputFiles"]>[0]): Promise<void> =>
  page.getByLabel("Capture file").setInputFiles(file);

test("a capture opens, its calls stand in a list, and the arrows go from call to call", async ({ page }) => {
  await goTo(page, "/capture");
  await choose(page, RECORDED);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("lab-udp-retransmit.pcap");
  const calls = page.getByRole("table", { name: "Calls" });
  await expect(calls.getByRole("row")).toHaveCount(4); // with the head
  const first = calls.getByRole("button", { name: /^Call 1,/ });
  await first.focus();
  await first.press("ArrowDown");
  await expect(calls.getByRole("button", { name: /^Call 2,/ })).toBeFocused();
  await expect(page.getByRole("region", { name: "Call 2", exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: /^Timeline of lab-udp-retransmit.pcap/ })).toBeVisible();
  await drawn(page);
  await page.getByRole("button", { name: "Why 40 ms, 200 ms, 1 s?" }).click();
  await expect(page.getByRole("status")).toContainText("the client’s retry time");
  await expect(page).toHaveURL(/ask=why-gaps/);
  // A file that is none leaves the one that is open as it is; a link’s words that are not known are said.
  const drop = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["hello, this is a note"], "notes.txt"));
    return data;
  });
  await page.dispatchEvent("main", "drop", { dataTransfer: drop });
  await expect(page.getByRole("alert")).toContainText("notes.txt was not opened. This is no capture: it begins");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("lab-udp-retransmit.pcap");
  await goTo(page, "/capture?ask=whose&call=99");
  await expect(page.getByText('ask = "whose" is not allowed: executed-twice')).toBeVisible();
  await expect(page.getByText('call = "99" is not allowed: the capture has calls 1 to 3.')).toBeVisible();
  await page.getByRole("button", { name: "Open another" }).click();
  await expect(page.getByText("Drop a capture here, or choose a file.")).toBeVisible();
});

test("an interface file names the values of calls; a value lights its line, and the call is written anew", async ({
  page,
}) => {
  await goTo(page, "/capture");
  const portmap = { name: "portmap.x", mimeType: "text/plain", buffer: Buffer.from(PORTMAP) };
  await choose(page, portmap);
  await expect(page.getByText("portmap.x: ready for the next capture.")).toBeVisible();
  await choose(page, NAMED);
  const values = page.getByRole("region", { name: "Values of call 1", exact: true });
  await values.getByRole("button", { name: "port", exact: true }).click();
  await expect(values.getByRole("button", { name: "unsigned port;" })).toHaveAttribute("aria-pressed", "true");
  await values.getByRole("button", { name: "Write this call" }).click();
  await expect(values.getByRole("status")).toHaveText("16 bytes, all as captured.");
  await values.getByLabel("Value of asked port").fill("7");
  await expect(values.getByRole("status")).toHaveText("16 bytes; byte 15 differs.");
  // One that is wrong says where, and leaves the capture as it is.
  await page
    .getByLabel("Interface files")
    .setInputFiles({ name: "wrong.x", mimeType: "text/plain", buffer: Buffer.from("struct point {\n  int x\n};") });
  await expect(page.getByRole("alert")).toContainText('wrong.x, line 3, column 1: got "}", want ";"');
  await expect(values.getByRole("button", { name: "port", exact: true })).toBeVisible();
});

test("a file that is no capture is refused with its first bytes, and an example opens from its link", async ({
  page,
}) => {
  await goTo(page, "/capture");
  await choose(page, { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello, this is a note") });
  await expect(page.getByRole("alert")).toContainText("notes.txt was not opened. This is no capture: it begins");
  // Of several files the first capture opens, and the page names the files that it does not take.
  const capture = { mimeType: "application/octet-stream", buffer: readFileSync(RECORDED) };
  const wrong = { name: "wrong.x", mimeType: "text/plain", buffer: Buffer.from("struct point {") };
  await choose(page, [{ name: "first.pcap", ...capture }, { name: "second.pcap", ...capture }, wrong]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("first.pcap");
  await expect(page.getByRole("alert")).toContainText("second.pcap: left out.");
  await expect(page.getByRole("alert")).toContainText("Not taken: wrong.x, line 1");
  await page.getByRole("button", { name: "Open another" }).click();
  await goTo(page, "/capture?example=twice");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("A reply that was lost", { timeout: 30_000 });
  await expect(page.getByRole("table", { name: "Calls" }).getByRole("row")).toHaveCount(14);
});

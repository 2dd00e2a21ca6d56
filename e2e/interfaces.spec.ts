/** A reader writes an interface: the compiler names the line of a fault, and a call's bytes follow the text. */
import { expect, test } from "./lab.ts";
import { heldBy } from "./places.ts";

test("an interface that the reader writes is compiled with each key, and its call has its bytes", async ({ page }) => {
  await page.goto("./#/reference/interfaces");
  const editor = page.getByRole("textbox", { name: "Interface in the language of RP2Gen, for RPC2" });
  await expect(page.getByText("The compiler takes this text.")).toBeVisible();
  await expect(page.getByText("The packet has 64 bytes.")).toBeVisible();

  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("greet(IN String word IN OUT Integer n);");
  const fault = page.getByRole("alert");
  await expect(fault).toContainText('Line 9, column 22: got "IN", want "," or ")".');
  await expect(page.getByText("The packet has 64 bytes.")).toBeVisible(); // what stood there stays
  await page.getByRole("button", { name: "Line 9, column 22" }).click();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type(",");
  await expect(fault).toBeHidden();

  await page.getByLabel("Procedure").selectOption("greet");
  await expect(page.getByText("The packet has 76 bytes.")).toBeVisible(); // 60, 12 for the word, 4
  const values = page.getByLabel("Values, in JSON");
  await values.fill('{"word": "roundtrip", "n": 1}');
  await expect(page.getByText("The packet has 80 bytes.")).toBeVisible();
  await values.fill('{"word": 5, "n": 1}');
  await expect(fault).toHaveText(
    "greet, arguments, word: got 5, want a text without a zero character or half a character.",
  );
  await page.getByRole("radio", { name: "Reply" }).check();
  await expect(page.getByText("The packet has 64 bytes.")).toBeVisible();

  await page.reload(); // the text is kept
  await expect(editor).toContainText("greet(IN String word, IN OUT Integer n);");
  await page.getByRole("button", { name: "Back to the example" }).click();
  await expect(editor).not.toContainText("greet");
  await page.getByRole("link", { name: "Lupine, for Cedar RPC" }).click();
  await expect(page.getByText(/Type that exporter and importer agree on: Files-[0-9a-f]{8}/)).toBeVisible();
});

test(
  "a definition module of Modula-2+ has the same panel: faults, the work of both stubs, bytes",
  heldBy("app/lab/interface/compile.test.ts"),
  async ({ lab, page }) => {
    await page.goto("./#/reference/interfaces?entry=modula");
    const editor = page.getByRole("textbox", { name: "Interface in the language of Modula-2+, for the Firefly" });
    await expect(editor).toContainText("DEFINITION MODULE Test");
    await expect(page.getByText("the server’s stub copies name, 4 bytes, by the library of texts")).toBeVisible();
    await page.getByLabel("Procedure").selectOption("MaxArg");
    await expect(page.getByText("The packet has 4 bytes.")).toBeVisible();
    await page.getByLabel("Values, in JSON").fill('{"buffer": 4}');
    await expect(page.getByRole("alert")).toHaveText(
      "Test.MaxArg, arguments, buffer: got 4, want a text of codes up to 255, a character for each CHAR.",
    );
    await page.getByRole("radio", { name: "Reply" }).check();
    await expect(page.getByText("No value travels in this packet.")).toBeVisible();
    await editor.click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("x");
    await expect(page.getByRole("alert")).toContainText('Line 10, column 1: got "x", want the end of the text.');
    await page.getByRole("button", { name: "Back to the example" }).click();
    await expect(page.getByText("The compiler takes this text.")).toBeVisible();
    expect(lab.complaints).toEqual([]);
  },
);

test(
  "a specification of RP2Gen says from how many procedures on its descriptors are smaller",
  heldBy("app/lab/interface/compile.test.ts"),
  async ({ page }) => {
    await page.goto("./#/reference/interfaces");
    await expect(page.getByText("From 10 procedures on, descriptors take less memory.")).toBeVisible();
    const sizes = page.getByRole("table").filter({ hasText: "A subsystem of" });
    await expect(sizes.getByRole("row", { name: /^10,000 procedures 322,064 2,580,000$/ })).toBeVisible();
    await page.getByRole("link", { name: "Each constant has its reason in the table of the RT-PC." }).click();
    await expect(page.getByRole("heading", { name: "Stubs of RPC2, generated or interpreted" })).toBeVisible();
  },
);

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { filesFor, leftOut, takeHanded } from "./handed-file.ts";

const TRACE = new File(['{"resourceSpans":[]}'], "trace.json");
const CAPTURE = new File([new Uint8Array([0xd4, 0xc3, 0xb2, 0xa1])], "calls.pcap");
const INTERFACE = new File(["program P {}"], "calls.x");
const OTHER = new File(["services:"], "compose.yml");

const page = { location: { hash: "" } };
beforeEach(() => void vi.stubGlobal("window", page));
afterEach(() => {
  vi.unstubAllGlobals();
  page.location.hash = "";
});

it("files of the other place go there together, once", async () => {
  expect(await filesFor("traces", [CAPTURE, INTERFACE])).toEqual([]);
  expect(page.location.hash).toBe("#/capture");
  expect(takeHanded("capture")).toEqual([CAPTURE, INTERFACE]);
  expect(takeHanded("capture")).toEqual([]);
});

it("a place opens its own of several files first, and those of the other place last", async () => {
  expect(await filesFor("capture", [TRACE, CAPTURE])).toEqual([CAPTURE, TRACE]);
  expect(await filesFor("traces", [OTHER, CAPTURE, TRACE])).toEqual([TRACE, OTHER, CAPTURE]);
  expect(page.location.hash).toBe("");
});

it("of many files that stay closed three are named", () => {
  expect(leftOut([])).toBeNull();
  expect(leftOut([TRACE])).toBe("trace.json: left out. Choose one file at a time to open them.");
  expect(leftOut([TRACE, TRACE, TRACE, CAPTURE, OTHER])).toContain(
    "trace.json, trace.json, trace.json, and 2 more: left",
  );
});

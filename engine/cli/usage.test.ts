/** The lines for mistakes say whose they are, and where. */
import { describe, expect, it } from "vitest";
import { CodeMistake } from "../experiments/code-mistake.ts";
import { loadMistake, mistakeText } from "./usage.ts";

describe("a mistake", () => {
  it("in the code of an experiment is said as that, and nobody is asked to report it", () => {
    const text = mistakeText(
      "run",
      new CodeMistake("vmtp/call", new RangeError("vmtp/call: Send a packet is in usec.")),
    );
    expect(text).toBe(
      "lab run: a mistake in the code of vmtp/call: Send a packet is in usec. ROUNDTRIP_STACK=1 before the command " +
        "shows where in the code.",
    );
  });

  it("of the lab is one of ours", () => {
    expect(mistakeText("run", new Error("Two\nlines."))).toMatch(
      /^lab run: this is our mistake: Two lines\. Please report/,
    );
  });

  it("in a file that is loaded is said with the file whose own lines were running", () => {
    const error = new Error("Send a packet is in usec; a duration needs us, ms or min.");
    error.stack = [
      `Error: ${error.message}`,
      "    at durationOf (file:///roundtrip/engine/hardware/cost.ts:60:9)",
      "    at file:///roundtrip/engine/systems/vmtp/system.ts:11:15",
      "    at ModuleJob.run (node:internal/modules/esm/module_job:343:25)",
    ].join("\n");
    expect(loadMistake(error)).toBe(`engine/systems/vmtp/system.ts:11: ${error.message}`);
    error.stack = "Error\n    at checkDescription (/roundtrip/engine/experiments/check-description.ts:9:1)";
    expect(loadMistake(error)).toBe(error.message);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBehind, isModified, nextSession, shownValues, startSession } from "./model-session.ts";
import type { ModelEvent, ModelSession } from "./model-session.ts";

const PAPER = "def f():\n    return 1\n";
const OWN = "def f():\n    return 2\n";
const WRONG = "def f():\n    return 2 +\n";
const problem = { type: "SyntaxError", detail: "invalid syntax", line: 2, column: 14 };

const after = (...events: readonly ModelEvent[]): ModelSession => events.reduce(nextSession, startSession(PAPER, null));
const edited = (source: string): ModelEvent => ({ tag: "edited", source });
const values = (source: string, value: number): ModelEvent => ({ tag: "values", source, values: { f: value } });

describe("a model that is edited", () => {
  it("begins as the paper’s, or as it was kept", () => {
    expect(isModified(startSession(PAPER, null))).toBe(false);
    expect(isModified(startSession(PAPER, OWN))).toBe(true);
    expect(shownValues(startSession(PAPER, OWN))).toBeNull();
  });

  it("waits with a kept text of the reader’s until it is told to run, or is reset", () => {
    const kept = startSession(PAPER, OWN);
    expect(kept.status.tag).toBe("kept");
    expect(startSession(PAPER, PAPER).status.tag).toBe("idle");
    expect(nextSession(kept, { tag: "loading", bytes: 0 }).status.tag).toBe("loading");
    expect(nextSession(kept, { tag: "reset" }).status.tag).toBe("idle");
  });

  it("leaves the paper’s curve alone while its text is the paper’s", () => {
    expect(shownValues(after({ tag: "running" }, values(PAPER, 1)))).toBeNull();
  });

  it("does not pass the paper’s values off as those of a changed text", () => {
    expect(shownValues(after(values(PAPER, 1), edited(OWN)))).toBeNull();
  });

  it("draws what the changed text gives", () => {
    const session = after(edited(OWN), { tag: "running" }, values(OWN, 2));
    expect([shownValues(session), isBehind(session), session.status.tag]).toEqual([{ f: 2 }, false, "ok"]);
  });

  it("keeps the last good curve while a later text is wrong, and says that it is behind", () => {
    const session = after(edited(OWN), values(OWN, 2), edited(WRONG), { tag: "problem", source: WRONG, problem });
    expect([shownValues(session), isBehind(session)]).toEqual([{ f: 2 }, true]);
    expect(session.status).toEqual({ tag: "error", problem });
  });

  it("is the paper’s again after a reset, whatever was wrong", () => {
    const stopped: ModelEvent = { tag: "stopped", source: OWN, message: "too long" };
    for (const last of [{ tag: "problem", source: OWN, problem }, stopped, values(OWN, 2)] as const) {
      const session = nextSession(after(edited(OWN), last), { tag: "reset" });
      expect([session.source, isModified(session), shownValues(session)]).toEqual([PAPER, false, null]);
      expect(["ok", "idle"]).toContain(session.status.tag);
    }
  });

  it("does not blame a text for what an earlier one did", () => {
    const session = after(edited(WRONG), edited(OWN), { tag: "problem", source: WRONG, problem });
    expect(session.status.tag).not.toBe("error");
  });

  it("shows a late count of bytes only while Python is being fetched", () => {
    expect(after(values(PAPER, 1), { tag: "loading", bytes: 5 }).status.tag).toBe("ok");
    const again = after({ tag: "stopped", source: PAPER, message: "" }, { tag: "loading", bytes: 5 });
    expect(again.status).toEqual({ tag: "loading", bytes: 5 });
  });

  it("never draws values for an unchanged text, in any order of events", () => {
    const source = fc.constantFrom(PAPER, OWN, WRONG);
    const event: fc.Arbitrary<ModelEvent> = fc.oneof(
      source.map(edited),
      fc.constant<ModelEvent>({ tag: "reset" }),
      fc.constant<ModelEvent>({ tag: "running" }),
      fc.tuple(source, fc.integer()).map(([text, value]) => values(text, value)),
      source.map((text): ModelEvent => ({ tag: "problem", source: text, problem })),
      source.map((text): ModelEvent => ({ tag: "stopped", source: text, message: "" })),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), (events) => {
        const session = after(...events);
        if (!isModified(session)) expect(shownValues(session)).toBeNull();
        if (shownValues(session) !== null) expect(session.good?.source).not.toBe(PAPER);
      }),
    );
  });
});

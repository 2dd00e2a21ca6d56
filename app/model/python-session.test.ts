import { describe, expect, it } from "vitest";
import type { Outcome } from "../workers/evaluate.ts";
import { PythonSession, Stopped } from "./python-session.ts";
import type { Interpreter } from "./python-session.ts";

const EVALUATION = { name: "firefly", source: "", calls: [] };
const VALUES: Outcome = { tag: "values", values: [1] };
const never = new Promise<never>(() => undefined);

/** A session whose interpreters do as they are told, and a diary of what it did with them. */
function session(...given: readonly Partial<Interpreter>[]) {
  const diary: string[] = [];
  let started = 0;
  const python = new PythonSession(() => {
    const own = given[started] ?? {};
    started++;
    diary.push("start");
    const open = (): Promise<void> => Promise.resolve();
    const evaluate = (): Promise<Outcome> => Promise.resolve(VALUES);
    return { open, evaluate, ...own, end: () => diary.push("end") };
  }, 5);
  return { python, diary };
}

describe("Python for the editor", () => {
  it("is started once, by the first who asks", async () => {
    const { python, diary } = session();
    expect(diary).toEqual([]);
    await python.open(() => undefined);
    await python.open(() => undefined);
    expect(await python.evaluate(EVALUATION)).toBe(VALUES);
    expect(diary).toEqual(["start"]);
  });

  it("is ended where a text runs too long, says so, and is started anew for the next", async () => {
    const { python, diary } = session({ evaluate: () => never });
    await python.open(() => undefined);
    const late = python.evaluate(EVALUATION);
    await expect(late).rejects.toThrow(Stopped);
    await expect(late).rejects.toThrow(/^Your model ran longer than 0\.005 s and was stopped\.$/);
    expect(diary).toEqual(["start", "end"]);
    await python.open(() => undefined);
    expect(await python.evaluate(EVALUATION)).toBe(VALUES);
    expect(diary).toEqual(["start", "end", "start"]);
  });

  it("is started anew where a text ends Python itself", async () => {
    const { python, diary } = session({ evaluate: () => Promise.reject(new Error("Exit: 1")) });
    await python.open(() => undefined);
    await expect(python.evaluate(EVALUATION)).rejects.toThrow(
      new Stopped("Your text ended Python itself. The next run starts Python again."),
    );
    await python.open(() => undefined);
    expect(await python.evaluate(EVALUATION)).toBe(VALUES);
    expect(diary).toEqual(["start", "end", "start"]);
  });

  it("may be asked for again where it could not be fetched", async () => {
    const { python, diary } = session({ open: () => Promise.reject(new Error("offline")) });
    await expect(python.open(() => undefined)).rejects.toThrow("offline");
    await python.open(() => undefined);
    expect(diary).toEqual(["start", "end", "start"]);
  });

  it("may be given up while it starts, and is then started anew by the next", async () => {
    const { python, diary } = session({ open: () => never });
    const opening = python.open(() => undefined);
    python.cancel();
    await expect(opening).rejects.toThrow(new Stopped("Python was not started."));
    await python.open(() => undefined);
    python.cancel(); // it is there: nothing to give up
    expect(await python.evaluate(EVALUATION)).toBe(VALUES);
    expect(diary).toEqual(["start", "end", "start"]);
  });

  it("tells how much has come", async () => {
    const told: number[] = [];
    const { python } = session({ open: (onBytes) => Promise.resolve(onBytes(7)) });
    await python.open((bytes) => told.push(bytes));
    expect(told).toEqual([7]);
  });
});

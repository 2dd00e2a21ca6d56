import { expect, test } from "vitest";
import { openLesson } from "../../../lessons/index.ts";
import type { Push } from "../../../lessons/types.ts";
import type { Setup } from "../../setup/setup.ts";
import { savingsOf, withOffer } from "./savings.ts";
import { setupOf } from "../stage-state.ts";

await openLesson("make-it-faster"); // with it come the descriptions of its experiments

const push: Push = {
  measure: "medianMs",
  offers: [
    { label: "Processors", set: { cpuSpeed: 3 } },
    { label: "Waiting awake", set: { waiting: "busy" } },
  ],
};
const [processors, awake] = push.offers;

/** A call of 100 µs: 60 of software, 30 of wake-ups, which are software too, and 10 of wire. */
function timeOf({ parameters: { cpuSpeed, waiting } }: Setup): Promise<number> {
  const software = 60 + (waiting === "busy" ? 0 : 30);
  return Promise.resolve(10 + software / Number(cpuSpeed));
}

test("what two offers share is said once, and each saves less beside the other", async () => {
  if (processors === undefined || awake === undefined) throw new Error("two offers");
  const start = setupOf({ experiment: "firefly/null" });
  const none = await savingsOf(start, push, timeOf);
  expect(none).toMatchObject({ whole: 100, now: 100, shared: 0 });
  expect(none.offers.map(({ isOn, saves }) => [isOn, saves])).toEqual([
    [false, 60],
    [false, 30],
  ]);
  const both = await savingsOf(withOffer(withOffer(start, processors, true), awake, true), push, timeOf);
  expect(both).toMatchObject({ whole: 100, now: 30, shared: 20 });
  expect(both.offers.map(({ isOn, saves }) => [isOn, saves])).toEqual([
    [true, 40],
    [true, 10],
  ]);
  expect(withOffer(withOffer(start, awake, true), awake, false)).toEqual(start);
  const bought = withOffer(withOffer(start, processors, true), awake, true);
  const tiny = await savingsOf(bought, push, async (setup) => (setup === bought ? 10.3 : timeOf(setup)));
  expect(tiny.shared, "less than a microsecond is noise").toBe(0);
});

/** The cells that the lesson "What each rule is for" shows. */
import { expect, it } from "vitest";
import { defaultsOf } from "../experiments/settings.ts";
import { experimentOf } from "../experiments/testing.ts";
import { explorableOf } from "./index.ts";
import { matrixRows } from "./matrix.ts";

it("Cedar’s rules keep these promises, against one fault or two", () => {
  const experiment = experimentOf("cedar/call");
  const request = { parameters: defaultsOf(experiment), faults: 2 };
  const rows = [...matrixRows(experiment, request, explorableOf("cedar/call"))].map(({ rule, elsewhere, cells }) => ({
    rule: elsewhere === null ? rule : `${rule}: ${elsewhere}`,
    broken: cells.flatMap(({ property, found }) => (found === null ? [] : [`${property} ${found.faults.length}`])),
    isShown: cells.some(({ found }) => found?.isShown === true),
  }));
  expect(rows).toEqual([
    { rule: "none", broken: [], isShown: false },
    { rule: "sequenceCheck", broken: ["once 1", "atMostOnce 2", "returns 2"], isShown: true },
    { rule: "duplicateTable", broken: ["once 1", "atMostOnce 2", "returns 2"], isShown: true },
    { rule: "uniqueId", broken: ["once 2"], isShown: true },
    { rule: "pleaseAck", broken: [], isShown: false },
    { rule: "pleaseAck: Here the procedure runs for five seconds.", broken: ["returns 0"], isShown: true },
    { rule: "heldReply", broken: ["returns 1"], isShown: true },
  ]);
});

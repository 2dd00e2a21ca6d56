import fc from "fast-check";
import { expect, it } from "vitest";
import { PAGE_ROWS } from "../../trace/events.ts";
import { pageAt, pageCount, pageOf } from "./paging.ts";

it("every row of a list of any length is on one page, and pages follow on one another", () => {
  fc.assert(
    fc.property(fc.nat(5000), (count) => {
      let next = 0;
      for (let number = 0; number < pageCount(count); number++) {
        const { from, to } = pageAt(number, count);
        expect(from).toBe(next);
        for (const row of [from, to - 1].filter((one) => one >= from)) expect(pageOf(row, count).number).toBe(number);
        next = to;
      }
      expect(next).toBe(count);
    }),
  );
});

it("there is no page before the first and none after the last", () => {
  expect(pageAt(-3, 250)).toEqual({ number: 0, from: 0, to: PAGE_ROWS });
  expect(pageAt(9, 250)).toEqual({ number: 2, from: 2 * PAGE_ROWS, to: 250 });
  expect(pageAt(4, 0)).toEqual({ number: 0, from: 0, to: 0 });
});

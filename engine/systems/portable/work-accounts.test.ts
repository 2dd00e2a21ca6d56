import { expect, test } from "vitest";
import { ACCOUNTS, costsOf } from "../../hardware/work-accounts.ts";
import { FAMILY_SENTENCES } from "../all-sentences.ts";

const SENTENCES = Object.assign({}, ...Object.values(FAMILY_SENTENCES).flat()) as Readonly<Record<string, string>>;

test("every cost of an account is more than nothing, and its step has a sentence", () => {
  const all = Object.values(ACCOUNTS).flatMap(({ account }) => costsOf(account));
  expect(all.filter(({ value }) => !(value > 0))).toEqual([]);
  expect([...new Set(all.map(({ name }) => name))].filter((name) => !(name in SENTENCES))).toEqual([]);
});

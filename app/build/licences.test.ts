import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { licences } from "./licences.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

it("the licences name every dependency of the site, each with a text", () => {
  const text = licences(root);
  const { dependencies } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) expect(text).toMatch(new RegExp(`^${name} \\d`, "m"));
  expect(text).toContain("Permission is hereby granted, free of charge");
  expect(text).toContain("SIL OPEN FONT LICENSE");
  expect(text).toContain("Mozilla Public License 2.0");
});

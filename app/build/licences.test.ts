import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { licences, sitePackages } from "./licences.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

it("the licences name every dependency of the site, each with a text", () => {
  const text = licences(root);
  const names = [...sitePackages(root)].filter((name) => text.includes(`\n${name} `));
  for (const name of ["react", "react-dom", "d3-scale", "@codemirror/view", "@fontsource/ibm-plex-mono", "pyodide"]) {
    expect(names).toContain(name);
  }
  for (const name of ["vite", "mdx", "playwright", "subset-font"]) expect(names).not.toContain(name);
  for (const name of names) expect(text).toMatch(new RegExp(`^${name} \\d`, "m"));
  expect(text).toContain("Permission is hereby granted, free of charge");
  expect(text).toContain("SIL OPEN FONT LICENSE");
  expect(text).toContain("Mozilla Public License 2.0");
});

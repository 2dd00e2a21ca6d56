/** A module that imports a source file with "?rules" gets the numbered rules in its head. The page has no sources. */
import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";
import { readRules } from "../reference/rules.ts";

const QUERY = /\?rules$/;

export function rulesOfSources(): Plugin {
  return {
    name: "roundtrip:rules",
    enforce: "pre",
    load: {
      filter: { id: QUERY },
      async handler(id) {
        const file = id.replace(QUERY, "");
        this.addWatchFile(file);
        const rules = readRules(await readFile(file, "utf8"));
        return { code: `export default ${JSON.stringify(rules)};`, moduleType: "js" };
      },
    },
  };
}

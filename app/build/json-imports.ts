/**
 * Node wants to be told that an import is JSON. Vite hands JSON out as a script, which a browser that is told the same
 * refuses: so a page in development is not told. A built page has no such imports left.
 */
import type { Plugin } from "vite";

const TOLD = /,\s*\{\s*with:\s*\{\s*type:\s*"json"\s*\}\s*,?\s*\}/g;

export const jsonImports = (): Plugin => ({
  name: "roundtrip:json-imports",
  apply: "serve",
  enforce: "pre",
  transform: (code, id) => (/\/engine\/[^?]*\.ts$/.test(id) ? code.replaceAll(TOLD, "") : null),
});

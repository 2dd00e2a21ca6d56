/** Makes the catalogues of the languages small for the page: see app/language/compile.ts. */
import type { Plugin } from "vite";
import { compiled } from "../language/compile.ts";
import type { Catalogue } from "../language/compile.ts";

const IS_CATALOGUE = /\/lessons\/languages\/[^/]+\/site\/[^?]+\.json$/;

export const catalogues = (): Plugin => ({
  name: "roundtrip-catalogues",
  enforce: "pre",
  transform: (text, id) =>
    IS_CATALOGUE.test(id) ? { code: JSON.stringify(compiled(JSON.parse(text) as Catalogue)), map: null } : null,
});

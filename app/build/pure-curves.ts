/**
 * d3-shape comes as one file that makes each of its families of curves by a call. A bundler keeps the result of a call
 * that it does not know to be pure; with the annotation it leaves out the curves that no chart draws (1 KiB of gzip).
 */
import type { Plugin } from "vite";

const MADE = "= (function custom(";

/** Fails the build where the package is no longer written so: then this file has nothing to do and should go. */
export function pureCurves(): Plugin {
  return {
    name: "roundtrip-pure-curves",
    apply: "build",
    transform: {
      filter: { id: /\/d3-shape\/dist\/d3-shape\.mjs$/ },
      handler: (code) => {
        if (!code.includes(MADE)) throw new Error("pure-curves: d3-shape makes its curves in another way now.");
        return { code: code.replaceAll(MADE, "= /* @__PURE__ */ (function custom("), map: null };
      },
    },
  };
}

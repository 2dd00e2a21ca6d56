/**
 * What the compiler does not say, and needs no types: .oxlintrc.json has the rules with types. House rules of the
 * project's own are in engine/cli/tidy.
 */
import hooks from "eslint-plugin-react-hooks";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

// Holds for every text: readers see most of them, and tests look for the same words.
const APOSTROPHE = "/\\p{L}'(s|t|re|ll|ve|d|m)\\b/u";
const apostrophes = [
  `Literal[value=${APOSTROPHE}]`,
  `TemplateElement[value.raw=${APOSTROPHE}]`,
  `JSXText[value=${APOSTROPHE}]`,
].map((selector) => ({ selector, message: "An apostrophe is ’, not '." }));

export default defineConfig(
  globalIgnores(["{dist,dist-lab,.cache,test-results,playwright-report,contact-sheet}/", "**/*.d.mts"]),
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommended],
    rules: {
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      "@typescript-eslint/no-unused-vars": "off", // the compiler reports these
      eqeqeq: "error",
      "no-restricted-syntax": ["error", ...apostrophes],
    },
  },
  {
    files: ["app/**/*.tsx", "app/**/use-*.ts"],
    extends: [hooks.configs.flat["recommended-latest"]],
    rules: { "react-hooks/set-state-in-effect": "off" }, // a size is known only once the element is laid out
  },
);

/** What the compiler does not say. House rules of the project's own are in engine/cli/tidy. */
import { fileURLToPath } from "node:url";
import hooks from "eslint-plugin-react-hooks";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

const root = fileURLToPath(new URL(".", import.meta.url));

// Holds for every text: readers see most of them, and tests look for the same words.
const APOSTROPHE = "/\\p{L}'(s|t|re|ll|ve|d|m)\\b/u";
const apostrophes = [
  `Literal[value=${APOSTROPHE}]`,
  `TemplateElement[value.raw=${APOSTROPHE}]`,
  `JSXText[value=${APOSTROPHE}]`,
].map((selector) => ({ selector, message: "An apostrophe is ’, not '." }));

const quick = process.env["ROUNDTRIP_QUICK"] === "1";
const typed = {
  extends: [tseslint.configs.recommendedTypeChecked],
  languageOptions: {
    parserOptions: {
      tsconfigRootDir: root,
      project: [
        "engine/tsconfig.json",
        "engine/tsconfig.node.json",
        "app/tsconfig.json",
        "app/tsconfig.node.json",
        "e2e/tsconfig.json",
      ],
    },
  },
};
// Where quick the rules with types are off, so a comment that switches one of them off has no use.
const untyped = { extends: [tseslint.configs.recommended], linterOptions: { reportUnusedDisableDirectives: "off" } };

export default defineConfig(
  globalIgnores(["{dist,dist-lab,.cache,test-results,playwright-report,contact-sheet}/", "**/*.d.mts"]),
  {
    files: ["**/*.{ts,tsx}"],
    ...(quick ? untyped : typed),
    rules: {
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      "@typescript-eslint/no-unused-vars": "off", // the compiler reports these
      eqeqeq: "error",
      "no-restricted-syntax": ["error", ...apostrophes],
    },
  },
  {
    files: ["**/*.test.{ts,tsx}"],
    rules: {
      "@typescript-eslint/no-unsafe-assignment": "off", // expect.any() and its like are `any`
      "@typescript-eslint/unbound-method": "off", // expect(thing.method) does not call it
    },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    extends: [hooks.configs.flat["recommended-latest"]],
    rules: { "react-hooks/set-state-in-effect": "off" }, // a size is known only once the element is laid out
  },
  {
    // Built by tools, outside the type-checked projects.
    files: ["*.ts"],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { project: null } },
  },
);

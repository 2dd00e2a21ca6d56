/** The files of the reference's sections, which app/reference/sections.ts fetches one by one. */
import type { REFERENCE_SECTIONS } from "../setup/reference-sections.ts";

/** By section, from the project's folder. */
export const REFERENCE_FILES: Readonly<Record<(typeof REFERENCE_SECTIONS)[number], string>> = {
  parameters: "app/reference/Parameters.tsx",
  questions: "app/reference/questions/Questions.tsx",
  machines: "app/reference/Machines.tsx",
  protocols: "app/reference/Protocols.tsx",
  rules: "app/reference/RuleBooks.tsx",
  interfaces: "app/reference/interfaces/Interfaces.tsx",
  links: "app/reference/Links.tsx",
  keys: "app/reference/Keys.tsx",
  glossary: "app/reference/Glossary.tsx",
  browser: "app/reference/Kept.tsx",
};

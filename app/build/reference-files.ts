/** The files of the reference's sections, which app/reference/sections.ts fetches one by one. */
import type { ReferenceSection } from "../setup/reference-sections.ts";

/** By section, from the project's folder. */
export const REFERENCE_FILES: Readonly<Record<ReferenceSection, string>> = {
  experiments: "app/reference/ExperimentPage.tsx",
  faults: "app/reference/Faults.tsx",
  questions: "app/reference/QuestionPage.tsx",
  machines: "app/reference/MachinePage.tsx",
  protocols: "app/reference/ProtocolPage.tsx",
  rules: "app/reference/RuleBooks.tsx",
  interfaces: "app/reference/interfaces/Interfaces.tsx",
  links: "app/reference/Links.tsx",
  keys: "app/reference/Keys.tsx",
  glossary: "app/reference/Glossary.tsx",
  browser: "app/reference/Kept.tsx",
  access: "app/reference/access/Access.tsx",
};

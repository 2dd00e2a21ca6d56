/** The sections of the reference, by their names in links. */
export const REFERENCE_SECTIONS = [
  "parameters",
  "questions",
  "machines",
  "protocols",
  "rules",
  "interfaces",
  "links",
  "keys",
  "glossary",
  "browser",
] as const;

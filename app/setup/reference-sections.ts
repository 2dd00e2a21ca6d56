/** The sections of the reference, by their names in links. */
export const REFERENCE_SECTIONS = [
  "experiments",
  "faults",
  "questions",
  "machines",
  "protocols",
  "rules",
  "interfaces",
  "links",
  "keys",
  "glossary",
  "browser",
  "access",
] as const;

export type ReferenceSection = (typeof REFERENCE_SECTIONS)[number];

/** The sections of the reference, each fetched when it is first shown. */
import type { FunctionComponent } from "react";
import { fetched } from "../controls/fetched.tsx";
import type { Fetched } from "../controls/fetched.tsx";
import type { REFERENCE_SECTIONS } from "../setup/reference-sections.ts";

interface Section {
  readonly id: (typeof REFERENCE_SECTIONS)[number];
  readonly title: string;
  readonly Part: Fetched<{ readonly entry: string | null }>;
}

const section = (
  id: Section["id"],
  title: string,
  load: () => Promise<FunctionComponent<{ readonly entry: string | null }>>,
): Section => ({ id, title, Part: fetched(title, load) });

export const SECTIONS: readonly [Section, ...Section[]] = [
  section("parameters", "Parameters and faults", () => import("./Parameters.tsx").then((m) => m.Parameters)),
  section("questions", "Questions", () => import("./questions/Questions.tsx").then((m) => m.Questions)),
  section("machines", "Machines", () => import("./Machines.tsx").then((m) => m.Machines)),
  section("protocols", "Protocols", () => import("./Protocols.tsx").then((m) => m.Protocols)),
  section("rules", "What each rule is for", () => import("./RuleBooks.tsx").then((m) => m.RuleBooks)),
  section("interfaces", "Interfaces and stubs", () => import("./interfaces/Interfaces.tsx").then((m) => m.Interfaces)),
  section("links", "Links", () => import("./Links.tsx").then((m) => m.Links)),
  section("keys", "Keyboard", () => import("./Keys.tsx").then((m) => m.Keys)),
  section("glossary", "Glossary", () => import("./Glossary.tsx").then((m) => m.Glossary)),
  section("browser", "This browser", () => import("./Kept.tsx").then((m) => m.Kept)),
];

/** The section of this id; the first where there is none. */
export const sectionNamed = (id: string | null): Section => SECTIONS.find((one) => one.id === id) ?? SECTIONS[0];

/** The sections of the reference, each fetched when it is first shown. */
import type { FunctionComponent } from "react";
import { fetched } from "../controls/fetched.tsx";
import type { Fetched } from "../controls/fetched.tsx";
import type { ReferenceSection } from "../setup/reference-sections.ts";
import {
  experimentPages,
  machinePages,
  protocolPages,
  questionPages,
  type Paged,
  type ReferencePage,
} from "./pages.ts";

/** What a section of one page is shown with: what its link names; null for nothing. */
interface Whole {
  readonly entry: string | null;
}

export type Section = { readonly id: ReferenceSection; readonly title: string } & (
  | { readonly pages: null; readonly Part: Fetched<Whole> }
  | { readonly pages: readonly ReferencePage[]; readonly Part: Fetched<Paged> }
);

const whole = (id: ReferenceSection, title: string, load: () => Promise<FunctionComponent<Whole>>): Section => ({
  id,
  title,
  pages: null,
  Part: fetched(title, load),
});

const paged = (
  id: ReferenceSection,
  title: string,
  pages: readonly ReferencePage[],
  load: () => Promise<FunctionComponent<Paged>>,
): Section => ({ id, title, pages, Part: fetched(title, load) });

export const SECTIONS: readonly [Section, ...Section[]] = [
  paged("experiments", "Experiments", experimentPages, () =>
    import("./ExperimentPage.tsx").then((m) => m.ExperimentPage),
  ),
  paged("questions", "Questions", questionPages, () => import("./QuestionPage.tsx").then((m) => m.QuestionPage)),
  paged("protocols", "Protocols", protocolPages, () => import("./ProtocolPage.tsx").then((m) => m.ProtocolPage)),
  paged("machines", "Machines", machinePages, () => import("./MachinePage.tsx").then((m) => m.MachinePage)),
  whole("faults", "Fault script", () => import("./Faults.tsx").then((m) => m.Faults)),
  whole("rules", "What each rule is for", () => import("./RuleBooks.tsx").then((m) => m.RuleBooks)),
  whole("interfaces", "Interfaces and stubs", () => import("./interfaces/Interfaces.tsx").then((m) => m.Interfaces)),
  whole("links", "Links", () => import("./Links.tsx").then((m) => m.Links)),
  whole("keys", "Keyboard", () => import("./Keys.tsx").then((m) => m.Keys)),
  whole("glossary", "Glossary", () => import("./Glossary.tsx").then((m) => m.Glossary)),
  whole("browser", "This browser", () => import("./Kept.tsx").then((m) => m.Kept)),
  whole("access", "Access report", () => import("./access/Access.tsx").then((m) => m.Access)),
];

/** The section of this id; the first where there is none. */
export const sectionNamed = (id: string | null): Section => SECTIONS.find((one) => one.id === id) ?? SECTIONS[0];

/** What the assignment of a link asks of a lesson. */
import type { AskedLesson } from "../../lessons/hand-in/assignment.ts";
import type { PagePlace } from "../setup/location.ts";

/** The steps of a lesson that the assignment of its link asks for; all where the link has none. */
export async function wantedIn(slug: string, { query }: PagePlace): Promise<AskedLesson["steps"]> {
  if (!new URLSearchParams(query).has("lessons")) return "all";
  const { readAssignment, stepsAsked } = await import("../../lessons/hand-in/assignment.ts");
  return stepsAsked(readAssignment(query).assignment, slug);
}

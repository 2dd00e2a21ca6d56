/** The lessons of the claims of all papers, from the lessons' files. app/build/reproduction.ts runs it. */
import { claimsOf } from "../../engine/papers/claims.ts";
import { papers } from "../../engine/papers/index.ts";
import { ALL_LESSONS } from "../../lessons/all.ts";
import { claimLessons } from "../papers/claim-lessons.ts";
import type { LessonLink } from "../papers/claim-lessons.ts";

/** Paper id to claim id to the claim's lesson. */
export function allClaimLessons(): Readonly<Record<string, Readonly<Record<string, LessonLink>>>> {
  const titles = new Map(ALL_LESSONS.map(({ slug, title }) => [slug, title]));
  return Object.fromEntries(
    papers.map(({ id }) => {
      const own = ALL_LESSONS.filter(({ paper }) => paper === id);
      const found = Object.entries(claimLessons(id, claimsOf(id), own));
      return [id, Object.fromEntries(found.map(([claim, slug]) => [claim, { slug, title: titles.get(slug) ?? slug }]))];
    }),
  );
}

/** The lesson that treats a claim of a paper, found from the numbers that the lessons state. */
import { cell } from "../../engine/papers/lookup.ts";
import type { Claim } from "../../engine/papers/types.ts";
import { addressOf } from "../../lessons/numbers.ts";
import type { CellNumber, Lesson, LessonNumber } from "../../lessons/types.ts";

/** A lesson as a link names it. */
export interface LessonLink {
  readonly slug: string;
  readonly title: string;
}

/** Claim id to the slug of its lesson. */
type ClaimLessons = Readonly<Record<string, string>>;

/** The numbers that a text states and that have no table of their own: many lessons cite some of them. */
const TEXT = "text";

const isCell = (number: LessonNumber): number is CellNumber => number.kind === "cell";

/** Whether a lesson's number is the number of a claim, in one of the claim's tables. */
function isOf(paper: string, claim: Claim, number: CellNumber): boolean {
  if (claim.value === null || !claim.tables.includes(number.table)) return false;
  const { value, unit } = cell(addressOf(paper, number));
  return value === claim.value && unit === claim.unit;
}

/**
 * For each claim the first lesson of its paper that states the claim's own number; else the one that states most cells
 * of the claim's tables, of several the first; none where no lesson states any.
 * @param lessons those of the paper, in the order of the course
 */
export function claimLessons(paper: string, claims: readonly Claim[], lessons: readonly Lesson[]): ClaimLessons {
  const stating = lessons.map(({ slug, numbers }) => ({ slug, cells: Object.values(numbers).filter(isCell) }));
  const lessonOf = (claim: Claim): string | undefined => {
    const own = stating.find(({ cells }) => cells.some((number) => isOf(paper, claim, number)));
    if (own !== undefined) return own.slug;
    const tables = claim.tables.filter((id) => id !== TEXT);
    const counts = stating.map(({ slug, cells }) => ({
      slug,
      count: cells.filter(({ table }) => tables.includes(table)).length,
    }));
    const most = Math.max(...counts.map(({ count }) => count));
    return most > 0 ? counts.find(({ count }) => count === most)?.slug : undefined;
  };
  return Object.fromEntries(
    claims.flatMap((claim) => {
      const slug = lessonOf(claim);
      return slug === undefined ? [] : [[claim.id, slug] as const];
    }),
  );
}

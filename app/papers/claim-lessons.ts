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
const isOf = (paper: string, claim: Claim, number: CellNumber): boolean =>
  claim.value !== null && claim.tables.includes(number.table) && cell(addressOf(paper, number)).value === claim.value;

/**
 * For each claim the first lesson of its paper that states the claim's own number; else the first that cites one of the
 * claim's tables; none otherwise.
 * @param lessons those of the paper, in the order of the course
 */
export function claimLessons(paper: string, claims: readonly Claim[], lessons: readonly Lesson[]): ClaimLessons {
  const cells = lessons.map(({ slug, numbers }) => ({ slug, cells: Object.values(numbers).filter(isCell) }));
  return Object.fromEntries(
    claims.flatMap((claim) => {
      const tables = claim.tables.filter((id) => id !== TEXT);
      const found =
        cells.find((lesson) => lesson.cells.some((number) => isOf(paper, claim, number))) ??
        cells.find((lesson) => lesson.cells.some(({ table }) => tables.includes(table)));
      return found === undefined ? [] : [[claim.id, found.slug] as const];
    }),
  );
}

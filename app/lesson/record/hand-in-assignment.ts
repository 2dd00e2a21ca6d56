/** The file that a student hands in of an assignment: a report of each lesson that it asks for, with all runs made. */
import type { Assignment } from "../../../lessons/hand-in/assignment.ts";
import { bundleText } from "../../../lessons/hand-in/bundle.ts";
import { dataText } from "../../../lessons/hand-in/report-data.ts";
import { openDataOf } from "../../../lessons/index.ts";
import { recordOf } from "../../record/answers.ts";
import { handedIn, headNow } from "./handed-in.ts";
import { withEngine } from "./report-engine.ts";

/** Rejects where a run fails, or the files of a lesson do not come. */
export const handInText = (assignment: Assignment, student: string, answer: string): Promise<string> =>
  withEngine(async (engine) => {
    const reports: string[] = [];
    for (const { slug } of assignment.lessons) {
      const lesson = await openDataOf(slug, assignment.own ? student : null);
      if (lesson === null) continue;
      const head = headNow(lesson, assignment, student, assignment.own);
      reports.push(dataText(await handedIn(lesson, recordOf(slug), head, engine)));
    }
    const { question } = assignment;
    const own = question === "" ? null : { question, answer };
    return bundleText({ assignment: assignment.name, student, own, reports });
  });

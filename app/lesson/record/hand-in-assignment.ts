/** The file that a student hands in of an assignment: a report of each lesson that it asks for, with all runs made. */
import type { Assignment } from "../../../lessons/hand-in/assignment.ts";
import { bundleText } from "../../../lessons/hand-in/bundle.ts";
import { dataText } from "../../../lessons/hand-in/report-data.ts";
import { openDataOf } from "../../../lessons/index.ts";
import { recordOf } from "../../record/answers.ts";
import { handedIn } from "./handed-in.ts";
import { withEngine } from "./report-engine.ts";

/** Rejects where a run fails, or the files of a lesson do not come. */
export const handInText = (assignment: Assignment, student: string, answer: string): Promise<string> =>
  withEngine(async (engine) => {
    const saved = Math.floor(Date.now() / 1000);
    const drawn = assignment.own ? { own: true } : {};
    const head = { student, assignment: assignment.name, engine: __ROUNDTRIP_VERSION__, saved, ...drawn };
    const reports: string[] = [];
    for (const { slug, steps } of assignment.lessons) {
      const lesson = await openDataOf(slug, assignment.own ? student : null);
      const asked = steps === "all" ? {} : { asked: steps };
      if (lesson !== null)
        reports.push(dataText(await handedIn(lesson, recordOf(slug), { ...head, ...asked }, engine)));
    }
    const { question } = assignment;
    const own = question === "" ? null : { question, answer };
    return bundleText({ assignment: assignment.name, student, own, reports });
  });

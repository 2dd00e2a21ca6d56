/** A lesson that stands whole in another page: it is joined to that page before it is drawn. */
import { openLesson } from "../../lessons/index.ts";
import { takeInAnswers } from "../record/answers.ts";
import type { PagePlace } from "../setup/location.ts";
import { presentationOf } from "../setup/presentation.ts";
import { speakWithParent } from "./parent.ts";

/** Settles once the reader’s answers are there. Rejects where the lesson’s files do not come. */
export async function joinParent(place: PagePlace): Promise<void> {
  const [open] = await Promise.all([openLesson(place.path.split("/")[2] ?? ""), takeInAnswers()]);
  if (open !== null && window.parent !== window) speakWithParent(open.lesson, presentationOf(place).parent);
}

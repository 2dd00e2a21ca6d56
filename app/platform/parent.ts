/**
 * A lesson in a frame tells the page around it how the reader stands, and does what that page asks; the page of an
 * assignment tells which of its lessons are done. The page that a
 * link names with `parent=` gets the messages and may ask; where the link names none, any page around the lesson gets
 * them, and none may ask. What is asked becomes an address, which the lesson follows as it follows any link: nothing in
 * a message is run.
 */
import { itemAt } from "../../engine/kernel/reads.ts";
import { findLesson } from "../../lessons/course.ts";
import { openDataOf, openLessonOf } from "../../lessons/index.ts";
import type { AskedLesson } from "../../lessons/hand-in/assignment.ts";
import type { Lesson } from "../../lessons/types.ts";
import { stepIndex, stepPlace } from "../lesson/lesson-link.ts";
import { answers, recordOf } from "../record/answers.ts";
import type { LessonRecord } from "../record/record.ts";
import { keptStudent } from "../record/student.ts";
import { lockProblems } from "../setup/address-problems.ts";
import { currentPlace, hashOf, partOf, placeName } from "../setup/location.ts";
import type { PagePlace } from "../setup/location.ts";
import { ownStudent, presentationOf, withPresentation } from "../setup/presentation.ts";
import { MESSAGES, readCommand } from "./messages.ts";
import type { Command, Spoken } from "./messages.ts";
import { standingOf } from "./standing.ts";
import { wantedIn } from "./wanted.ts";

/** The place with other keys of the stage than the step has; those of the presentation stay. */
function setPlace(step: PagePlace, { parameters, seed, faults }: Extract<Command, { type: "set" }>): PagePlace {
  const query = new URLSearchParams(Object.entries(parameters).map(([key, value]) => [key, String(value)]));
  if (seed !== null) query.set("seed", String(seed));
  for (const fault of faults ?? []) query.append("fault", fault);
  return { path: step.path, query: [step.query, query.toString()].filter((part) => part !== "").join("&") };
}

/** Follows a command. Returns null, or why it cannot be followed. */
async function follow(lesson: Lesson, command: Command): Promise<string | null> {
  const here = currentPlace();
  const index = stepIndex(here, lesson.steps.length) ?? 0;
  const goTo = (place: PagePlace): null => {
    window.location.hash = hashOf(place);
    return null;
  };
  switch (command.type) {
    case "go":
      return goTo(stepPlace(lesson.slug, command.step - 1, here));
    case "set": {
      const place = setPlace(stepPlace(lesson.slug, index, here), command);
      const { readStage } = await import("../lesson/read-lesson-link.ts");
      const { problems } = await readStage(place, itemAt(lesson.steps, index, "step").stage);
      return problems[0] ?? goTo(place);
    }
    case "lock": {
      const [problem] = command.parts.length === 0 ? [] : lockProblems(command.parts.join(","));
      if (problem !== undefined) return problem;
      const { hide } = presentationOf(here);
      const query = new URLSearchParams(here.query);
      for (const key of ["hide", "lock"]) query.delete(key);
      return goTo(
        withPresentation(
          { path: here.path, query: query.toString() },
          { ...presentationOf(here), hide, lock: command.parts },
        ),
      );
    }
  }
}

/** The answers that are new since the record before: those of the log, and sentences that ours was compared with. */
function newAnswers(before: LessonRecord, now: LessonRecord): readonly Extract<Spoken, { type: "answered" }>[] {
  const logged = now.log.slice(before.log.length).map(({ about, right }) => ({ about, right }));
  const said = Object.entries(now.explains)
    .filter(([id, { shown }]) => shown && before.explains[id]?.shown !== true)
    .map(([about]) => ({ about, right: null }));
  return [...logged, ...said].map((one) => ({ type: "answered", step: now.at, ...one }));
}

type Tell = (said: Spoken) => void;

/** Tells how high the page is, whenever that changes. Returns what ends it. */
function tellHeight(tell: Tell): () => void {
  let height = 0;
  const observer = new ResizeObserver(() => {
    const px = Math.ceil(document.body.getBoundingClientRect().height);
    if (px !== height) tell({ type: "height", px });
    height = px;
  });
  observer.observe(document.body);
  return () => observer.disconnect();
}

/** Speaks about a lesson. Returns what ends it. */
function speakOfLesson(lesson: Lesson, parent: string | null, wanted: AskedLesson["steps"], tell: Tell): () => void {
  const { slug } = lesson;
  let [before, standing] = [recordOf(slug), standingOf(lesson, recordOf(slug), wanted)];
  const tellScore = (): void => {
    const { score, answered, questions } = standing;
    tell({ type: "score", score, answered, questions });
  };
  const forget = answers.subscribe(() => {
    const now = recordOf(slug);
    if (now === before) return;
    const was = standing;
    standing = standingOf(lesson, now, wanted);
    for (const told of newAnswers(before, now)) tell(told);
    before = now;
    const { step, steps, score, answered, completed, passed } = standing;
    if (was.step !== step) tell({ type: "step", step, steps });
    if (was.score !== score || was.answered !== answered) tellScore();
    if (completed && (!was.completed || was.score !== score)) tell({ type: "done", score, passed });
  });
  const hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (source !== window.parent) return;
    const command = readCommand(data, lesson.steps.length);
    if (command === null) return;
    const refuse = (why: string): void => tell({ type: "refused", why });
    if (parent === null) {
      const add = origin === "null" ? "and yours has no origin that it could name" : `add parent=${origin} to it`;
      refuse(`This link names no page that may direct the lesson: ${add}.`);
    } else if (origin !== parent) {
      return; // nor does it hear of it: it is not the page that the link names
    } else if (typeof command === "string") {
      refuse(command);
    } else {
      follow(lesson, command).then(
        (why) => (why === null ? undefined : refuse(why)),
        () => refuse("A file that this needs could not be fetched. Ask again."),
      );
    }
  };
  window.addEventListener("message", hear);
  const title = findLesson(slug)?.lesson.title ?? slug;
  tell({ type: "ready", lesson: slug, title, version: __ROUNDTRIP_VERSION__ });
  tell({ type: "step", step: standing.step, steps: standing.steps });
  tellScore();
  return () => {
    forget();
    window.removeEventListener("message", hear);
  };
}

/** Speaks about the page of an assignment: which of its lessons are done. Returns what ends it. */
async function speakOfAssignment({ query }: PagePlace, tell: Tell): Promise<() => void> {
  const { readAssignment } = await import("../../lessons/hand-in/assignment.ts");
  const { assignment } = readAssignment(query);
  const student = assignment.own ? keptStudent().trim() : "";
  const opened = await Promise.all(
    assignment.lessons.map(async ({ slug, steps }) => {
      const lesson = await openDataOf(slug, student === "" ? null : student);
      return lesson === null ? [] : [{ lesson, steps }];
    }),
  );
  const all = opened.flat();
  const lessons = all.map(({ lesson }) => lesson.slug);
  let told: string | null = null;
  const tellDone = (): void => {
    const finished = all.filter(({ lesson, steps }) => standingOf(lesson, recordOf(lesson.slug), steps).completed);
    const done = finished.map(({ lesson }) => lesson.slug);
    const title = assignment.name === "" ? "Assignment" : assignment.name;
    const now = done.join(",");
    if (now !== told) tell({ type: "assignment", title, lessons, done, version: __ROUNDTRIP_VERSION__ });
    told = now;
  };
  tellDone();
  return answers.subscribe(tellDone);
}

/** Begins to speak about what stands at a place. Returns what ends it; null where nothing is there to speak of. */
async function speakOf(place: PagePlace, tell: Tell): Promise<(() => void) | null> {
  if (placeName(place) === "do") return speakOfAssignment(place, tell);
  const presentation = presentationOf(place);
  const slug = partOf(place);
  const open = await openLessonOf(slug, ownStudent(presentation, keptStudent()));
  if (open === null) return null;
  return speakOfLesson(open.lesson, presentation.parent, await wantedIn(slug, place), tell);
}

/** What decides with whom and of what is spoken: not the step, nor what is set on the stage. */
function subjectOf(place: PagePlace): string {
  const { parent, own, work } = presentationOf(place);
  const path = place.path.split("/").slice(0, 3).join("/");
  return JSON.stringify([path, parent, own, work]);
}

/** Speaks with the page around this one, about what stands here: a lesson, or an assignment. */
export async function speakWithParent(): Promise<void> {
  let subject = "";
  let end: () => void = () => undefined;
  const begin = async (): Promise<void> => {
    const place = currentPlace();
    const mine = subjectOf(place);
    if (mine === subject) return;
    subject = mine;
    end();
    const { withText, parent } = presentationOf(place);
    const tell: Tell = (said) => {
      if (mine !== subject) return; // the reader has gone on while files were on their way
      window.parent.postMessage({ roundtrip: MESSAGES, ...said }, parent ?? "*");
    };
    const ends = withText ? [await speakOf(place, tell), tellHeight(tell)] : [];
    const endAll = (): void => ends.forEach((one) => one?.());
    if (mine === subject) end = endAll;
    else endAll();
  };
  window.addEventListener("hashchange", () => void begin().catch(reportError));
  await begin();
}

/** The places of the site. Each is a file of its own: a reader of a lesson waits for no bench. */
import { fetched } from "./controls/fetched.tsx";
import { takeInAnswers } from "./record/answers.ts";

export const CourseHome = fetched("The course", async () => {
  const [{ CourseHome: place }] = await Promise.all([import("./course/CourseHome.tsx"), takeInAnswers()]);
  return place;
});
export const LessonPlayer = fetched("The lesson", async () => {
  const [{ LessonPlayer: place }] = await Promise.all([import("./lesson/LessonPlayer.tsx"), takeInAnswers()]);
  return place;
});
/** A bench that cannot be drawn is begun anew with the next address: its own run may be what it fails by. */
const forgetBench = (): void =>
  void import("./bench/session.ts").then(
    (m) => m.forgetBench(),
    () => undefined, // where its file does not come, no bench was begun
  );
export const BenchPlace = fetched(
  "The bench",
  () => import("./bench/BenchPlace.tsx").then((m) => m.BenchPlace),
  forgetBench,
);
export const NumbersPlace = fetched("Your numbers", async () => {
  const services = import("../engine/experiments/load.ts").then((m) => m.loadFamily("services"));
  const [{ NumbersPlace: place }] = await Promise.all([import("./numbers/NumbersPlace.tsx"), services]);
  return place;
});
export const CapturePlace = fetched("Captures", () => import("./capture/CapturePlace.tsx").then((m) => m.CapturePlace));
export const TracesPlace = fetched("Traces", () => import("./spans/TracesPlace.tsx").then((m) => m.TracesPlace));
export const ConceptPlace = fetched("The concept test", () =>
  import("./concept/ConceptPlace.tsx").then((m) => m.ConceptPlace),
);
export const AssignedPlace = fetched("The assignment", async () => {
  const [{ AssignedPlace: place }] = await Promise.all([import("./assigned/AssignedPlace.tsx"), takeInAnswers()]);
  return place;
});
export const DeskPlace = fetched("The desk", () => import("./desk/DeskPlace.tsx").then((m) => m.DeskPlace));
export const PapersPlace = fetched("The papers", () => import("./papers/PapersPlace.tsx").then((m) => m.PapersPlace));
export const WritePlace = fetched("Write the rule", () => import("./write/WritePlace.tsx").then((m) => m.WritePlace));
export const ReferencePlace = fetched("The reference", () =>
  import("./reference/ReferencePlace.tsx").then((m) => m.ReferencePlace),
);

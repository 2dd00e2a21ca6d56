/** The reports of a class as they are checked: the desk’s panes show them. They stay in this page’s memory alone. */
import { create } from "zustand";
import { checkReceipt, checkReport, refused } from "../../../lessons/hand-in/check-report.ts";
import type { CheckedReport, Checker } from "../../../lessons/hand-in/check-report.ts";
import { checkedIn } from "../../../lessons/hand-in/bundle.ts";
import { rememberingRuns } from "../../../lessons/hand-in/known-runs.ts";
import { openData } from "../../../lessons/index.ts";
import type { Lesson } from "../../../lessons/types.ts";
import { Cancelled } from "../../workers/engine-client.ts";
import { messageOf } from "../../words/message-of.ts";
import { handedIn, MOST_FILES } from "./opened-files.ts";
import type { ClassFile } from "./opened-files.ts";
import { Runners } from "./runners.ts";

interface ClassFiles {
  readonly reports: readonly CheckedReport[]; // in the order in which they were done
  /** Lessons of these reports, by slug. */
  readonly lessons: ReadonlyMap<string, Lesson>;
  readonly taken: number; // files, those that are refused or still to be checked among them
  /** Files that are still to be checked; 0 when none is. */
  readonly left: number;
  /** What was said of the last files as a whole; "" for nothing. */
  readonly said: string;
  /** Whether these are the answers of nobody. */
  readonly invented: boolean;
}

const NONE: ClassFiles = { reports: [], lessons: new Map(), taken: 0, left: 0, said: "", invented: false };

export const classFiles = create<ClassFiles>(() => NONE);

let runners = new Runners();
const lessons = new Map<string, Lesson>();

/** Another try may reach the network again, so what was not fetched is not kept. */
async function open(slug: string): Promise<Lesson | null> {
  const known = lessons.get(slug);
  if (known !== undefined) return known;
  const lesson = await openData(slug);
  if (lesson !== null) lessons.set(slug, lesson);
  return lesson;
}

/** Equal runs are made once for as long as the page is there. */
export const checker: Checker = { open, engine: rememberingRuns((run) => runners.engine(run)) };

const AT_ONCE = 12; // files: their runs keep all workers busy
/** A table of a class takes a moment to draw: results are shown together. */
const SHOW_MS = 250;

/** What a report must belong to. */
export type Wanted = NonNullable<Parameters<typeof checkReport>[3]>;
export const ANY: Wanted = { assignment: null, own: false };

let turn = 0;

/** A file holds one report, or those of all lessons of an assignment. */
async function checkOne(file: ClassFile, wanted: Wanted): Promise<readonly CheckedReport[]> {
  try {
    const read = await file.read();
    if ("why" in read) return [refused(file.name, read.why)];
    const now = Math.floor(Date.now() / 1000);
    return await checkedIn(file.name, read.text, (name, text) => checkReport(checker, name, text, { ...wanted, now }));
  } catch (error) {
    return [refused(file.name, `It cannot be checked: ${messageOf(error)}`, "damaged")];
  }
}

/** Checks files one after another, a few at once, and shows the results as they come. */
async function checkAll(all: readonly ClassFile[], wanted: Wanted): Promise<void> {
  const mine = ++turn;
  let done: CheckedReport[] = [];
  let files = 0;
  let shownAt = 0;
  const show = (): void => {
    const { reports, left } = classFiles.getState();
    classFiles.setState({ reports: [...reports, ...done], left: left - files, lessons: new Map(lessons) });
    [done, files] = [[], 0];
    shownAt = performance.now();
  };
  const rest = all.values();
  const work = async (): Promise<void> => {
    for (const file of rest) {
      const checked = await checkOne(file, wanted);
      if (mine !== turn) return;
      done.push(...checked);
      files++;
      if (performance.now() - shownAt > SHOW_MS) show();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (mine === turn) show();
}

/**
 * Adds files to those of the class.
 * @param wanted the assignment that the class was given
 */
export async function addFiles(files: readonly File[], wanted: Wanted): Promise<void> {
  if (classFiles.getState().left > 0) {
    const names = files.map(({ name }) => name).join(", ");
    classFiles.setState({
      said: `${names}: left out, as other files are being checked. Drop them again when these are done.`,
    });
    return;
  }
  if (classFiles.getState().invented) classFiles.setState(NONE);
  const before = classFiles.getState().taken;
  classFiles.setState({ taken: before + files.length, left: files.length, said: "" });
  const mine = turn;
  const all = await handedIn(files);
  if (mine !== turn) return; // stopped while zip files were unpacked
  const room = Math.max(0, MOST_FILES - before);
  const more = all.length - room;
  if (more > 0) {
    const said = `${more} files more than ${MOST_FILES} were not read. Forget these first, or take fewer.`;
    classFiles.setState({ said });
  }
  const some = all.slice(0, room);
  classFiles.setState({ taken: before + some.length, left: some.length });
  await checkAll(some, wanted);
}

/** Ends the work on files that are not done yet; those that are stay. */
export function stop(): void {
  turn++;
  runners.end();
  runners = new Runners();
  const { left, taken } = classFiles.getState();
  classFiles.setState({
    taken: taken - left,
    left: 0,
    said: `You stopped it: ${left} files were not checked. Choose them again to go on.`,
  });
}

export function forget(): void {
  if (classFiles.getState().left > 0) stop();
  classFiles.setState(NONE);
}

/** A class that nobody was, made by running three lessons, and checked as if it came from files. */
export async function showInvented(): Promise<void> {
  forget();
  classFiles.setState({ taken: 1, left: 1, invented: true, said: "" }); // one, until it is known how many
  const mine = turn;
  try {
    const { inventedFiles } = await import("./invented-class.ts");
    const files = await inventedFiles(checker);
    if (mine !== turn) return;
    classFiles.setState({ taken: files.length, left: files.length });
    await checkAll(files, ANY);
  } catch (error) {
    if (error instanceof Cancelled) return;
    classFiles.setState({ ...NONE, said: `The invented class cannot be made: ${messageOf(error)}` });
  }
}

/** A receipt, verified by running it. */
export const verify = (text: string): Promise<CheckedReport> => checkReceipt(checker, text);

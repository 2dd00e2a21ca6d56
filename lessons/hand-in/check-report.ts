/**
 * Checks a report by running it: every part of a checkpoint is judged again, every hash compared, every prediction held
 * to its truth. What a report says of itself counts only where the runs agree.
 */
import { ENGINE_VERSION } from "../../engine/experiments/export/version.ts";
import { allowedText, readValue } from "../../engine/experiments/parameters.ts";
import { quote } from "../../engine/faults/quote.ts";
import { experimentNamed } from "../named.ts";
import { openVariant } from "../variants/open-variant.ts";
import { lessonsId } from "../variants/variant.ts";
import { shownBy } from "../miss.ts";
import { asItStands } from "../judge.ts";
import type { Checkpoint, CheckpointPart, Lesson, Prediction, Step } from "../types.ts";
import type { Misconception } from "../misconceptions.ts";
import { isRight, truthCurve } from "../verdict.ts";
import type { Committed } from "../verdict.ts";
import { openSteps } from "./open-steps.ts";
import { proofOf } from "./proof.ts";
import type { ProofEngine } from "./proof.ts";
import { readData, readReport, ReportFault } from "./read-report.ts";
import type { Kind } from "./read-report.ts";
import { checkSeal, openReceipt, receiptData } from "./receipt.ts";
import type { CheckGiven, OwnAnswer, ReportData } from "./report-data.ts";
import { guessText, setText, truthText } from "./shown.ts";
import { checksIn, saidIn } from "./said.ts";

export type State =
  | ("same" | "differs" | "no idea" | "passed" | "not passed" | "told" | "written" | "not yet")
  /** The runs say otherwise than the file. */
  | "does not match";

/** One question of a step: what was answered, and what is so. */
export interface Answer {
  readonly step: number; // from 1
  readonly id: string; // of the prediction, the explanation, or "checkpoint/part"
  readonly kind: "prediction" | "explanation" | "checkpoint";
  readonly state: State;
  readonly given: string; // the first guess, the sentence, the parameters; "" for none
  readonly truth: string; // "" where there is none, or nothing was answered
  readonly beliefs: readonly Misconception[];
  readonly tries: number;
  readonly at: number | null; // seconds since 1970
  readonly hash: string | null; // of its runs, as they were made now; null where it has none
  /** Why it does not match; left out where it does. */
  readonly why?: string;
}

interface Read {
  readonly data: ReportData;
  readonly answers: readonly Answer[];
}

export interface CheckedReport {
  readonly file: string;
  /** "good" counts; "old" counts, too, as its runs agree; the others do not. */
  readonly kind: "good" | Kind;
  readonly reasons: readonly string[];
  readonly data: ReportData | null; // null where it could not be read
  readonly answers: readonly Answer[];
  /** Of a forged file whose data were saved as they are: what it says, for a teacher’s eyes. It counts nowhere. */
  readonly claimed: Read | null;
  /** The file whose answers were given in the same seconds, under another name; left out for none. */
  readonly alike?: string;
  /** Some of its times cannot be so, as a reason says; left out where all can. */
  readonly untimely?: true;
  /** In a hand-in of an assignment whose teacher asks a question of their own. */
  readonly own?: OwnAnswer;
}

export interface Checker {
  readonly open: (slug: string) => Promise<Lesson | null>;
  readonly engine: ProofEngine;
}

const forged = (sentence: string): ReportFault => new ReportFault("forged", sentence);
const foreign = (sentence: string): ReportFault => new ReportFault("foreign", sentence);

/** A report of which some answers do not match their runs. */
class Mismatch extends ReportFault {
  readonly read: Read;

  constructor(why: string, read: Read) {
    super("forged", why);
    this.read = read;
  }
}

/** An answer that the page of the lesson cannot give. */
function checkCommitted(lesson: Lesson, prediction: Prediction, answer: Committed): void {
  const say = (why: string): never => {
    throw forged(`Prediction ${quote(prediction.id)}: ${why}; the lesson takes no such answer.`);
  };
  if (answer.kind === "none") return;
  if (answer.kind !== prediction.kind) say(`the answer is a ${answer.kind}, not a ${prediction.kind}`);
  if (answer.kind === "choice" && prediction.kind === "choice") {
    if (!prediction.options.some(({ id }) => id === answer.option)) say(`there is no option ${quote(answer.option)}`);
  }
  if (answer.kind === "number" && prediction.kind === "number") {
    const { value, interval } = answer;
    if (interval !== null && !(interval.low <= interval.high)) say("the ends of its interval are the wrong way round");
    if (value < prediction.min || value > prediction.max)
      say(`${value} is not in ${prediction.min} to ${prediction.max}`);
  }
  const isOffPaper = (ys: readonly number[], { max }: { readonly max: number }): boolean =>
    ys.some((y) => y < 0 || y > max);
  if (answer.kind === "curve" && prediction.kind === "curve") {
    if (isOffPaper(answer.ys, prediction)) say(`its curve leaves 0 to ${prediction.max}`);
    const want = truthCurve(lesson.paper, prediction).length;
    if (answer.ys.length !== want) say(`its curve has ${answer.ys.length} points, not ${want}`);
  }
  if (answer.kind === "crossing" && prediction.kind === "crossing") {
    if (answer.curves.some((ys) => isOffPaper(ys, prediction))) say(`its curves leave 0 to ${prediction.max}`);
    const want = prediction.x.values.length;
    if (answer.curves.length !== 2 || answer.curves.some(({ length }) => length !== want))
      say(`its curves are not two with ${want} points each`);
  }
}

function predictionAnswer(lesson: Lesson, prediction: Prediction, data: ReportData, step: number): Answer {
  const given = data.predictions[prediction.id];
  const common = { step, id: prediction.id, kind: "prediction" as const };
  if (given === undefined)
    return { ...common, tries: 0, state: "not yet", given: "", truth: "", beliefs: [], at: null, hash: null };
  const [first] = given.answers;
  if (first === undefined) throw forged(`Prediction ${quote(prediction.id)}: it is answered, and holds no answer.`);
  for (const answer of given.answers) checkCommitted(lesson, prediction, answer);
  const right = isRight(lesson, prediction, first);
  return {
    ...common,
    tries: given.answers.length,
    state: first.kind === "none" ? "no idea" : right ? "same" : "differs",
    given: guessText(lesson, prediction, first),
    truth: truthText(lesson, prediction),
    beliefs: shownBy(lesson, prediction, first),
    ...{ at: given.at, hash: null },
  };
}

function sentences(lesson: Lesson, step: Step, data: ReportData, place: number): Answer[] {
  return saidIn(step).map(({ id, picks = [] }): Answer => {
    const { pick, text } = data.explains[id] ?? { pick: null, text: "" };
    const picked = picks.find((one) => one.id === pick);
    const { tags = [] } = picked ?? {};
    if (pick !== null && picked === undefined)
      throw forged(`Explanation ${quote(id)}: there is no choice ${quote(pick)}.`);
    const given = [picked === undefined ? "" : setText(lesson, picked.text), text.trim()].filter((one) => one !== "");
    const [right] = picks.filter((one) => one.right === true);
    const state = given.length === 0 ? "not yet" : picked === undefined ? "written" : picked.right ? "same" : "differs";
    return {
      ...{ step: place, id, kind: "explanation", state, given: given.join(" — "), tries: given.length === 0 ? 0 : 1 },
      truth: given.length === 0 || right === undefined ? "" : setText(lesson, right.text),
      ...{ beliefs: tags, at: null, hash: null },
    };
  });
}

/** What of a part’s setup cannot be from the lesson. */
function checkSetup(name: string, part: CheckpointPart, given: CheckGiven): void {
  const { params } = experimentNamed(part.experiment);
  const say = (why: string): never => {
    throw forged(`Checkpoint ${quote(name)}: ${why}.`);
  };
  if (given.experiment !== part.experiment) say(`its experiment is ${quote(given.experiment)}, not ${part.experiment}`);
  if (given.seeds.join() !== part.seeds.join())
    say(`its seeds are ${given.seeds.join(", ")}, not ${part.seeds.join(", ")}`);
  if (part.breaks === undefined && given.faults.length > 0) say("it has fault lines, and the part takes none");
  for (const [key, value] of Object.entries(given.set)) {
    const param = params[key];
    if (param === undefined || !part.free.includes(key)) say(`${quote(key)} is not free in it`);
    else if (readValue(param, String(value)) !== value)
      say(`${key} = ${quote(String(value))} is not allowed: ${allowedText(param)}`);
  }
}

/** The hashes of a report are compared; a receipt has none for a single part, and they are found. */
type Hashes = "compare" | "find";

async function checkAnswer(
  { engine, hashes = "compare" }: Checker & { readonly hashes?: Hashes },
  { lesson, step, place }: { readonly lesson: Lesson; readonly step: Step; readonly place: number },
  checkpoint: Checkpoint,
  part: CheckpointPart,
  data: ReportData,
): Promise<Answer> {
  const name = `${checkpoint.id}/${part.id}`;
  const given = data.checks[name];
  const common = { step: place, id: lessonsId(name), kind: "checkpoint" as const, beliefs: [], truth: "" };
  if (given === undefined) return { ...common, state: "not yet", given: "", tries: 0, at: null, hash: null };
  checkSetup(name, part, given);
  const tries = given.failures + (given.passed ? 1 : 0);
  if (given.hash === null) {
    if (tries > 0) throw forged(`Checkpoint ${quote(name)}: it was submitted, and has no hash of a run.`);
    return { ...common, state: given.told ? "told" : "not yet", given: "", tries: 0, at: null, hash: null };
  }
  if (tries === 0) throw forged(`Checkpoint ${quote(name)}: it has the hash of a run, and was not submitted.`);
  const set = { ...asItStands(step.stage, part).set, ...given.set };
  const { judgement, hash } = await proofOf(part, { set, faults: given.faults }, engine);
  if (given.passed && !judgement.passed)
    throw forged(`Checkpoint ${quote(name)}: it says “passed”, and the run with its parameters does not pass.`);
  if (hashes === "compare" && hash !== given.hash)
    throw forged(`Checkpoint ${quote(name)}: the hash of its runs is ${given.hash}; the runs give ${hash}.`);
  const truth = setText(lesson, checkpoint.solution);
  const shown = [...Object.entries(given.set).map(([key, value]) => `${key} = ${value}`), ...given.faults].join("; ");
  return { ...common, truth, state: given.passed ? "passed" : "not passed", given: shown, tries, at: given.at, hash };
}

/** The same, where it is forged with the reason: the other answers of its report are looked at, too. */
async function orMismatch(named: Pick<Answer, "step" | "id" | "kind">, answer: () => Promise<Answer>): Promise<Answer> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof ReportFault) || error.kind !== "forged") throw error;
    const none = { given: "", truth: "", beliefs: [], tries: 0, at: null, hash: null };
    return { ...named, ...none, state: "does not match", why: error.message };
  }
}

/** What of a report its lesson does not have. */
function checkNames(lesson: Lesson, data: ReportData): void {
  const whose = data.own === true ? quote(data.student) : "the lesson’s own";
  const questions = lesson.steps.flatMap((step) => [
    step.predict?.id,
    ...saidIn(step).map(({ id }) => id),
    ...checksIn(step).map(({ name }) => name),
  ]);
  const names = [data.predictions, data.explains, data.checks].flatMap((one) => Object.keys(one));
  const other = names.find((name) => !questions.includes(name));
  if (other !== undefined && questions.some((one = "") => lessonsId(one) === lessonsId(other)))
    throw forged(`Checkpoint ${quote(lessonsId(other))}: these are the numbers of another code than ${whose}.`);
  if (other !== undefined) throw foreign(`Lesson ${lesson.slug} has no question ${quote(other)}.`);
}

/** All answers of a report, each run again. Throws ReportFault for what is forged. */
async function answersOf(checker: Checker, lesson: Lesson, data: ReportData, hashes: Hashes): Promise<Answer[]> {
  checkNames(lesson, data);
  const answers: Answer[] = [];
  for (const [index, step] of lesson.steps.entries()) {
    const place = index + 1;
    const { predict, checkpoint } = step;
    if (predict !== undefined)
      answers.push(
        await orMismatch({ step: place, id: predict.id, kind: "prediction" }, () =>
          Promise.resolve().then(() => predictionAnswer(lesson, predict, data, place)),
        ),
      );
    answers.push(...sentences(lesson, step, data, place));
    if (checkpoint === undefined) continue;
    for (const part of checkpoint.parts) {
      const at = { lesson, step, place };
      const named = { step: place, id: `${checkpoint.id}/${part.id}`, kind: "checkpoint" as const };
      answers.push(await orMismatch(named, () => checkAnswer({ ...checker, hashes }, at, checkpoint, part, data)));
    }
  }
  for (const { why } of answers) if (why !== undefined) throw new Mismatch(why, { data, answers });
  const open = openSteps(lesson, data, data.asked);
  if (data.finished !== (open.length === 0)) {
    const which = open.length === 0 ? "none is open" : `open are ${open.join(", ")}`;
    throw forged(`It says that it is ${data.finished ? "" : "not "}finished; of its steps ${which}.`);
  }
  return answers;
}

/** What a file or a text came to, whatever it holds: nothing that it does ends the work on others. */
async function checked(file: string, check: () => Promise<Read>): Promise<CheckedReport> {
  try {
    const { data, answers } = await check();
    const isNow = data.engine === ENGINE_VERSION;
    const reasons = isNow ? [] : [`${versionText(data)} Its runs agree.`];
    return { file, kind: isNow ? "good" : "old", reasons, data, answers, claimed: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isOurs = error instanceof ReportFault;
    const reason = isOurs ? message : `Its runs cannot be made: ${message}`;
    const claimed = error instanceof Mismatch ? error.read : null;
    return { file, kind: isOurs ? error.kind : "damaged", reasons: [reason], data: null, answers: [], claimed };
  }
}

/** A file that is refused before it is read. */
export const refused = (file: string, why: string, kind: Kind = "foreign"): CheckedReport => ({
  ...{ file, kind, reasons: [why], data: null, answers: [], claimed: null },
});

const versionText = ({ engine }: ReportData): string =>
  `It was saved with version ${quote(engine)}; this is ${ENGINE_VERSION}.`;

/** What a class was given. */
interface Wanted {
  readonly assignment: string | null; // null for whichever
  readonly own: boolean; // each student has numbers of their own; a report with those of the lesson is refused
  readonly now?: number; // seconds since 1970; left out: no time is too late
}

async function lessonOf(
  { open }: Checker,
  { lesson: slug, assignment, student, own = false }: ReportData,
  wanted: Wanted,
): Promise<Lesson> {
  const lesson = /^[a-z0-9-]+$/.test(slug) ? await open(slug) : null;
  if (lesson === null) throw foreign(`There is no lesson ${quote(slug)} in this course.`);
  if (wanted.assignment !== null && assignment !== wanted.assignment)
    throw foreign(`It belongs to the assignment ${quote(assignment)}, not to ${quote(wanted.assignment)}.`);
  if (wanted.own && !own)
    throw foreign("It has the lesson’s own numbers; the assignment asks for those of the student’s code.");
  return own ? openVariant(lesson, student) : lesson;
}

/** Another version may give other runs: then a report of it is old, and no forgery. */
async function asOld<T>(data: ReportData, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ReportFault) || error.kind !== "forged" || data.engine === ENGINE_VERSION) throw error;
    throw new ReportFault("old", `${versionText(data)} ${error.message}`);
  }
}

const DAY = 86_400; // seconds: clocks of students are set to any time zone

/** What of its times cannot be so: a clock was wrong, or somebody wrote them. It counts all the same. */
function timesSaid({ data, answers }: CheckedReport, now = Infinity): readonly string[] {
  if (data === null) return [];
  const day = new Date(data.saved * 1000).toISOString().slice(0, 10);
  const isAhead = data.saved > now + DAY;
  const isAfter = answers.some(({ at }) => at !== null && at > data.saved);
  return [
    ...(isAhead ? [`It says that it was saved on ${day}, a day that is still to come.`] : []),
    ...(isAfter ? ["It says that an answer was given after the file was saved."] : []),
  ];
}

/** Checks one file. It is judged by the numbers of the student whom it names, where it says that they are drawn. */
export async function checkReport(
  checker: Checker,
  file: string,
  content: string,
  wanted: Wanted = { assignment: null, own: false },
): Promise<CheckedReport> {
  const report = await checked(file, async () => {
    const data = readReport(content);
    const lesson = await lessonOf(checker, data, wanted);
    return { data, answers: await asOld(data, () => answersOf(checker, lesson, data, "compare")) };
  });
  const said = timesSaid(report, wanted.now);
  return said.length === 0 ? report : { ...report, reasons: [...report.reasons, ...said], untimely: true };
}

/** Checks a receipt by running what it says. */
export const checkReceipt = (checker: Checker, text: string): Promise<CheckedReport> =>
  checked("receipt", async () => {
    const receipt = openReceipt(text);
    const plain = await checker.open(/^[a-z0-9-]+$/.test(receipt.lesson) ? receipt.lesson : "");
    const lesson = plain === null || receipt.own === null ? plain : await openVariant(plain, receipt.own);
    if (lesson === null) throw foreign(`There is no lesson ${quote(receipt.lesson)} in this course.`);
    const read = readData(receiptData(lesson, receipt));
    return asOld(read, async () => {
      const answers = await answersOf(checker, lesson, read, "find");
      const found = new Map(answers.map(({ id, hash }) => [id, hash]));
      const checks = Object.entries(read.checks).map(([name, given]) => [
        name,
        { ...given, hash: found.get(lessonsId(name)) ?? null },
      ]);
      const data: ReportData = { ...read, checks: Object.fromEntries(checks) as ReportData["checks"] };
      checkSeal(lesson, receipt, data);
      return { data, answers };
    });
  });

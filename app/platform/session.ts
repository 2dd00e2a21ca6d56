/**
 * A lesson in a learning platform: it goes on where the reader stopped, and the platform keeps what is answered at each
 * step and when the page goes. While the network is away this browser keeps the last state, and sends it later.
 */
import { ASSIGNMENT_KEYS } from "../../lessons/hand-in/assignment-name.ts";
import type { AskedLesson } from "../../lessons/hand-in/assignment.ts";
import type { Lesson } from "../../lessons/types.ts";
import { answers, keepElsewhere, recordOf, takeInAnswers } from "../record/answers.ts";
import { answersText } from "../record/answers-text.ts";
import { keptText } from "../record/kept-text.ts";
import { currentPlace, hashOf } from "../setup/location.ts";
import type { PagePlace } from "../setup/location.ts";
import type { Platform, Report } from "./platform.ts";
import { standingOf } from "./standing.ts";
import { readState, writeState } from "./suspend-data.ts";
import type { Resumed } from "./suspend-data.ts";

const SOON_MS = 300; // answers that come together are sent together
const LOOK_MS = 5000; // what a reader changes on the stage is looked for this often
const AGAIN_MS = 10_000; // between two tries to send

/** Keys of an address that the package says, not the reader. */
const OF_PACKAGE: readonly string[] = ["embed", "parent", ...ASSIGNMENT_KEYS, "own"];

/** Step and stage of an address. */
function readersPart({ query }: PagePlace): string {
  const own = new URLSearchParams(query);
  for (const key of OF_PACKAGE) own.delete(key);
  return own.toString();
}

/** The package’s address with the reader’s step and stage. */
function placeWith(opened: PagePlace, readers: string): PagePlace {
  const given = new URLSearchParams(opened.query);
  const own = new URLSearchParams(readers);
  const packages = OF_PACKAGE.flatMap((key) => given.getAll(key).map((value): [string, string] => [key, value]));
  const all = [...[...own].filter(([key]) => !OF_PACKAGE.includes(key)), ...packages];
  return { path: opened.path, query: new URLSearchParams(all).toString() };
}

/** A state that could not be sent, in this browser; it is the reader’s alone whom the platform names. */
class Unsent {
  readonly #key: string;

  constructor(slug: string, reader: string) {
    this.#key = `roundtrip-unsent ${slug} ${reader}`;
  }

  read(): string {
    return keptText(this.#key);
  }

  /** @param state null once the platform has it */
  write(state: string | null): void {
    try {
      if (state === null) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, state);
    } catch {
      // A frame without storage: then only the platform keeps it.
    }
  }
}

/** How far a state is: of two the one with more answers goes on. */
const extentOf = (kept: Resumed | null): number =>
  kept === null ? -1 : kept.record.log.length + kept.record.seen.length + Object.keys(kept.record.explains).length;

/** What the reader should know of the platform; null for nothing. */
type Say = (notice: string | null) => void;

const NOT_SENT = "The learning platform has not taken your last answers. This page sends them again until it does.";
const CUT = "The learning platform keeps 4,000 characters of a lesson: it keeps only the beginnings of your sentences.";

/** Puts the reader where the platform says that the reader was. */
async function resume({ slug }: Lesson, platform: Platform, unsent: Unsent): Promise<void> {
  const kept = platform.state === "" ? null : readState(slug, platform.state);
  const left = readState(slug, unsent.read());
  const last = extentOf(left) > extentOf(kept) ? left : kept;
  keepElsewhere({
    read: () => (last === null ? null : answersText({ [slug]: last.record })),
    write: () => true, // the session sends it
  });
  await takeInAnswers();
  if (last === null) return;
  const hash = hashOf(placeWith(currentPlace(), last.query));
  window.history.replaceState(window.history.state, "", hash);
}

/** Begins to keep the reader’s answers in the platform. The page is not drawn yet. */
export async function keepInPlatform(
  lesson: Lesson,
  platform: Platform,
  say: Say,
  wanted: AskedLesson["steps"],
): Promise<void> {
  const { slug } = lesson;
  const unsent = new Unsent(slug, platform.reader);
  await resume(lesson, platform, unsent);
  const began = performance.now();
  const reportNow = (): Report & { readonly isCut: boolean } => {
    const record = recordOf(slug);
    const written = writeState(slug, { record, query: readersPart(currentPlace()) });
    return { ...written, standing: standingOf(lesson, record, wanted), seconds: (performance.now() - began) / 1000 };
  };
  let [sent, timer, sending] = [platform.state, 0, false];
  const send = async (): Promise<void> => {
    if (sending) return;
    const report = reportNow();
    if (report.state === sent) return;
    sending = true;
    const taken = await platform.save(report);
    sending = false;
    unsent.write(taken ? null : report.state);
    if (taken) sent = report.state;
    say(taken ? (report.isCut ? CUT : null) : NOT_SENT);
    if (!taken || reportNow().state !== sent) sendIn(taken ? SOON_MS : AGAIN_MS);
  };
  const sendIn = (ms: number): void => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void send(), ms);
  };
  const leave = (): void => {
    const report = reportNow();
    if (report.state !== sent) unsent.write(report.state); // nobody hears whether the last one arrives
    platform.close(report);
  };
  if (platform.isKept) {
    answers.subscribe(() => sendIn(SOON_MS));
    window.addEventListener("hashchange", () => sendIn(SOON_MS));
    window.addEventListener("online", () => sendIn(0));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") void send(); // a phone may never say that the page goes
    });
    setInterval(() => void send(), LOOK_MS);
  }
  window.addEventListener("pagehide", platform.isKept ? leave : () => platform.close(reportNow()));
  // A page that the browser had put aside has ended its session: it begins another.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) window.location.reload();
  });
}

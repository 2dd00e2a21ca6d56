/** A lesson that stands whole in another page is joined to that page, or to a learning platform, before it is drawn. */
import { openLessonOf } from "../../lessons/index.ts";
import { takeInAnswers } from "../record/answers.ts";
import { partOf } from "../setup/location.ts";
import type { PagePlace } from "../setup/location.ts";
import { keptStudent, nameStudent } from "../record/student.ts";
import { ownStudent, presentationOf } from "../setup/presentation.ts";
import { messageOf } from "../words/message-of.ts";
import type { Platform } from "./platform.ts";
import { wantedIn } from "./wanted.ts";

/** What a package says of itself (public/package.js). */
export interface Packaged {
  readonly kind: string;
  readonly launch: string; // what the platform wrote behind "?"
}

declare global {
  var roundtripPackage: Packaged | undefined;
}

/** A line about the platform above the lesson; null takes it away. */
function say(notice: string | null): void {
  const line = document.getElementById("platform-notice") ?? document.createElement("p");
  line.id = "platform-notice";
  line.className = "notice";
  line.setAttribute("role", "status");
  line.textContent = notice;
  line.hidden = notice === null;
  if (!line.isConnected) document.body.prepend(line);
}

/** The platform around a package; null where the package is for none. Rejects where there is none around it. */
async function openPlatform({ kind, launch }: Packaged): Promise<Platform | null> {
  if (kind === "scorm12" || kind === "scorm2004") return (await import("./scorm.ts")).openScorm(kind);
  return kind === "cmi5" ? (await import("./cmi5.ts")).openCmi5(launch) : null;
}

const PROBE = "roundtrip-probe";

/** What becomes of the answers where no platform hears of them. */
function unheard(): string {
  try {
    localStorage.setItem(PROBE, "");
    localStorage.removeItem(PROBE);
    return "This browser keeps your answers, and no platform hears of them.";
  } catch {
    return (
      "No platform hears of your answers, and this browser keeps nothing. Before you leave this page, save them " +
      "under “Your answers” at the end of the lesson."
    );
  }
}

async function joinPlatform(place: PagePlace, platform: Platform): Promise<void> {
  const presentation = presentationOf(place);
  // A platform knows its reader by one name everywhere: the numbers are drawn from it.
  if (presentation.work.numbers === "own") nameStudent(platform.reader);
  const open = await openLessonOf(partOf(place), ownStudent(presentation, keptStudent()));
  if (open === null) return;
  const { keepInPlatform } = await import("./session.ts");
  return keepInPlatform(open.lesson, platform, say, await wantedIn(open.lesson.slug, place));
}

/** Settles once the reader’s answers are there. Rejects where the lesson’s files do not come. */
export async function joinParent(place: PagePlace): Promise<void> {
  const { roundtripPackage: packaged } = globalThis;
  const platform =
    packaged === undefined
      ? null
      : await openPlatform(packaged).catch((error: unknown) => {
          say(`${messageOf(error)} ${unheard()}`);
          return null;
        });
  if (platform !== null) return joinPlatform(place, platform);
  await takeInAnswers();
  if (window.parent === window) return;
  const { speakWithParent } = await import("./parent.ts");
  await speakWithParent();
}

/** The files of an invented class: three lessons, one report with a setting that its run does not pass, one copied. */
import type { Checker } from "../../../lessons/hand-in/check-report.ts";
import { INVENTED_NAMES, inventedForgery, inventedReport } from "../../../lessons/hand-in/invented.ts";
import { dataText } from "../../../lessons/hand-in/report-data.ts";
import type { ReportData } from "../../../lessons/hand-in/report-data.ts";
import type { ClassFile } from "./opened-files.ts";

const LESSONS: readonly string[] = ["exactly-once", "callback", "blip"];
const SEED = 4;

const handed = (name: string, text: string): ClassFile => ({ name, read: () => Promise.resolve({ text }) });

/** Rejects where a lesson’s files do not come, or a run fails. */
export async function inventedFiles({ open, engine }: Checker): Promise<readonly ClassFile[]> {
  const files: ClassFile[] = [];
  for (const slug of LESSONS) {
    const lesson = await open(slug);
    if (lesson === null) throw new RangeError(`There is no lesson ${slug}.`);
    const about = { assignment: "", seed: SEED };
    const data = await Promise.all(
      INVENTED_NAMES.map((student) => inventedReport(lesson, { ...about, student }, engine)),
    );
    const forged = await firstForged(data, (one) => inventedForgery(lesson, one, engine));
    for (const one of data)
      files.push(handed(`${one.student}, ${slug}.json`, dataText(forged?.student === one.student ? forged : one)));
    const [first] = data;
    if (slug === LESSONS[0] && first !== undefined)
      files.push(handed(`Zoe, ${slug}.json`, dataText({ ...first, student: "Zoe" })));
  }
  const [whole] = files;
  const read = await whole?.read();
  if (read !== undefined && "text" in read) files.push(handed("cut off.json", read.text.slice(0, 900)));
  files.push(handed("holiday.html", "<html><body>A page of something else</body></html>"));
  return files;
}

async function firstForged(
  data: readonly ReportData[],
  forge: (one: ReportData) => Promise<ReportData | null>,
): Promise<ReportData | null> {
  for (const one of data.slice(3)) {
    const forged = await forge(one);
    if (forged !== null) return forged;
  }
  return null;
}

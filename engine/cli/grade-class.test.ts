/** The desk’s table of a class, counted from checked reports, and its reader of files that may be anything. */
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { classTable, stateOf, summaryOf } from "../../app/desk/class/rows.ts";
import { inventedFiles } from "../../app/desk/class/invented-class.ts";
import { handedIn } from "../../app/desk/class/opened-files.ts";
import { barsOf, hillsOf } from "../../app/desk/lecture/hills.ts";
import { ALL_LESSONS } from "../../lessons/all.ts";
import { checkReport } from "../../lessons/hand-in/check-report.ts";
import { classCsv, ownWords } from "../../lessons/hand-in/class-table.ts";
import { toldBy } from "../../lessons/hand-in/answer-code.ts";
import { newChecker } from "./checker.ts";

const checker = newChecker();
const lessons = new Map(ALL_LESSONS.map((one) => [one.slug, one]));

async function inventedReports() {
  const files = await inventedFiles(checker);
  return Promise.all(
    files.map(async ({ name, read }) => {
      const content = await read();
      if (!("text" in content)) throw new Error(content.why);
      return checkReport(checker, name, content.text);
    }),
  );
}

const reports = await inventedReports();
const table = classTable(reports, lessons);

describe("the table of an invented class", () => {
  it("has a row a student, a column a prediction or checkpoint, and names the two files that are no reports", () => {
    expect(table.rows).toHaveLength(13);
    const asked = ["exactly-once", "callback", "blip"].flatMap((slug) => lessons.get(slug)?.steps ?? []);
    const questions = asked.flatMap(({ predict, checkpoint }) => [predict ?? [], checkpoint ?? []].flat());
    expect(table.columns.map(({ id }) => id)).toEqual(questions.map(({ id }) => id));
    expect(table.refused.map(({ file, kind }) => [file, kind])).toEqual([
      ["cut off.json", "damaged"],
      ["holiday.html", "foreign"],
    ]);
  });

  it("says who submitted three times or more without passing, and at which step", () => {
    const submits = reports.flatMap(({ data, claimed }) => {
      const read = data ?? claimed?.data;
      const open = Object.values(read?.checks ?? {}).filter(({ passed, told }) => !passed && !told);
      return open.some(({ failures }) => failures >= 3) ? [read?.student] : [];
    });
    expect(submits.length).toBeGreaterThan(0);
    const { stuck } = summaryOf(table);
    expect(stuck.map(({ student }) => student).sort()).toEqual([...new Set(submits)].sort());
    for (const { where } of stuck) expect(where).toMatch(/^\d\.\d, step \d$/);
  });

  it("says whose checkpoint does not match its run, and keeps the other answers of that file", () => {
    const forged = reports.filter(({ kind }) => kind === "forged");
    const { wrong } = summaryOf(table);
    expect(forged.length).toBeGreaterThan(0);
    expect(wrong.map(({ student }) => student).sort()).toEqual(
      forged.map(({ claimed }) => claimed?.data.student ?? "").sort(),
    );
    for (const { claimed } of forged) {
      expect(claimed?.answers.filter(({ state }) => state === "does not match")).toHaveLength(1);
      expect(stateOf(claimed?.answers ?? [])).toBe("does not match");
    }
  });

  it("counts a belief where a student’s last answer that could show it shows it", () => {
    for (const { belief, students } of summaryOf(table).beliefs) {
      const showed = reports.filter(({ data, answers, claimed }) =>
        (data === null ? (claimed?.answers ?? []) : answers).some(({ beliefs }) => beliefs.includes(belief)),
      );
      const names = showed.map(({ data, claimed }) => (data ?? claimed?.data)?.student);
      expect(names).toEqual(expect.arrayContaining([...students]));
    }
    expect(summaryOf(table).beliefs.length).toBeGreaterThan(0);
  });

  it("names the student whose answers were given in the same seconds as another’s", () => {
    expect(summaryOf(table).alike).toEqual(["Zoe"]);
  });
});

describe("files that say more than is so", () => {
  const [good] = reports.filter(({ kind, data }) => kind === "good" && data?.finished === true);
  const [forged] = reports.filter(({ claimed }) => claimed !== null);
  const [data, told] = [good?.data ?? null, forged?.claimed ?? null];
  if (good === undefined || forged === undefined || data === null || told === null)
    throw new Error("The invented class has changed.");
  const own = (saved: number, answer: string, student = data.student): typeof good => ({
    ...{ ...good, file: `${saved}.json`, data: { ...data, student, saved } },
    own: { question: "Why?", answer },
  });

  it("one that does not match never takes the row of one that counts, and is named", () => {
    const claimed = { ...told, data: { ...data, saved: data.saved + 1 } };
    for (const files of [
      [good, { ...forged, claimed }],
      [{ ...forged, claimed }, good],
    ]) {
      const { rows, refused } = classTable(files, lessons);
      expect(rows.map(({ reports: of }) => of.get(data.lesson)?.report.kind)).toEqual(["good"]);
      expect(refused.map(({ kind }) => kind)).toEqual(["forged"]);
    }
  });

  it("the desk says which steps are asked for, not the file", () => {
    const nothing = { ...good, data: { ...data, predictions: {}, explains: {}, checks: {}, asked: [] } };
    const at = (asked: Parameters<typeof classTable>[2]) => classTable([nothing], lessons, asked).rows[0]?.at;
    expect(at([{ slug: data.lesson, steps: "all" }])).toMatch(/, step \d$/);
    expect(at([{ slug: data.lesson, steps: [] }])).toBe("done");
    const finished = (asked: Parameters<typeof classCsv>[1]) => /"(yes|no)"/.exec(classCsv([nothing], asked))?.[1];
    expect(finished([{ slug: data.lesson, steps: "all" }])).toBe("no");
    expect(finished([])).toBe("yes");
  });

  it("a lesson that nobody asked for is missed of nobody, and one that was asked for is", () => {
    const asked = (slug: string) => classTable(reports, lessons, [{ slug, steps: "all" }]).rows;
    const only = asked(data.lesson).filter(({ reports: of }) => of.get(data.lesson)?.data.finished === true);
    expect(only.some(({ at }) => at.endsWith("no file"))).toBe(false);
    expect(asked("xdr").map(({ at }) => at)).toContain("3.2: no file");
  });

  it("a name with unseen letters is none that looks like another", () => {
    const { rows } = classTable([own(100, "", "Ada"), own(100, "", "Ada\u200b"), own(100, "", "\u202eadA")], lessons);
    expect(rows.map(({ student }) => student)).toEqual(["\\u202eadA", "Ada", "Ada\\u200b"]);
  });

  it("the newest answer to the teacher’s own question counts, and who has no name has that of the file", () => {
    const words = ownWords([own(200, "newer"), own(100, "older"), own(300, "nameless", ""), own(400, "other", "")]);
    expect([...(words.get("Why?") ?? [])]).toEqual([
      [data.student, "newer"],
      ["300.json", "nameless"],
      ["400.json", "other"],
    ]);
  });

  it("the CSV names the older of two files of a student", () => {
    const verdicts = classCsv([own(100, ""), own(200, "")])
      .split("\r\n")
      .slice(1, 3);
    expect(verdicts.map((line) => line.split(",")[1])).toEqual(['"older"', '"good"']);
  });
});

it("the bars of a lecture hold every number of the class, and its hills only wrong answers", () => {
  for (const lesson of lessons.values()) {
    for (const { predict } of lesson.steps) {
      if (predict?.kind !== "number") continue;
      const answers = predict.beliefs.map((_, i) => predict.min + ((i + 1) * (predict.max - predict.min)) / 9);
      const told = answers.map((value) => toldBy(lesson, predict, { kind: "number", value, interval: null }));
      const { counts, truth } = barsOf(lesson, predict, told);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(told.length);
      expect(truth).toBeGreaterThanOrEqual(0);
      expect(truth).toBeLessThanOrEqual(1);
      const wrong = told.filter(({ right }) => !right).length;
      const hills = hillsOf(lesson, predict, told).reduce((sum, { count }) => sum + count, 0);
      expect(hills).toBeLessThanOrEqual(wrong);
    }
  }
});

describe("a file that is dropped", () => {
  const textOf = async (file: File): Promise<readonly unknown[]> =>
    Promise.all((await handedIn([file])).map(async ({ name, read }) => ({ name, ...(await read()) })));

  it("is not read where it is larger than any report", async () => {
    const file = new File(["x".repeat(50 << 20)], "large.html");
    file.text = () => Promise.reject(new Error("it was read"));
    expect(await textOf(file)).toEqual([{ name: "large.html", why: "It is larger than 2 MB; no report is." }]);
  });

  it("is named where the browser cannot read it", async () => {
    const folder = new File([], "folder");
    folder.text = () => Promise.reject(new Error("NotReadableError"));
    expect(await textOf(folder)).toEqual([
      { name: "folder", why: expect.stringMatching(/^The browser cannot read it: it is a folder/) as string },
    ]);
  });

  it("is opened where it is a zip file: its reports one by one, what is too large refused by its name", async () => {
    const zip = zipSync({
      "a/one.json": strToU8("{}"),
      "photo.png": strToU8("PNG"),
      "bomb.html": new Uint8Array(5 << 20),
    });
    expect(await textOf(new File([zip], "class.ZIP"))).toEqual([
      { name: "class.ZIP: bomb.html", why: "It is larger than 2 MB; no report is." },
      { name: "class.ZIP: a/one.json", text: "{}" },
    ]);
  });

  it.each([
    ["no zip file", strToU8("PK no zip")],
    ["cut off", zipSync({ "one.json": strToU8("{}".repeat(999)) }).slice(0, 60)],
    ["without a report", zipSync({ "photo.png": strToU8("PNG") })],
  ])("has one sentence where it is a zip file that is %s", async (_, bytes) => {
    expect(await textOf(new File([bytes], "class.zip"))).toEqual([
      { name: "class.zip", why: expect.stringMatching(/^[^\n]{20,120}\.$/) as string },
    ]);
  });
});

/** A lesson in a page of one's own and on a learning platform: messages, packages, and what needs a server. */
import { PlainTable } from "../controls/PlainTable.tsx";

const COLUMNS = [
  { head: "Message", cells: "left" },
  { head: "What it says", cells: "left words" },
];

const row = (message: string, what: string) => ({
  key: message,
  cells: [<code key="message">{message}</code>, what],
});

/** What a lesson in a frame says: types in app/platform/messages.ts. */
const SAID = [
  row('{roundtrip: 1, type: "ready", lesson, title, version}', "the lesson is there"),
  row(
    '{… type: "assignment", title, lessons, done, version}',
    "an assignment’s page is there, or a lesson of it was done",
  ),
  row('{… type: "height", px}', "as high as its text is"),
  row('{… type: "step", step, steps}', "the reader came to a step"),
  row('{… type: "answered", step, about, right}', "a question was answered; null where nothing is right or wrong"),
  row('{… type: "score", score, answered, questions}', "from 0 to 1, after each answer"),
  row('{… type: "done", score, passed}', "every question and checkpoint is answered"),
  row('{… type: "refused", why}', "a command that the lesson cannot use, in one sentence"),
];

const TAKEN = [
  row('{roundtrip: 1, type: "go", step: 2}', "go to a step"),
  row('{… type: "set", parameters: {threads: 4}, faults: ["drop call#2"]}', "set the stage, as a link would"),
  row('{… type: "lock", parts: ["parameters"]}', "lock these parts; [] unlocks all"),
];

const COMMAND = "npm run -s lab -- package --kind scorm12 --lessons relay,scale --out lessons.zip";

export function InClass() {
  return (
    <>
      <h3>For a class</h3>
      <p className="conditions">
        On the <a href="#/desk">teacher’s desk</a> an assignment is built by clicking: lessons and steps, what is
        locked, a question of your own. It becomes a link, a frame’s code or a package, and the desk reads what students
        hand in. <a href="#/desk/guide">The teacher’s guide</a> has all answers. From there each lesson prints as a
        handout with room for answers, or as slides.
      </p>
      <h3>A whole lesson in a page of yours</h3>
      <p className="conditions">
        With <code>embed=lesson</code> a lesson stands there with text, questions and stage. It tells the page around it
        what happens; with an assignment’s link, the page of the assignment does so too. Where its link names that
        page’s origin by <code>parent=</code>, the page may direct it; nobody else may.{" "}
        <a href="./embed.html">An example, to look at and to copy</a>
      </p>
      <PlainTable label="What a lesson in a frame says" columns={COLUMNS} rows={SAID} />
      <PlainTable label="What it may be told" columns={COLUMNS} rows={TAKEN} />
      <h3>On a learning platform</h3>
      <p className="conditions">
        The headless lab writes lessons of the built site as one file. Its kind is <code>scorm12</code>,{" "}
        <code>scorm2004</code> or <code>cmi5</code>. For links alone it is <code>cartridge</code>, and for a web server
        of yours <code>offline</code>. Take the first that your platform reads. Score, completion and the place where a
        student stopped are kept by the platform. LTI needs a server that answers for the site, and this site has none.
      </p>
      <p className="example">
        <code>{COMMAND}</code>
      </p>
    </>
  );
}

import { descriptions } from "../../engine/experiments/descriptions.ts";
import { PlainTable } from "../controls/PlainTable.tsx";
import { badLink, exampleFrame, exampleLink, hiddenParts, linkKeys, placeKeys } from "./link-keys.ts";
import type { LinkKey } from "./link-keys.ts";
import { InClass } from "./InClass.tsx";
import { hrefOf } from "../setup/link-table.ts";

const keyRow = ({ key, example, what }: LinkKey) => ({
  key,
  cells: [<code key="key">{key}</code>, <code key="example">{example}</code>, what],
});

/** One row for the parameters of all experiments: each stands on its experiment’s page. */
const parameterRow = {
  key: "parameter",
  cells: [
    "a parameter’s name",
    <code key="example">threads=4</code>,
    <>
      a parameter of the experiment, left out at its default;{" "}
      <a href={hrefOf("reference", ["experiments"])}>all of them</a>
    </>,
  ],
};

const KEY_COLUMNS = [
  { head: "Key", cells: "left words" },
  { head: "Example", cells: "left" },
  { head: "What it says", cells: "left words" },
];
const HIDE_COLUMNS = [
  { head: "hide=", cells: "left words" },
  { head: "What is not shown", cells: "left words" },
  { head: "Where", cells: "left words", label: "at the" },
];

/** The parts that a link can hide, and their places. */
const hideRows = () => [
  ...hiddenParts().map(({ name, what, at }) => ({
    key: name,
    cells: [<code key="name">{name}</code>, what, at.join(", ")],
  })),
  {
    key: "a parameter",
    cells: [
      <>
        a parameter’s name, or <code>seed</code>
      </>,
      "its field in the form",
      "bench, lesson",
    ],
  },
];

/** The address of this site, up to "#". */
const siteAddress = (): string => new URL("#", document.baseURI).href.slice(0, -1);

/** The keys of links to the bench, to a lesson and to a published number. */
export function Links() {
  const [first] = descriptions;
  if (first === undefined) return null;
  const bad = badLink();
  const benchRows = [...linkKeys(first).map(keyRow), parameterRow];
  return (
    <>
      <h2>Links to the bench</h2>
      <p className="conditions">
        A link names an experiment and what differs from its defaults, so it opens the same run in any browser. Found by
        writing a link and reading what stands in it.
      </p>
      <p className="example">
        <code>{exampleLink(first)}</code>
      </p>
      <PlainTable label="Keys of a link" columns={KEY_COLUMNS} rows={benchRows} />
      <h3>Links to a lesson</h3>
      <p className="conditions">
        The address of a lesson names its step and what the reader changed on the stage: leave anywhere, come back with
        the link. A parameter of the experiment on the stage stands there by its name.
      </p>
      <PlainTable label="Keys of a link to a lesson" columns={KEY_COLUMNS} rows={placeKeys("lesson").map(keyRow)} />
      <h3>Links to an assignment</h3>
      <p className="conditions">
        A link says all of what a teacher asks. The <a href={hrefOf("desk")}>teacher’s desk</a> writes it, and reads the
        answers. The lessons that a student opens from it have the same keys in their links.
      </p>
      <PlainTable label="Keys of a link to an assignment" columns={KEY_COLUMNS} rows={placeKeys("do").map(keyRow)} />
      <h3>In another page</h3>
      <p className="conditions">
        With <code>embed=1</code> the bench, or the stage of a lesson’s step, stands alone, with one line that leads to
        the whole page. Its own links open beside the page that holds it. With <code>hide=</code> parts are left out; a
        figure in which a checkpoint is set stays.
      </p>
      <p className="example">
        <code>{exampleFrame(siteAddress())}</code>
      </p>
      <PlainTable label="What a link can hide" columns={HIDE_COLUMNS} rows={hideRows()} />
      <InClass />
      <h3>Links to a published number</h3>
      <PlainTable label="Keys of a link to the papers" columns={KEY_COLUMNS} rows={placeKeys("papers").map(keyRow)} />
      <h3>In another language</h3>
      <p className="conditions">
        Any link may name a language, such as <code>lang=de</code>. Then the page speaks it, as far as it is translated,
        and remembers the choice. <code>lang=en</code> brings English back. Links that the page copies carry no
        language: their reader sees them in his own.
      </p>
      <h3>A link that says something impossible</h3>
      <p className="conditions">It opens with the defaults and one line for each thing that could not be used:</p>
      <p className="example">
        <code>{bad.link}</code>
      </p>
      <ul className="said">
        {bad.said.map((line) => (
          <li key={line}>
            <p>{line}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

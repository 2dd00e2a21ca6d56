/** How an assignment is handed out: a link, the code of a frame, or a package made of the site’s own files. */
import { useState } from "react";
import { packagedAssignment } from "../../lessons/hand-in/packaged.ts";
import { writeAssignment } from "../../lessons/hand-in/assignment.ts";
import type { Assignment } from "../../lessons/hand-in/assignment.ts";
import { copy } from "../controls/CopiedLine.tsx";
import { download, sizeText } from "../controls/download.ts";
import { QrCode } from "../draw/QrCode.tsx";
import { FILE_LIST, makePackage } from "../packages/package.ts";
import type { PackageKind } from "../packages/package.ts";
import { addressOf, hashOf } from "../setup/location.ts";
import { messageOf } from "../words/message-of.ts";
import { Segments } from "../controls/Segments.tsx";

const KINDS: readonly { readonly kind: PackageKind; readonly title: string }[] = [
  { kind: "scorm12", title: "SCORM 1.2" },
  { kind: "scorm2004", title: "SCORM 2004" },
  { kind: "cmi5", title: "cmi5" },
  { kind: "offline", title: "zip for any web server" },
  { kind: "cartridge", title: "links (Common Cartridge)" },
];

const WAYS = [
  { value: "link", text: "Link" },
  { value: "frame", text: "Frame code" },
  { value: "package", text: "Package" },
] as const;
type Way = (typeof WAYS)[number]["value"];

const VERBS: Readonly<Record<Way, string>> = { link: "Copy the link", frame: "Copy the code", package: "Download" };

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const frameCode = (query: string, name: string): string => {
  const src = addressOf({ path: "/do", query: `embed=lesson&${query}` });
  return `<iframe src="${escaped(src)}" width="100%" height="760" title="${escaped(name)}"></iframe>`;
};

/** A file of the site that this page comes from. Rejects where it does not come. */
async function siteFile(name: string): Promise<Uint8Array> {
  const answer = await fetch(new URL(name, document.baseURI));
  if (!answer.ok) throw new Error(`the site’s file ${name} does not come (${answer.status})`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function packageOf(kind: PackageKind, assignment: Assignment): Promise<Blob> {
  const list: unknown = JSON.parse(new TextDecoder().decode(await siteFile(FILE_LIST)));
  if (!Array.isArray(list) || !list.every((name) => typeof name === "string"))
    throw new Error(`the site’s ${FILE_LIST} is no list of files`);
  const site = new URL(".", document.baseURI).href;
  const order = { kind, site, ...packagedAssignment(assignment) };
  const zip = await makePackage(order, { names: list, read: siteFile });
  return new Blob([new Uint8Array(zip)], { type: "application/zip" });
}

const fileName = ({ name }: Assignment, kind: PackageKind): string =>
  `${
    name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
      .replaceAll(/^-|-$/g, "") || "assignment"
  }-${kind}.zip`;

interface KindProps {
  readonly kind: PackageKind;
  readonly onKind: (kind: PackageKind) => void;
}

function KindField({ kind, onKind }: KindProps) {
  return (
    <p className="desk-pack">
      <label>
        Kind{" "}
        <select value={kind} onChange={({ target }) => onKind(target.value as PackageKind)}>
          {KINDS.map((one) => (
            <option key={one.kind} value={one.kind}>
              {one.title}
            </option>
          ))}
        </select>
      </label>
      <span className="note">{kind === "offline" || kind === "cartridge" ? OFFLINE[kind] : PLATFORM}</span>
    </p>
  );
}

export function HandOut({ assignment }: { readonly assignment: Assignment }) {
  const [way, setWay] = useState<Way>("link");
  const [kind, setKind] = useState<PackageKind>("scorm12");
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  const query = writeAssignment(assignment);
  const place = { path: "/do", query };
  const [link, name] = [addressOf(place), assignment.name === "" ? "Assignment" : assignment.name];
  const text = way === "link" ? link : way === "frame" ? frameCode(query, name) : null;
  const make = async (): Promise<void> => {
    setBusy(true);
    setSaid("The package is made of the site’s files.");
    try {
      const blob = await packageOf(kind, assignment);
      download(blob, fileName(assignment, kind));
      setSaid(`Made: ${sizeText(blob.size)}.`);
    } catch (error) {
      setSaid(`No package: ${messageOf(error)}. Built with npm start the site has all its files.`);
    }
    setBusy(false);
  };
  const give = async (): Promise<void> => {
    if (text === null) return make();
    const { done } = await copy(text);
    setSaid(done ? "Copied." : "The browser does not let the page copy. Mark the text above, and copy it.");
  };
  if (assignment.lessons.length === 0)
    return (
      <p className="note desk-give">Add a lesson. Then the assignment has a link, a frame’s code and a package.</p>
    );
  return (
    <section className="desk-give" aria-label="Hand it out">
      <Segments
        label="How to hand it out"
        choices={WAYS}
        chosen={way}
        onChoose={(next) => {
          setWay(next);
          setSaid("");
        }}
      />
      {text === null ? <KindField kind={kind} onKind={setKind} /> : <output className="desk-code">{text}</output>}
      <div className="row desk-row">
        <button type="button" className="btn primary" disabled={busy} onClick={() => void give()}>
          {VERBS[way]}
        </button>
        <a className="btn" href={hashOf(place)} target="_blank" rel="noopener">
          Try it as a student
        </a>
      </div>
      <p className="note" role="status">
        {said}
      </p>
      {way === "link" && (
        <details className="desk-qr">
          <summary>QR code, for a wall or for paper</summary>
          <QrCode text={link} />
        </details>
      )}
    </section>
  );
}

const OFFLINE = {
  offline: "The whole assignment with its own question, for a web server of yours. Answers come back as files.",
  cartridge: "A link to each lesson on this site.",
} as const;
const PLATFORM =
  "Each lesson is a unit of its own. The platform keeps score, completion and where a student stopped. Your own " +
  "question is not in it: ask it there.";

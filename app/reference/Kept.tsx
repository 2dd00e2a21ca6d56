/** The site's storage in this browser: its contents, its size, and buttons that free it. */
import { useEffect, useState } from "react";
import { PlainTable } from "../controls/PlainTable.tsx";
import { freePython, freeSite, keepPython, keptBytes } from "../offline/free.ts";
import type { KeptBytes } from "../offline/free.ts";
import { keepSite, keepSiteAgain, kept } from "../offline/kept.ts";
import type { Keeping } from "../offline/kept.ts";
import { inMegabytes } from "../words/numbers.ts";
import { messageOf } from "../words/message-of.ts";

const COLUMNS = [
  { head: "What", cells: "left words" },
  { head: "Now", cells: "left words" },
  { head: "MB", cells: "", label: "MB:" },
  { head: "You can", cells: "left" },
];

const NOTHING: KeptBytes = { site: 0, python: 0 };

/** Whether the site works without a network, in words. */
function siteWords(keeping: Keeping): string {
  switch (keeping.state) {
    case "coming":
      return "Its files are on their way.";
    case "kept":
      return "Every place, lesson, experiment and paper works without a network.";
    case "unwanted":
      return "You freed its storage. The site needs a network.";
    case "impossible":
      return `This browser does not keep the site. ${keeping.why}`;
  }
}

/** The work of a button under way, and its last failure. */
interface Doing {
  readonly busy: string | null;
  readonly failed: string | null;
}

/** Asks anew what is kept whenever something was done. */
function useKept() {
  const keeping = kept((state) => state.keeping);
  const [bytes, setBytes] = useState<KeptBytes | null>(NOTHING);
  const [{ busy, failed }, setDoing] = useState<Doing>({ busy: null, failed: null });
  const count = (): void => void keptBytes().then(setBytes, () => setBytes(null));
  useEffect(() => {
    void keepSite().then(count);
  }, []);
  useEffect(count, [keeping]);
  const act = (what: string, action: () => Promise<void>): void => {
    setDoing({ busy: what, failed: null });
    action()
      .then(
        () => setDoing({ busy: null, failed: null }),
        (error: unknown) => {
          const why = messageOf(error);
          setDoing({ busy: null, failed: `${what} failed: ${why}. What was kept before is still there.` });
        },
      )
      .finally(count);
  };
  return { keeping, bytes, busy, failed, act };
}

interface ChoiceProps {
  readonly text: string;
  readonly busy: boolean;
  readonly onClick: () => void;
}

function Choice({ text, busy, onClick }: ChoiceProps) {
  return (
    <button type="button" className="btn small" disabled={busy} onClick={onClick}>
      {text}
    </button>
  );
}

/** The section "This browser". */
export function Kept() {
  const { keeping, bytes, busy, failed, act } = useKept();
  const { site, python } = bytes ?? NOTHING;
  const isBusy = busy !== null;
  const canKeep = bytes !== null && keeping.state !== "impossible";
  const fetchText = `Fetch Python now, ${inMegabytes(__PYODIDE_BYTES__)} MB`;
  const siteChoice = !canKeep ? null : keeping.state === "unwanted" ? (
    <Choice text="Keep the site" busy={isBusy} onClick={() => act("Keeping the site", keepSiteAgain)} />
  ) : (
    <Choice text="Free this storage" busy={isBusy} onClick={() => act("Freeing", freeSite)} />
  );
  const pythonChoice = !canKeep ? null : python > 0 ? (
    <Choice text="Free Python’s storage" busy={isBusy} onClick={() => act("Freeing", freePython)} />
  ) : (
    <Choice text={fetchText} busy={isBusy} onClick={() => act("Fetching Python", keepPython)} />
  );
  const pythonWords = python > 0 ? "The models can be changed without a network." : "It comes with its first use.";
  const rows = [
    { key: "site", cells: ["The site", siteWords(keeping), inMegabytes(site), siteChoice] },
    { key: "python", cells: ["Python, for the models", pythonWords, inMegabytes(python), pythonChoice] },
  ];
  return (
    <>
      <h2>Without a network</h2>
      <p className="conditions">
        After your first visit this browser keeps the files of the site. Then the site works without a network. When
        there is a new version, the site says so and keeps the old one until you load the new one. Nothing leaves this
        browser: the site sends no answers and counts no visits.
      </p>
      <p className="conditions">
        It also keeps the results of charts’ runs. A chart that you open again then needs no new run. “Free this
        storage” deletes them, too.
      </p>
      <PlainTable label="The files that this browser keeps" columns={COLUMNS} rows={rows} />
      <p role="status">{failed ?? (busy === null ? "" : `${busy}…`)}</p>
      <h2>What you wrote</h2>
      <p className="conditions">
        This browser also keeps your answers, the models that you changed, and your choice of light or dark. To take
        your answers with you or to delete them, open a lesson and choose “Your answers”. To go back to a paper’s model,
        choose “Reset to the paper’s” in its editor.
      </p>
    </>
  );
}

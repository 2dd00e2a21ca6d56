import { useId, useMemo, useState } from "react";
import { fileStem } from "../../engine/experiments/export/file-stem.ts";
import { useTheme } from "../shell/theme.ts";
import { download, sizeText } from "./download.ts";
import { exportGroups } from "./items.ts";
import type { Choice, ExportSource, FigureName, Item } from "./items.ts";
import { ItemButton } from "./ItemButton.tsx";
import { Options } from "./Options.tsx";
import type { Scale } from "./scales.ts";
import { SCALES } from "./scales.ts";
import "./export.css";

export interface ExportDrawerProps extends ExportSource {
  readonly open: boolean;
  /** Called on Escape; whoever opened the drawer takes the focus back. */
  readonly onClose: () => void;
}

interface Said {
  readonly text: string;
  readonly failed: boolean;
}

const QUIET: Said = { text: "", failed: false };

/** Copies the link, or says how to. */
async function copy(link: string): Promise<Said> {
  try {
    await navigator.clipboard.writeText(link);
    return { text: "Link copied.", failed: false };
  } catch {
    return { text: "The browser does not allow copying here. Select the link above and copy it.", failed: true };
  }
}

async function save(item: Item, source: ExportSource, choice: Choice): Promise<Said> {
  const maker = await import("./make.ts").catch(() => null);
  if (maker === null) {
    return { text: "Export could not be loaded. Check the connection and reload the page.", failed: true };
  }
  try {
    const blob = await maker.make(item.id, source, choice, __ROUNDTRIP_VERSION__);
    download(blob, item.name);
    return { text: `Saved, ${sizeText(blob.size)}.`, failed: false };
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    return { text: `${item.label} was not saved. ${what}`, failed: true };
  }
}

/** The file of the item pointed at: its name, what it holds, and how saving it went. */
function FileLine({ item, said }: { readonly item: Item | undefined; readonly said: Said }) {
  if (item === undefined) return null;
  return (
    <div className="export-file">
      <p>
        <code>{item.name}</code> <span>{item.missing === "" ? item.holds : item.missing}</span>
      </p>
      <p role="status">{said.failed ? "" : said.text}</p>
      {said.failed && <p role="alert" className="export-error">{said.text}</p>}
    </div>
  );
}

function Groups(props: ExportSource) {
  const theme = useTheme();
  const [figureName, setFigureName] = useState<FigureName | undefined>(props.figures[0]?.name);
  const [scale, setScale] = useState<Scale>(2);
  const [active, setActive] = useState<Item["id"]>("svg");
  const [said, setSaid] = useState<Said>(QUIET);
  const id = useId();
  const figure = props.figures.find(({ name }) => name === figureName) ?? props.figures[0];
  const choice: Choice = { figure, scale, theme };
  const stem = useMemo(() => fileStem(props.experiment, props.run), [props.experiment, props.run]);
  const groups = exportGroups(props, choice, stem);
  const point = (item: Item): void => {
    if (item.id !== active) setSaid(QUIET);
    setActive(item.id);
  };
  const take = async (item: Item): Promise<void> => {
    setActive(item.id);
    if (item.missing !== "") return;
    setSaid({ text: "Preparing …", failed: false });
    setSaid(await (item.id === "link" ? copy(props.link) : save(item, props, choice)));
  };
  return (
    <>
      {groups.map(({ label, items }) => (
        <div
          key={label} className={`export-group ${label.toLowerCase()}`} role="group" aria-labelledby={`${id}-${label}`}
        >
          <p className="export-label" id={`${id}-${label}`}>{label}</p>
          {label === "Figure" && props.figures.length > 0 && (
            <Options
              label="Which figure" options={props.figures.map((f) => ({ value: f.name, label: f.label }))}
              chosen={figure?.name} onChoose={setFigureName}
            />
          )}
          <div className="export-row">
            {items.map((item) => (
              <ItemButton key={item.id} item={item} active={item.id === active} onPoint={point} onTake={take} />
            ))}
            {label === "Figure" && (
              <Options
                label="Scale of PNG" options={SCALES.map((s) => ({ value: s, label: `${s}×` }))}
                chosen={scale} onChoose={setScale}
              />
            )}
          </div>
        </div>
      ))}
      <FileLine item={groups.flatMap(({ items }) => items).find((item) => item.id === active)} said={said} />
    </>
  );
}

/** Four groups of files under the toolbar. It pushes what follows down and covers nothing. */
export function ExportDrawer({ open, onClose, ...source }: ExportDrawerProps) {
  if (!open) return null;
  return (
    <section
      className="export" aria-label="Export"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Groups {...source} />
    </section>
  );
}

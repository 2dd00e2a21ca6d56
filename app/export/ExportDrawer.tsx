import { useEffect, useId, useMemo, useRef, useState } from "react";
import { fileStem } from "../../engine/experiments/export/file-stem.ts";
import { useTheme } from "../controls/theme.ts";
import { download, sizeText } from "../controls/download.ts";
import { exportGroups } from "./items.ts";
import type { ExportChoice, ExportFigure, ExportGroup, ExportItem, ExportSource } from "./items.ts";
import type { FigureName, ItemId } from "./items.ts";
import { Options } from "./Options.tsx";
import { Preview } from "./Preview.tsx";
import { PICTURE_SIZES, SCALES, type PictureSize, type PixelRatio } from "./sizes.ts";
import "./export.css";
import { messageOf } from "../words/message-of.ts";

interface ExportDrawerProps extends ExportSource {
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

async function save(item: ExportItem, source: ExportSource, choice: ExportChoice): Promise<Said> {
  const maker = await import("./make.ts").catch(() => null);
  if (maker === null) {
    return { text: "Export could not be loaded. Check the connection and reload the page.", failed: true };
  }
  try {
    const blob = await maker.make(item.id, source, choice, __ROUNDTRIP_VERSION__);
    download(blob, item.name);
    return { text: `${item.label} saved, ${sizeText(blob.size)}.`, failed: false };
  } catch (error) {
    const what = messageOf(error);
    return { text: `${item.label} was not saved. ${what}`, failed: true };
  }
}

interface FileLineProps {
  readonly item: ExportItem;
  readonly said: Said;
  readonly onTake: () => void;
}

/** The file: its name, what it holds, the button that saves it, and how saving it went. */
function FileLine({ item, said, onTake }: FileLineProps) {
  const id = useId();
  const missing = item.missing !== "";
  return (
    <div className="export-file">
      <p id={id}>
        <code>{item.name}</code> <span>{missing ? item.missing : item.holds}</span>
      </p>
      <button
        type="button"
        className="btn primary"
        aria-disabled={missing}
        aria-describedby={id}
        onClick={() => !missing && onTake()}
      >
        {item.id === "link" ? "Copy" : "Save"}
      </button>
      <p role="status">{said.failed ? "" : said.text}</p>
      {said.failed && (
        <p role="alert" className="export-error">
          {said.text}
        </p>
      )}
    </div>
  );
}

const named = <T extends string>(all: Readonly<Record<T, { readonly label: string }>>) =>
  (Object.keys(all) as T[]).map((value) => ({ value, label: all[value].label }));

const SIZES = named(PICTURE_SIZES);
const SCALE_WORDS = SCALES.map((value) => ({ value, label: `${value}×` }));

/** What may be chosen of a picture: its figure, its size, and the scale of a PNG as on the screen. */
function usePictureChoice(figures: readonly ExportFigure[]) {
  const theme = useTheme();
  const [figureName, setFigureName] = useState<FigureName | undefined>(figures[0]?.name);
  const [size, setSize] = useState<PictureSize>("screen");
  const [scale, setScale] = useState<PixelRatio>(2);
  const figure = figures.find(({ name }) => name === figureName) ?? figures[0];
  const choice: ExportChoice = { figure, size, scale, theme };
  const figureWords = figures.map(({ name, label }) => ({ value: name, label }));
  const options = (id: ItemId) => (
    <>
      <Options label="Which figure" options={figureWords} chosen={figure?.name} onChoose={setFigureName} />
      {id !== "table" && <Options label="Size" options={SIZES} chosen={size} onChoose={setSize} />}
      {id === "png" && size === "screen" && (
        <Options label="Scale of PNG" options={SCALE_WORDS} chosen={scale} onChoose={setScale} />
      )}
    </>
  );
  return { choice, options };
}

function Groups(props: ExportSource) {
  const { experiment, run, figures } = props;
  const { choice, options } = usePictureChoice(figures);
  const [word, setWord] = useState("Picture");
  const [kind, setKind] = useState<ItemId>("svg");
  const [said, setSaid] = useState<Said>(QUIET);
  const stem = useMemo(() => fileStem(experiment, run), [experiment, run]);
  const groups = exportGroups(props, choice, stem);
  const group = oneNamed(groups, word);
  const item = group.items.find(({ id }) => id === kind) ?? group.items[0];
  const take = async (): Promise<void> => {
    setSaid({ text: "Preparing …", failed: false });
    setSaid(await (item.id === "link" ? copy(props.link) : save(item, props, choice)));
  };
  return (
    <div className="export-panes">
      <ul className="export-words">
        {groups.map(({ label, kinds }) => (
          <li key={label}>
            <button
              type="button"
              className="pick"
              aria-pressed={label === word}
              onClick={() => {
                setWord(label);
                setSaid(QUIET);
              }}
            >
              {label} <span>{kinds}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="export-one" role="group" aria-label={group.label}>
        <div className="row export-row">
          {group.label === "Picture" && options(item.id)}
          {group.items.length > 1 && (
            <Options
              label="Kind of file"
              options={group.items.map(({ id, label }) => ({ value: id, label }))}
              chosen={item.id}
              onChoose={(id) => {
                setKind(id);
                setSaid(QUIET);
              }}
            />
          )}
        </div>
        <Preview item={item} source={props} choice={choice} />
        <FileLine item={item} said={said} onTake={() => void take()} />
      </div>
    </div>
  );
}

/** Throws where no group has this word. */
function oneNamed(groups: readonly ExportGroup[], word: string): ExportGroup {
  const found = groups.find(({ label }) => label === word);
  if (found === undefined) throw new RangeError(`export: there is no word ${word}.`);
  return found;
}

/**
 * Eight words under the toolbar, and for the chosen one what its file will be. It pushes what follows down and covers
 * nothing. Who opened it by key from
 * elsewhere on the page is brought to it.
 */
export function ExportDrawer({ open, onClose, ...source }: ExportDrawerProps) {
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => {
    const opener = document.activeElement?.getAttribute("aria-expanded") === "true";
    if (open && !opener) drawer.current?.focus();
  }, [open]);
  if (!open) return null;
  return (
    <section
      ref={drawer}
      tabIndex={-1}
      className="export"
      aria-label="Export"
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

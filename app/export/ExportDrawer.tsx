import { useEffect, useId, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import { fileStem } from "../../engine/experiments/export/file-stem.ts";
import { useTheme } from "../controls/theme.ts";
import { download, sizeText } from "../controls/download.ts";
import { exportGroups } from "./items.ts";
import type { ExportChoice, ExportSource, FigureName, ExportItem, ItemId } from "./items.ts";
import { ItemButton } from "./ItemButton.tsx";
import { Options } from "./Options.tsx";
import type { PixelRatio } from "./scales.ts";
import { SCALES } from "./scales.ts";
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

/** The file of the item pointed at: its name, what it holds, and how saving it went. */
function FileLine({ item, said }: { readonly item: ExportItem | undefined; readonly said: Said }) {
  if (item === undefined) return null;
  return (
    <div className="export-file">
      <p>
        <code>{item.name}</code> <span>{item.missing === "" ? item.holds : item.missing}</span>
      </p>
      <p role="status">{said.failed ? "" : said.text}</p>
      {said.failed && (
        <p role="alert" className="export-error">
          {said.text}
        </p>
      )}
    </div>
  );
}

function Groups(props: ExportSource) {
  const { experiment, run, figures } = props;
  const theme = useTheme();
  const [figureName, setFigureName] = useState<FigureName | undefined>(figures[0]?.name);
  const [scale, setScale] = useState<PixelRatio>(2);
  const [active, setActive] = useState<ItemId>("svg");
  const [said, setSaid] = useState<Said>(QUIET);
  const figure = figures.find(({ name }) => name === figureName) ?? figures[0];
  const choice: ExportChoice = { figure, scale, theme };
  const stem = useMemo(() => fileStem(experiment, run), [experiment, run]);
  const groups = exportGroups(props, choice, stem);
  const take = async (item: ExportItem): Promise<void> => {
    setActive(item.id);
    if (item.missing !== "") return;
    setSaid({ text: "Preparing …", failed: false });
    setSaid(await (item.id === "link" ? copy(props.link) : save(item, props, choice)));
  };
  const whichFigure = figures.length > 0 && (
    <Options
      label="Which figure"
      options={figures.map(({ name, label }) => ({ value: name, label }))}
      chosen={figure?.name}
      onChoose={(name) => {
        setFigureName(name);
        setActive(active === "png" ? "png" : "svg");
      }}
    />
  );
  const whichScale = (
    <Options
      label="Scale of PNG"
      options={SCALES.map((value) => ({ value, label: `${value}×` }))}
      chosen={scale}
      onChoose={(value) => {
        setScale(value);
        setActive("png");
      }}
    />
  );
  return (
    <>
      <div className="export-groups">
        {groups.map(({ label, items }) => (
          <GroupBox key={label} label={label} above={label === "Figure" && whichFigure}>
            {items.map((item) => (
              <ItemButton
                key={item.id}
                item={item}
                active={item.id === active}
                onPoint={() => setActive(item.id)}
                onTake={(taken) => void take(taken)}
              />
            ))}
            {label === "Figure" && whichScale}
          </GroupBox>
        ))}
      </div>
      <FileLine item={groups.flatMap(({ items }) => items).find((item) => item.id === active)} said={said} />
    </>
  );
}

interface GroupBoxProps {
  readonly label: string;
  readonly above: ReactNode;
  readonly children: ReactNode;
}

function GroupBox({ label, above, children }: GroupBoxProps) {
  const id = useId();
  return (
    <div className={`export-group ${label.toLowerCase()}`} role="group" aria-labelledby={id}>
      <p className="export-label" id={id}>
        {label}
      </p>
      {above}
      <div className="export-row">{children}</div>
    </div>
  );
}

/**
 * Four groups of files under the toolbar. It pushes what follows down and covers nothing. Who opened it by key from
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

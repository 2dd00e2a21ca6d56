import { useEffect, useState } from "react";
import { messageOf } from "../words/message-of.ts";
import type { ExportChoice, ExportItem, ExportSource } from "./items.ts";
import type { FilePreview } from "./make.ts";

/** While the reader plays or drags, the picture is drawn again this long after the last change. */
const REST_MS = 150;

type State = FilePreview | { readonly failed: string } | null; // null while the first is made

/** The file of an item as it would be saved now. What was there before stays until the next has come. */
function usePreview(item: ExportItem, source: ExportSource, { figure, size, scale, theme }: ExportChoice): State {
  const [state, setState] = useState<State>(null);
  const { experiment, run, sweep, link, citation, modelSource } = source;
  useEffect(() => {
    let wanted = true;
    const show = (next: State): void => {
      if (wanted) setState(next);
    };
    if (item.missing !== "") {
      show({ failed: item.missing });
      return undefined;
    }
    const all = { experiment, run, sweep, link, citation, modelSource, figures: [] };
    const make = async (): Promise<void> => {
      const { previewOf } = await import("./make.ts");
      show(await previewOf(item.id, all, { figure, size, scale, theme }, __ROUNDTRIP_VERSION__));
    };
    const timer = setTimeout(() => void make().catch((error: unknown) => show({ failed: messageOf(error) })), REST_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [item.id, item.missing, experiment, run, sweep, link, citation, modelSource, figure, size, scale, theme]);
  return state;
}

/** A picture in the page by an address of its own, given back when it goes. */
function Picture({ svg, alt }: { readonly svg: string; readonly alt: string }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  return url === null ? null : <img src={url} alt={alt} />;
}

interface Props {
  readonly item: ExportItem;
  readonly source: ExportSource;
  readonly choice: ExportChoice;
}

/** What the file looks like: the picture itself, or its first lines. */
export function Preview({ item, source, choice }: Props) {
  const state = usePreview(item, source, choice);
  if (state === null) return <div className="export-preview" aria-busy="true" />;
  if ("failed" in state) return <p className="export-preview none">{state.failed}</p>;
  if ("svg" in state) {
    return (
      <div className={`export-preview picture ${choice.size}`}>
        <Picture svg={state.svg} alt={`Preview: ${item.holds}`} />
      </div>
    );
  }
  return (
    <pre className="export-preview" tabIndex={0} aria-label={`First lines of ${item.name}`}>
      {state.text}
    </pre>
  );
}

import { useBench, useBenchStore } from "../lab/context.ts";
import { Details } from "../lab/Details.tsx";

/** What the reader has chosen, in full, until it is closed: by its button, or by Escape within it. */
export function Chosen() {
  const store = useBenchStore();
  const isOpen = useBench((state) => state.inspects);
  const close = (): void => {
    store.setState({ inspects: false, host: null });
    document.querySelector<HTMLElement>(".tl-figure, main")?.focus();
  };
  if (!isOpen) {
    return (
      <button type="button" className="fold" aria-expanded={false} onClick={() => store.setState({ inspects: true })}>
        What is chosen, in full
      </button>
    );
  }
  return (
    <div
      className="chosen"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.stopPropagation();
        close();
      }}
    >
      <button type="button" className="btn small bare" aria-label="Close the inspector" onClick={close}>
        Close
      </button>
      <Details />
    </div>
  );
}

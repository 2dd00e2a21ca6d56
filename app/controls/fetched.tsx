/**
 * Parts of the page that are fetched when they are first shown. A part that cannot be fetched, or that fails, says so
 * in its own place and offers to try again; the page around it stays.
 */
import { Component, lazy, useEffect, useState } from "react";
import type { FunctionComponent, ReactNode } from "react";
import { messageOf } from "../words/message-of.ts";

let failedStyles: Set<Element> | null = null;

/** Notes the style sheets that do not come, from the first part on. */
function noteFailedStyles(): void {
  if (failedStyles !== null) return;
  const failed = (failedStyles = new Set());
  const note = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement) failed.add(target);
  };
  document.addEventListener("error", note, true); // such an event does not rise from its element
}

/**
 * Style sheets that did not come are asked for again; the browser keeps them as they failed. One that is on its way
 * stays: whoever waits for it would wait for ever.
 */
function askForStyles(): void {
  for (const link of failedStyles ?? []) link.replaceWith(link.cloneNode());
  failedStyles?.clear();
}

/** Browsers say in such words that the file of a module, or its style sheet, did not come. */
const NO_FILE = /dynamically imported module|importing a module|preload/i;

/** What the code of an experiment did wrong says so by itself. */
const OF_CODE = /^a mistake in the code of /;

/** Told on the window when another run is shown: what failed with the run before may be drawn with this one. */
export const OTHER_RUN = "roundtrip-run";

interface FailedProps {
  readonly what: string;
  readonly error: unknown;
  readonly onAgain: () => void;
}

/**
 * Stands where the part would. Tries again by itself when the network is back, when the reader goes elsewhere, or when
 * another run is there.
 */
export function Failed({ what, error, onAgain }: FailedProps) {
  useEffect(() => {
    const events = ["online", "hashchange", OTHER_RUN];
    for (const event of events) window.addEventListener(event, onAgain);
    return () => {
      for (const event of events) window.removeEventListener(event, onAgain);
    };
  }, [onAgain]);
  const message = messageOf(error);
  const why = NO_FILE.test(message)
    ? "Its file could not be fetched: the network is away, or the site has a new version."
    : OF_CODE.test(message)
      ? `It is ${message}`
      : `This is our mistake: ${message}`;
  return (
    <div className="notice" role="alert">
      <span>
        {what} cannot be shown. {why}
      </span>
      <button type="button" className="link" onClick={onAgain}>
        Try again
      </button>
      <button type="button" className="link" onClick={() => window.location.reload()}>
        Load the page again
      </button>
    </div>
  );
}

interface BoundaryProps {
  readonly what: string;
  readonly onAgain: () => void;
  /** The part has failed while it was drawn. */
  readonly onFailure: () => void;
  /** The reader leaves a part that failed. */
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

/** Holds what its children throw, so that nothing above them goes. React has this for classes alone. */
class Boundary extends Component<BoundaryProps, { readonly thrown: readonly unknown[] }> {
  override readonly state = { thrown: [] };

  static getDerivedStateFromError(error: unknown): { readonly thrown: readonly unknown[] } {
    return { thrown: [error] };
  }

  override componentDidCatch(): void {
    this.props.onFailure();
  }

  readonly again = (): void => {
    this.props.onAgain();
    this.setState({ thrown: [] });
  };

  override componentWillUnmount(): void {
    if (this.state.thrown.length > 0) this.props.onLeave();
  }

  override render(): ReactNode {
    const { thrown } = this.state;
    const { what, children } = this.props;
    return thrown.length === 0 ? children : <Failed what={what} error={thrown[0]} onAgain={this.again} />;
  }
}

/** A part that is fetched when it is first shown, or before. */
export type Fetched<Props> = FunctionComponent<Props> & {
  /** Fetches it; then it is drawn at once, and nobody waits in a Suspense. Rejects where its file does not come. */
  readonly ahead: () => Promise<void>;
};

/**
 * The component that `load` gives, fetched when it is first shown; whoever shows it waits in a Suspense.
 * @param what names it at the beginning of a sentence: "The inspector"
 * @param onFailure told each time that it fails while it is drawn
 */
export function fetched<Props extends object>(
  what: string,
  load: () => Promise<FunctionComponent<Props>>,
  onFailure: () => void = () => undefined,
): Fetched<Props> {
  const loaded = (): Promise<FunctionComponent<Props>> => {
    noteFailedStyles();
    return load();
  };
  const make = () => lazy(async () => ({ default: await loaded() }));
  let latest = make(); // one that failed has failed for good
  let here: FunctionComponent<Props> | null = null;
  const begin = (): void => {
    askForStyles();
    latest = make();
  };
  function Part(props: Props) {
    const [Shown, setShown] = useState(() => here ?? latest);
    const again = (): void => {
      begin();
      setShown(() => latest);
    };
    return (
      <Boundary what={what} onAgain={again} onFailure={onFailure} onLeave={begin}>
        <Shown {...props} />
      </Boundary>
    );
  }
  const ahead = async (): Promise<void> => {
    here = await loaded();
  };
  return Object.assign(Part, { ahead });
}

interface Props {
  readonly id: string;
  readonly changed: boolean;
  readonly idle: string | null; // why it has no effect now
  readonly text: string;
  readonly standard: string; // the default with its unit
  readonly label: string;
  readonly onReset: () => void;
}

/**
 * Why the default is what it is; where the value differs, what the default was and the way back. A parameter that has
 * no effect with the values of others says so.
 */
export function Why({ id, changed, idle, text, standard, label, onReset }: Props) {
  const now = idle === null ? "" : `No effect now: ${idle}.`;
  if (!changed) {
    return (
      <div id={id} className={idle === null ? "vh" : "why"}>
        {now}
        <span className="vh"> {text}</span>
      </div>
    );
  }
  return (
    <div className={idle === null ? "why" : "why idle"}>
      <span id={id}>
        {now}{" "}
        <span>
          {standard} by default. {text}
        </span>
      </span>
      <button type="button" className="link" onClick={onReset} aria-label={`Reset ${label}`}>
        Reset
      </button>
    </div>
  );
}

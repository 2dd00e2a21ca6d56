interface Props {
  readonly id: string;
  readonly changed: boolean;
  readonly text: string;
  readonly standard: string; // the default with its unit
  readonly label: string;
  readonly onReset: () => void;
}

/** Why the default is what it is; where the value differs, what the default was and the way back. */
export function Why({ id, changed, text, standard, label, onReset }: Props) {
  if (!changed) {
    return (
      <span className="vh" id={id}>
        {text}
      </span>
    );
  }
  return (
    <div className="why">
      <span id={id}>
        {standard} by default. {text}
      </span>
      <button type="button" className="link" onClick={onReset} aria-label={`Reset ${label}`}>
        Reset
      </button>
    </div>
  );
}

/** Two buttons beside a thing that is pulled: one less of it, and one more. */
interface Props {
  readonly name: string;
  readonly one: string; // "One letter"
  /** @param by -1 or 1 */
  readonly onStep: (by: number) => void;
  readonly className?: string;
}

export const FewerMore = ({ name, one, onStep, className }: Props) => (
  <span role="group" aria-label={name} className={className}>
    <button type="button" className="btn small" aria-label={`${one} fewer`} onClick={() => onStep(-1)}>
      −
    </button>
    <button type="button" className="btn small" aria-label={`${one} more`} onClick={() => onStep(1)}>
      +
    </button>
  </span>
);

/** A prediction beside its truth in a cell of the table: a ring for the guess, a dot for the truth. */
import type { GuessPicture } from "./pictures.ts";

const [WIDTH, HEIGHT, MIDDLE] = [86, 26, 13]; // px
const [LEFT, LONG] = [9, 68];
/** Beyond this distance a dotted line leads from the guess to the truth; px. */
const APART = 14;

function Choice({ count, truth, guess }: Extract<GuessPicture, { readonly kind: "choice" }>) {
  const step = count < 2 ? 0 : Math.min(26, LONG / (count - 1));
  return Array.from({ length: count }, (_, i) => {
    const x = LEFT + i * step;
    return (
      <g key={i}>
        <circle
          cx={x}
          cy={MIDDLE}
          {...(i === truth ? { r: 4.6, className: "truth" } : { r: 1.6, className: "spot" })}
        />
        {i === guess && <circle cx={x} cy={MIDDLE} r="7.6" className="guess" />}
      </g>
    );
  });
}

function Scale({ truth, guess }: Extract<GuessPicture, { readonly kind: "scale" }>) {
  const at = (share: number): number => LEFT + share * LONG;
  return (
    <>
      <path d={`M${LEFT} 20H${LEFT + LONG}`} className="axis" />
      {guess !== null && Math.abs(at(guess) - at(truth)) > APART && (
        <path d={`M${at(guess).toFixed(1)} ${MIDDLE}H${at(truth).toFixed(1)}`} className="apart" />
      )}
      <circle cx={at(truth)} cy={MIDDLE} r="4.6" className="truth" />
      {guess !== null && <circle cx={at(guess)} cy={MIDDLE} r="7" className="guess" />}
    </>
  );
}

function Curve({ truth, guess }: Extract<GuessPicture, { readonly kind: "curve" }>) {
  const path = (ys: readonly number[]): string =>
    ys
      .map((y, i) => {
        const x = LEFT + (i / Math.max(1, ys.length - 1)) * LONG;
        return `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${(24 - y * 21).toFixed(1)}`;
      })
      .join("");
  return (
    <>
      <path d={path(truth)} className="truth-line" />
      <path d={path(guess)} className="guess-line" />
    </>
  );
}

export function Pictured({ picture }: { readonly picture: GuessPicture }) {
  return (
    <svg className="ans-picture" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {picture.kind === "choice" && <Choice {...picture} />}
      {picture.kind === "scale" && <Scale {...picture} />}
      {picture.kind === "curve" && <Curve {...picture} />}
    </svg>
  );
}

/** What the marks of the table mean. */
export function Legend() {
  return (
    <p className="row legend ans-legend">
      <span>
        <svg className="ans-picture" width="16" height="16" aria-hidden="true">
          <circle cx="8" cy="8" r="6" className="guess" />
        </svg>
        first prediction
      </span>
      <span>
        <svg className="ans-picture" width="12" height="16" aria-hidden="true">
          <circle cx="6" cy="8" r="4.6" className="truth" />
        </svg>
        truth
      </span>
      <span>
        <b>✓ same</b> passed, and this page’s run agrees
      </span>
      <span>
        <b>✗ differs</b> the file does not match its run
      </span>
      <span>
        <b>– not yet</b> not passed, or not begun
      </span>
    </p>
  );
}

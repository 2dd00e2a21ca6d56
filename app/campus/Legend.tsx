import type { ServerState } from "./progress.ts";

interface Props {
  readonly dense: boolean;
  readonly token: boolean;
}

const MARKS: readonly (readonly [ServerState, React.ReactNode])[] = [
  ["not asked", <circle key="a" cx="6" cy="6" r="4" className="open" />],
  [
    "asked",
    <g key="b">
      <circle cx="6" cy="6" r="4" className="open" />
      <circle cx="6" cy="6" r="1.8" className="full" />
    </g>,
  ],
  ["answered", <circle key="c" cx="6" cy="6" r="4.5" className="full" />],
  ["down", <path key="d" d="M2.5 2.5l7 7M9.5 2.5l-7 7" className="lost" />],
];

const SHARES: Readonly<Record<ServerState, string>> = {
  "not asked": "none",
  asked: "asked",
  answered: "full",
  down: "lost",
};

/** Explains the marks of machines. */
export function Legend({ dense, token }: Props) {
  return (
    <ul className="row legend picture-marks" aria-label="Marks">
      {!dense && <Item name="client" shape={<rect x="2" y="2" width="8" height="8" className="full" />} />}
      {MARKS.map(([state, shape]) => {
        const share = <rect x="0" y="3" width="12" height="6" className={`share ${SHARES[state]}`} />;
        return (
          <Item key={state} name={state === "not asked" ? "server, not asked" : state} shape={dense ? share : shape} />
        );
      })}
      <Item name="packet" shape={<circle cx="6" cy="6" r="2.6" className="full" />} />
      {token && <Item name="token" shape={<path d="M0 6h12" className="token" />} />}
    </ul>
  );
}

function Item({ name, shape }: { readonly name: string; readonly shape: React.ReactNode }) {
  return (
    <li>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        {shape}
      </svg>
      {name}
    </li>
  );
}

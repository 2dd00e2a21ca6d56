/** The signs of the transport bar, on a grid of 18. */
const SOLID = {
  first: "M4 3v12M15 3 6 9l9 6z",
  back: "M12 3 4 9l8 6zM14.5 3v12",
  reverse: "M13 2.5v13L2.5 9z",
  play: "M5 2.5v13L15.5 9z",
  pause: "M4.5 3h3v12h-3zM10.5 3h3v12h-3z",
  forward: "M6 3l8 6-8 6zM3.5 3v12",
  last: "M14 3v12M3 3l9 6-9 6z",
} as const;

const DRAWN = {
  in: "M9 4v10M4 9h10",
  out: "M4 9h10",
  fit: "M3 6V3h3M12 3h3v3M15 12v3h-3M6 15H3v-3",
  "to-next": "M2 9h9M7.5 5l4 4-4 4M15 3v12",
  "to-before": "M16 9H7M10.5 5l-4 4 4 4M3 3v12",
  up: "M4 11.5l5-5 5 5",
  down: "M4 6.5l5 5 5-5",
  sound: "M2.5 7v4h3l4 3.5v-11l-4 3.5zM12 6.5c1.2 1.4 1.2 3.6 0 5M14.2 4.5c2.2 2.5 2.2 6.5 0 9",
} as const;

export type IconName = keyof typeof SOLID | keyof typeof DRAWN;

export function Icon({ name }: { readonly name: IconName }) {
  const drawn = name in DRAWN;
  const path = { ...SOLID, ...DRAWN }[name];
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 18 18"
      fill={drawn ? "none" : "currentColor"}
      stroke="currentColor"
      strokeWidth={drawn ? 1.6 : 1.5}
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

import type { Mark, TextMark } from "./marks.ts";

const colour = (token: string | undefined): string => (token === undefined ? "none" : `var(--${token})`);

function Text({ mark }: { readonly mark: TextMark }) {
  return (
    <text
      x={mark.x}
      y={mark.y}
      fill={colour(mark.fill)}
      fontSize={mark.size}
      fontWeight={mark.weight === "semibold" ? 600 : 400}
      textAnchor={mark.anchor}
      className={mark.halo === true ? "chart-halo" : undefined}
    >
      {mark.text}
    </text>
  );
}

function Shape({ mark }: { readonly mark: Mark }) {
  if (mark.shape === "text") return <Text mark={mark} />;
  const stroke = { stroke: colour(mark.stroke), strokeWidth: mark.width };
  switch (mark.shape) {
    case "line":
      return <line x1={mark.x1} y1={mark.y1} x2={mark.x2} y2={mark.y2} {...stroke} strokeDasharray={mark.dash} />;
    case "path":
      return <path d={mark.d} fill={colour(mark.fill)} {...stroke} strokeDasharray={mark.dash} />;
    case "circle":
      return (
        <circle cx={mark.cx} cy={mark.cy} r={mark.r} fill={colour(mark.fill)} {...stroke} strokeDasharray={mark.dash} />
      );
    case "rect":
      return <rect x={mark.x} y={mark.y} width={mark.w} height={mark.h} fill={colour(mark.fill)} {...stroke} />;
  }
}

/** Shapes of a layout in the page's colours. They are drawn in order and have no identity: their place is their key. */
export const Marks = ({ marks }: { readonly marks: readonly Mark[] }) =>
  marks.map((mark, index) => <Shape key={index} mark={mark} />);

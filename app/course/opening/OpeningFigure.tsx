/** The call at a moment, drawn on the page. */
import { Hatched, Shapes } from "../../draw/Shapes.tsx";
import { envelopes, openingShapes } from "./figure.ts";
import type { OpeningMoment } from "./figure.ts";
import { pictureText } from "./outcome.ts";

export function OpeningFigure(picture: OpeningMoment) {
  const { room, tale, now } = picture;
  return (
    <svg width={room.width} height={room.height} role="img" aria-label={pictureText(tale, now)}>
      <Hatched>
        <Shapes shapes={openingShapes(picture)} />
      </Hatched>
      {envelopes(picture).map((shapes, i) => (
        <g key={i} className="envelope">
          <Shapes shapes={shapes} />
        </g>
      ))}
    </svg>
  );
}

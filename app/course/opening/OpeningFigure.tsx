/** The call at a moment, drawn on the page. */
import { Hatches, Shapes } from "../../draw/Shapes.tsx";
import { envelopes, openingShapes } from "./figure.ts";
import type { OpeningMoment } from "./figure.ts";
import { pictureText } from "./outcome.ts";

export function OpeningFigure(picture: OpeningMoment) {
  const { room, tale, now, zones = false } = picture;
  return (
    <svg width={room.width} height={room.height} role="img" aria-label={pictureText(tale, now)}>
      {zones && <Hatches />}
      <Shapes shapes={openingShapes(picture)} />
      {envelopes(picture).map((shapes, i) => (
        <g key={i} className="envelope">
          <Shapes shapes={shapes} />
        </g>
      ))}
    </svg>
  );
}

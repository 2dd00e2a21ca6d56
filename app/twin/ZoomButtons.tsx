/** The way to look closer, for the hand. */
interface Props {
  readonly zoomedIn: boolean;
  readonly onZoom: (factor: number) => void;
  readonly onFit: () => void;
}

export const ZOOM_STEP = 0.7;

export function ZoomButtons({ zoomedIn, onZoom, onFit }: Props) {
  return (
    <div className="twin-zoom" role="group" aria-label="Zoom">
      <button type="button" className="tl-icon" aria-label="Zoom out" onClick={() => onZoom(1 / ZOOM_STEP)}>
        −
      </button>
      <button type="button" className="tl-icon" aria-label="Zoom in" onClick={() => onZoom(ZOOM_STEP)}>
        +
      </button>
      <button type="button" className="btn small bare" disabled={!zoomedIn} onClick={onFit}>
        Fit
      </button>
    </div>
  );
}

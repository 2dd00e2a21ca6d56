/** A figure of the timeline at one view, and the function that draws it. */
import type { Ref } from "../../engine/kernel/trace-data.ts";
import type { Drawing } from "../draw/scene.ts";
import type { BytesOnWire, LayerBox } from "./bytes-on-wire.ts";
import type { Coordinates } from "./coordinates.ts";
import type { TimeScale, View } from "./scale.ts";
import type { ShownCall } from "./shown-call.ts";

export interface Figure extends Drawing {
  /** The run that it shows; null in a figure of two. */
  readonly run: ShownCall | null;
  /** Where it stands on the ladder; null where it has the processors of the run. */
  readonly position: number | null;
  /** The layers of a packet’s bytes on the wire; none but on the last rung. */
  readonly layers: readonly LayerBox[];
  readonly scale: TimeScale;
  /** Whether time runs down. */
  readonly down: boolean;
  /** Along: where the scale begins. */
  readonly start: number;
  /** The axis across: its line, or the column of its labels. */
  readonly axis: number;
  /** The beginning and the end of the playhead across, in one or two pieces. */
  readonly playhead: readonly (readonly [number, number])[];
  /** The places of the machines' names. */
  readonly hosts: readonly HostPlace[];
  /** Rows of the packets that are drawn one by one; none in a figure of two runs. */
  readonly alone: readonly number[];
  /** The places of the run’s things; null in a figure of two runs. */
  readonly places: Coordinates | null;
}

/** A figure in which one can take hold of things. */
export type HandleFigure = Omit<Figure, "places"> & { readonly places: Coordinates };

export const hasPlaces = (figure: Figure): figure is HandleFigure => figure.places !== null;

/**
 * The area that stands for a row in the figure, in pixels: the name of its machine, or the button that opens it to its
 * machines.
 */
export type HostPlace = HostArea & ({ readonly machine: string } | { readonly opens: Opens });

/** Machines with one story, in a row together or each in its own. */
interface Opens {
  readonly key: string;
  readonly isOpen: boolean;
  /** "94 workstations: answered". */
  readonly name: string;
}

interface HostArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** The edge of the machine's band, which says that it is chosen. */
  readonly mark: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}

export const HOST_MARK = 5;

export interface Place {
  readonly width: number;
  /** The height to keep to, in pixels, where there is a limit. */
  readonly room: number | undefined;
  /** Keys of the groups of machines that the reader has opened. */
  readonly open: ReadonlySet<string>;
  /** The position on the ladder, and the bytes of its last rung; left out for the processors of the run. */
  readonly ladder?: { readonly position: number; readonly bytes: BytesOnWire | null } | null;
}

/** Draws what is in view, in a frame that stays where it is; also another run, to which a reader drags this one. */
export type Draw = (view: View, selected: Ref, other?: ShownCall) => Figure;

/** A packet taken apart: its layers from the outside in, which is the order on the wire. */
export interface BytesOnWire {
  readonly row: number;
  readonly layers: readonly { readonly name: string; readonly length: number }[];
  /** The layer whose bytes the reader looks at. */
  readonly chosen: number;
}

/** The box of a layer, in pixels along and across. */
export interface LayerBox {
  readonly name: string;
  readonly length: number;
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly bottom: number;
}

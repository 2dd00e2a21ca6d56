declare module "subset-font" {
  interface Options {
    readonly targetFormat: "sfnt" | "woff" | "woff2";
    readonly variationAxes: Readonly<Record<string, number | { min: number; max: number }>>;
  }
  const subsetFont: (font: Buffer, text: string, options: Options) => Promise<Buffer>;
  export default subsetFont;
}

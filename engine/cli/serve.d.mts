export interface Site {
  readonly url: string; // "http://localhost:4173/"
  readonly close: () => Promise<void>;
}
export declare const HASHED: RegExp;
export declare function serve(
  folder: string,
  at: { readonly host: string; readonly port: number; readonly strict: boolean },
): Promise<Site>;

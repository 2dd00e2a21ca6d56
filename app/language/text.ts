/**
 * The page in another language. Components, engine and figures write English. Where a text reaches the page
 * (jsx-runtime.ts, the canvas, the title), it passes here. In English it passes as it is; else look-up.ts, which only
 * such a page fetches, has its translation.
 */

/** The properties of an element, as React has them. */
export type ElementProps = Readonly<Record<string, unknown>>;

/** A language that the page speaks. */
interface Speaker {
  readonly locale: string; // for numbers and lists: "de-DE"
  readonly text: (english: string, element: string | null) => string;
  /** The properties of an element with its texts translated; `fixed` where its children stand at fixed places. */
  readonly props: (element: string | null, props: ElementProps, fixed: boolean) => ElementProps;
  /** Fetches the texts of a place or a part (site-files.ts): the same promise each time, which never rejects. */
  readonly texts: (file: string) => Promise<unknown>;
}

let speaker: Speaker | null = null;

/** From here on the page speaks this language; null for English. */
export const speakAs = (one: Speaker | null): void => void (speaker = one);

/** The language of the page; null for English. */
export const spokenLanguage = (): Speaker | null => speaker;

/** For numbers and lists. */
export const pageLocale = (): string => speaker?.locale ?? "en-US";

/** The fetch of a part that no place waits for, together with its texts. */
export const withTexts =
  <Part>(load: () => Promise<Part>, file = "panels") =>
  async (): Promise<Part> =>
    (await Promise.all([load(), speaker?.texts(file)]))[0];

/**
 * A text in the language of the page; as it is where there is no translation.
 * @param element the name of the element that it stands in
 */
export const translated = (english: string, element: string | null = null): string =>
  speaker === null ? english : speaker.text(english, element);

/** "Papers – Roundtrip": the title of a page. @param place its name; "" for the course */
export const pageTitle = (place: string): string => (place === "" ? "Roundtrip" : `${translated(place)} – Roundtrip`);

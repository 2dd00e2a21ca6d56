/**
 * A part of the engine that most runs do without, so that its file can be fetched later. Who runs everything takes it
 * in at once (`eager.ts` beside it); the page's worker fetches it with the first run that needs it.
 */
export class LaterPart<Part> {
  private here: Part | null = null;
  private readonly name: string;

  /** @param name as the error says it: "the language of faults" */
  constructor(name: string) {
    this.name = name;
  }

  takeIn(part: Part): void {
    this.here = part;
  }

  /** Throws where it was not taken in. */
  get part(): Part {
    if (this.here === null) throw new Error(`The run needs ${this.name}, which is not here. Take it in first.`);
    return this.here;
  }
}

/** A learning platform as a lesson needs it; scorm.ts and cmi5.ts speak with each kind. */
import type { Standing } from "./standing.ts";

export interface Report {
  readonly state: string; // state.ts
  readonly standing: Standing;
  readonly seconds: number; // since the lesson was opened
}

export interface Platform {
  /** What the platform kept of this reader in this lesson; "" for nothing. */
  readonly state: string;
  /** The platform’s name of the reader, for what this browser keeps while the network is away. */
  readonly reader: string;
  /** False where the reader only looks: the platform wants to hear nothing. */
  readonly isKept: boolean;
  /** Resolves to whether the platform has taken it. Never rejects. */
  readonly save: (report: Report) => Promise<boolean>;
  /** The page goes: says all of it at once, and waits for nothing. */
  readonly close: (report: Report) => void;
}

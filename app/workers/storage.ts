/** This browser's storage: texts that it keeps, whether the reader wants it used, and the name of a database. */

/** Null where nothing is kept under the key, or nothing can be, as in a frame without storage. */
export function keptText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param text null to forget it. False where this browser keeps nothing, or has no room left. */
export function keepText(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

const WISH = "roundtrip-offline"; // "no" where the reader freed the storage

/** A browser that keeps nothing does not keep the site either. */
export const setUnwanted = (isUnwanted: boolean): void => void keepText(WISH, isUnwanted ? "no" : null);
export const unwanted = (): boolean => keptText(WISH) === "no";

/** The database of sweeps’ results, for the site in one folder. @param home address of that folder */
export const resultsName = (home: string): string => `roundtrip-results ${home}`;

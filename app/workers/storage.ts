/** What is said of this browser's storage: whether the reader wants it used, and the name of a database. */

const WISH = "roundtrip-offline"; // "no" where the reader freed the storage

export function setUnwanted(isUnwanted: boolean): void {
  try {
    if (isUnwanted) localStorage.setItem(WISH, "no");
    else localStorage.removeItem(WISH);
  } catch {
    // A browser that keeps nothing does not keep the site either.
  }
}

export function unwanted(): boolean {
  try {
    return localStorage.getItem(WISH) === "no";
  } catch {
    return false;
  }
}

/** The database of sweeps’ results, for the site in one folder. @param home address of that folder */
export const resultsName = (home: string): string => `roundtrip-results ${home}`;

/** Names that the page and its service worker share. */

/** The service worker's file, beside index.html: it serves what lies in its own folder. */
export const WORKER_FILE = "offline.js";

/** A page says this to a newer version that waits. */
export const TAKE_OVER = "take over";

/** Python of one version of Pyodide, for the site in one folder. @param home address of that folder */
export const pythonCacheName = (version: string, home: string): string => `roundtrip-python ${version} ${home}`;

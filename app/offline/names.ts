/** Names that the page and its service worker share. */

/** The service worker's file, beside index.html: it serves what lies in its own folder. */
export const WORKER_FILE = "offline.js";

/** A page says this to a newer version that waits. */
export const TAKE_OVER = "take over";

/** The files of a language other than English lie below this folder of the site: "assets/languages/de/". */
export const LANGUAGES_FOLDER = "assets/languages/";

/** A page in a language says this with the language's code: "keep language de". */
export const KEEP_LANGUAGE = "keep language ";

/** The texts of a language, for the site in one folder. @param home address of that folder */
export const languageCacheName = (code: string, home: string): string => `roundtrip-language ${code} ${home}`;

/** Python of one version of Pyodide, for the site in one folder. @param home address of that folder */
export const pythonCacheName = (version: string, home: string): string => `roundtrip-python ${version} ${home}`;

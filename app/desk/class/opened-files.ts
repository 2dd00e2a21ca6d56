/** The files that a teacher drops: their texts, those in zip files too. What is too large is never read. */
import { tooLarge } from "../../../lessons/hand-in/read-report.ts";
import { inMegabytes } from "../../words/numbers.ts";

/** More reports than a large class hands in of a lesson. */
export const MOST_FILES = 500;
const LARGEST_ZIP = 100e6; // bytes

/** A file of the class. */
export interface ClassFile {
  readonly name: string;
  /** Resolves to its text, or to a sentence that says why it is not read. */
  readonly read: () => Promise<{ readonly text: string } | { readonly why: string }>;
}

const isZip = (name: string): boolean => /\.zip$/i.test(name);
const isReport = (name: string): boolean => /\.(html?|json|txt)$/i.test(name);

/** What the browser says where a file is gone, or no file. */
const UNREADABLE = "The browser cannot read it: it is a folder, or it is no longer there. Choose it again.";

const plainFile = (file: File): ClassFile => ({
  name: file.name,
  read: async () => {
    const why = tooLarge(file.size);
    if (why !== null) return { why };
    return file.text().then(
      (text) => ({ text }),
      () => ({ why: UNREADABLE }),
    );
  },
});

const refusedFile = (name: string, why: string): ClassFile => ({ name, read: () => Promise.resolve({ why }) });

/** Reports in a zip file, as platforms give the files of a class. Its other files are no reports, and are left. */
async function inZip(file: File): Promise<readonly ClassFile[]> {
  if (file.size > LARGEST_ZIP) {
    const why = `It has ${inMegabytes(file.size)} MB; the desk opens zip files of up to 100 MB. Unpack it.`;
    return [refusedFile(file.name, why)];
  }
  const { unzip, strFromU8 } = await import("fflate");
  const found: ClassFile[] = [];
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const files = await new Promise<Readonly<Record<string, Uint8Array>>>((resolve, reject) => {
      const filter = ({ name, originalSize }: { readonly name: string; readonly originalSize: number }): boolean => {
        if (!isReport(name)) return false;
        const why = tooLarge(originalSize);
        if (why !== null) found.push(refusedFile(`${file.name}: ${name}`, why));
        return why === null && found.length < MOST_FILES;
      };
      unzip(bytes, { filter }, (error, data) => (error === null ? resolve(data) : reject(error)));
    });
    for (const [name, data] of Object.entries(files)) {
      found.push({
        name: `${file.name}: ${name}`,
        read: () => Promise.resolve({ text: strFromU8(data) }),
      });
    }
  } catch {
    return [refusedFile(file.name, "It is no zip file, or a damaged one. Unpack it, and drop the files in it.")];
  }
  const none = "There is no report in it: it has no .html and no .json.";
  return found.length === 0 ? [refusedFile(file.name, none)] : found;
}

/** All files, those in zip files one by one. */
export async function handedIn(files: readonly File[]): Promise<readonly ClassFile[]> {
  const all: ClassFile[] = [];
  for (const file of files) all.push(...(isZip(file.name) ? await inZip(file) : [plainFile(file)]));
  return all;
}

import { afterAll, afterEach, expect, it, vi } from "vitest";

vi.stubGlobal("navigator", { hardwareConcurrency: 2 });
const { addFiles, ANY, classFiles, forget, showInvented, stop } = await import("./class-files.ts");

/** A zip file that is read when `arrive` is called. */
function slowZip() {
  let arrive = (): void => undefined;
  const bytes = new Promise<ArrayBuffer>((resolve) => {
    arrive = () => resolve(new ArrayBuffer(4));
  });
  const file = { name: "class.zip", size: 4, arrayBuffer: () => bytes } as unknown as File;
  return { file, arrive };
}

afterEach(forget);
afterAll(() => void vi.unstubAllGlobals());

it("files whose zip is still unpacked when the teacher stops are not checked, and do not count", async () => {
  const { file, arrive } = slowZip();
  const added = addFiles([file], ANY);
  expect(classFiles.getState()).toMatchObject({ taken: 1, left: 1 });
  stop();
  arrive();
  await added;
  expect(classFiles.getState()).toMatchObject({ taken: 0, left: 0, reports: [] });
  expect(classFiles.getState().said).toMatch(/^You stopped it: 1 files/);
});

it("files that come while others are checked are named as left out", async () => {
  const { file, arrive } = slowZip();
  const added = addFiles([file], ANY);
  await addFiles([{ name: "late.html" } as File], ANY);
  expect(classFiles.getState().said).toMatch(/^late.html: left out/);
  arrive();
  await added;
  expect(classFiles.getState()).toMatchObject({ taken: 1, left: 0 });
  expect(classFiles.getState().reports).toHaveLength(1); // the damaged zip
});

it("no fewer than none are checked while an invented class is made", () => {
  const checked: number[] = [];
  const end = classFiles.subscribe(({ taken, left }) => checked.push(taken - left));
  void showInvented();
  end();
  expect(checked.at(-1)).toBe(0);
});

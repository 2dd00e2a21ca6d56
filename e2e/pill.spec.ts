/** What letting go would mean stands beside the pointer that holds a thing. */
import { expect, test } from "./lab.ts";

test("the pill stands beside the pointer, never under it, and stays within the figure", async ({ lab, page }) => {
  await lab.open("cedar/call?calls=1");
  const box = await page.locator('[data-handle="packet result#1"]').boundingBox();
  if (box === null) throw new Error("the result has no handle");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const figure = await page.locator(".tl-hands").boundingBox();
  if (figure === null) throw new Error("there is no figure");
  const right = figure.x + figure.width;
  const corners = [
    { x: x + 30, y },
    { x: figure.x + 5, y },
    { x: right - 10, y },
    { x: right - 10, y: figure.y + 5 },
  ];
  for (const at of corners) {
    await page.mouse.move(at.x, at.y, { steps: 2 });
    await expect
      .poll(async () => {
        const box = await page.locator(".tl-pill").boundingBox();
        if (box === null) return "no pill";
        const isUnder = at.x > box.x && at.x < box.x + box.width && at.y > box.y && at.y < box.y + box.height;
        const isNear = at.y - (box.y + box.height) < 30 && box.y - at.y < 30;
        const isAside = at.x < right - box.width || box.x + box.width < at.x; // to its left, where it has no room
        const isWithin = box.x >= figure.x - 1 && box.x + box.width <= right + 1 && box.y >= figure.y - 8;
        return !isUnder && isNear && isAside && isWithin;
      })
      .toBe(true);
  }
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect(lab.complaints).toEqual([]);
});

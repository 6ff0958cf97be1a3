import { page } from 'vitest/browser';

/** Returns whether the left and the right end of a scrolling element are shaded, as they are drawn above its text. */
export async function shades(element: Element): Promise<[left: boolean, right: boolean]> {
  const picture = await page.screenshot({ element, save: false });
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  context.drawImage(bitmap, 0, 0);
  // The text and the tabs begin further down.
  const light = (x: number) => context.getImageData(x, 2, 1, 1).data[0] ?? 0;
  const middle = light(bitmap.width >> 1);
  return [Math.abs(light(2) - middle) > 8, Math.abs(light(bitmap.width - 3) - middle) > 8];
}

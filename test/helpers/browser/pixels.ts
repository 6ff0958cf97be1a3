import { cdp } from 'vitest/browser';
import { frame } from './card.js';

/** Takes a picture of the viewport. Returns a function that cuts an element out of it. */
export async function picture(): Promise<(element: Element) => ImageData> {
  await frame();
  const outer = window.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
  const { x, y, width, height } = outer;
  const clip = { x, y, width, height, scale: innerWidth / width };
  const { data: base64 } = await cdp().send('Page.captureScreenshot', { format: 'png', clip });
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  if (!context) throw new Error('This browser has no 2D canvas.');
  context.drawImage(image, 0, 0);
  return (element) => {
    const { left, top, width: wide, height: high } = element.getBoundingClientRect();
    // Leave space for an outline.
    return context.getImageData(Math.round(left) - 4, Math.round(top) - 4, Math.round(wide) + 8, Math.round(high) + 8);
  };
}

const grey = (data: ArrayLike<number>, at: number): number =>
  0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0);

/**
 * Number of pixels whose brightness differs by more than `than`, which is visible without color. If a mark makes its
 * element wider, only the start is compared, which contains the mark.
 */
export function greyDifference(a: ImageData, b: ImageData, than = 40): number {
  const width = a.width === b.width ? a.width : 26;
  let count = 0;
  for (let y = 0; y < Math.min(a.height, b.height); y++) {
    for (let x = 0; x < width; x++) {
      if (Math.abs(grey(a.data, 4 * (y * a.width + x)) - grey(b.data, 4 * (y * b.width + x))) > than) count++;
    }
  }
  return count;
}

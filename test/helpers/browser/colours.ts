type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const canvas = new OffscreenCanvas(1, 1);

/** Any CSS color, as the browser paints it. */
function parse(css: string): Colour {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser has no 2D canvas.');
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = css;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}

const over = ([r, g, b, alpha]: Colour, [R, G, B]: Colour): Colour => {
  const mix = (top: number, below: number) => top * alpha + below * (1 - alpha);
  return [mix(r, R), mix(g, G), mix(b, B), 1];
};

const luminance = ([red, green, blue]: Colour): number => {
  const linear = (value: number) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
};

/** WCAG contrast of two colors, the first painted over the others. */
export function contrast(front: string, ...below: readonly string[]): number {
  const back = below.toReversed().reduce<Colour>((painted, css) => over(parse(css), painted), [255, 255, 255, 1]);
  const [dark = 0, light = 0] = [luminance(over(parse(front), back)), luminance(back)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Backgrounds behind the content of an element, nearest first. */
export function backgrounds(element: Element | null): string[] {
  if (!element) return [];
  const own = getComputedStyle(element).backgroundColor;
  // A row's box is painted by its control.
  const control = element.matches('[data-ask-user="option"]') && element.querySelector('[data-ask-user="control"]');
  const box = control ? [getComputedStyle(control, '::before').backgroundColor] : [];
  return [...box, own, ...backgrounds(element.parentElement)];
}

const hasText = (element: Element): boolean =>
  [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());

/** Contrast of each visible text by part, without disabled parts. */
export function textContrasts(root: Element): (readonly [part: string | null | undefined, ratio: number])[] {
  const unused = '[inert], [aria-disabled="true"], [data-ask-user="hidden"], [aria-live]';
  return [...root.querySelectorAll('*')]
    .filter((one) => hasText(one) && one.checkVisibility() && !one.closest(unused))
    .map((one) => [
      one.closest('[data-ask-user]')?.getAttribute('data-ask-user'),
      contrast(getComputedStyle(one).color, ...backgrounds(one)),
    ]);
}

/** Texts with a contrast below 4.5 to 1. Format: `part ratio`. */
export const weakTexts = (root: Element): string[] =>
  textContrasts(root)
    .filter(([, ratio]) => ratio < 4.5)
    .map(([part, ratio]) => `${part} ${ratio.toFixed(2)}`);

// Implements Vitest’s `userEvent` and `page.getBy…` for browsers that are driven by WebDriver.
import {
  getByLabelSelector,
  getByRoleSelector,
  getByTextSelector,
  Locator,
  selectorEngine,
} from '@vitest/browser/locators';
import { page } from 'vitest/browser';
import { sendMouse } from '../helpers/browser/input.js';
import { inPage } from '../helpers/browser/pointer.js';
import type { MouseButton, MouseStroke } from './strokes.js';

interface ClickOptions {
  position?: { x: number; y: number };
  button?: MouseButton;
}

/** Scrolls an element into view and returns a point of it, by default its center. */
function pointOf(element: Element, position?: ClickOptions['position']): { x: number; y: number } {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const { x, y } = position ?? { x: width / 2, y: height / 2 };
  return inPage(element, { x: left + x, y: top + y });
}

class WebDriverLocator extends Locator {
  override selector: string;
  constructor(selector: string, container?: Element) {
    super();
    this.selector = selector;
    this._container = container;
  }
  async #press(times: number, { position, button = 'left' }: ClickOptions = {}): Promise<void> {
    const point = pointOf(await this.findElement(), position);
    const click = (['down', 'up'] as const).map((type): MouseStroke => ({ type, button, ...point }));
    await sendMouse({ type: 'move', ...point }, ...Array.from({ length: times }, () => click).flat());
  }
  override click = (options?: ClickOptions): Promise<void> => this.#press(1, options);
  override dblClick = (options?: ClickOptions): Promise<void> => this.#press(2, options);
  override tripleClick = (options?: ClickOptions): Promise<void> => this.#press(3, options);
  override hover = async (): Promise<void> => sendMouse({ type: 'move', ...pointOf(await this.findElement()) });
  override unhover = (): Promise<void> => sendMouse({ type: 'move', x: 0, y: 0 });
  override async dropTo(target: Locator): Promise<void> {
    const [from, to] = [await this.findElement(), await target.findElement()];
    await sendMouse({ type: 'move', ...pointOf(from) }, { type: 'down', ...pointOf(from) });
    await sendMouse({ type: 'move', ...pointOf(to) }, { type: 'up', ...pointOf(to) });
  }
  protected override locator(selector: string): Locator {
    return new WebDriverLocator(`${this.selector} >> ${selector}`, this._container);
  }
  protected override elementLocator(element: Element): Locator {
    return new WebDriverLocator(selectorEngine.generateSelectorSimple(element), element);
  }
}

page.extend({
  getByLabelText: (text, options) => new WebDriverLocator(getByLabelSelector(text, options)),
  getByRole: (role, options) => new WebDriverLocator(getByRoleSelector(role, options)),
  getByText: (text, options) => new WebDriverLocator(getByTextSelector(text, options)),
  elementLocator: (element) => new WebDriverLocator(selectorEngine.generateSelectorSimple(element), element),
} as Parameters<typeof page.extend>[0]);

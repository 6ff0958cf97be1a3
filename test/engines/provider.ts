import { fileURLToPath } from 'node:url';
import { defineBrowserProvider, parseKeyDef } from '@vitest/browser';
import type { BrowserCommandContext, BrowserProvider, BrowserProviderOption, TestProject } from 'vitest/node';
import { keyActions, mouseActions, type Actions } from './actions.js';
import type { Driver } from './driver.js';
import { openFirefox } from './firefox.js';
import type { KeyStroke, MouseStroke } from './strokes.js';
import { openWebKit } from './webkit.js';

const OPEN = { firefox: openFirefox, webkit: openWebKit };
type Engine = keyof typeof OPEN;

/** Vitest’s browser mode for browsers that are driven by WebDriver. */
export const webdriver = (): BrowserProviderOption =>
  defineBrowserProvider({
    name: 'webdriver',
    supportedBrowser: Object.keys(OPEN),
    options: {},
    providerFactory: (project) => createProvider(project),
  });

type Context = BrowserCommandContext & { driver?: Driver };

const perform = ({ driver }: Context, actions: Actions) => driver?.perform(actions);

export const webdriverCommands = {
  sendKeys: (context: Context, strokes: readonly KeyStroke[]) => perform(context, keyActions(strokes)),
  async sendMouse(context: Context, strokes: readonly MouseStroke[]) {
    // Firefox counts clicks within 500 ms as one gesture, at any position, until its input is released.
    if (strokes.some(({ type }) => type === 'down')) await context.driver?.release();
    await perform(context, mouseActions(strokes));
  },
  releaseInput: ({ driver }: Context) => driver?.release(),
  // Vitest calls this for `userEvent.keyboard`.
  async __vitest_keyboard(context: Context, text: string) {
    await perform(context, keyActions(strokesOf(text)));
    return { unreleased: [] };
  },
};

function createProvider(project: TestProject): BrowserProvider {
  const engine = project.config.browser.name as Engine;
  let driver: Driver | undefined;
  return {
    name: 'webdriver',
    supportsParallelism: false,
    initScripts: [fileURLToPath(new URL('locators.ts', import.meta.url))],
    getCommandsContext: () => ({ driver }),
    async openPage(_session, url) {
      await driver?.close();
      driver = await OPEN[engine](url);
    },
    close: () => driver?.close(),
  };
}

/** Parses keys in the notation of user-event, such as `{Control>}a{/Control}`. */
function strokesOf(text: string): KeyStroke[] {
  const stroke = (type: 'down' | 'up', key: string): KeyStroke => ({
    ...{ type, key, code: '', keyCode: 0, modifiers: [], repeat: false, keypad: false, at: 0 },
  });
  return parseKeyDef(text).flatMap(({ keyDef: { key = '' }, releasePrevious, releaseSelf, repeat }) => {
    if (releasePrevious) return [stroke('up', key)];
    const pressed = Array.from({ length: repeat }, () => stroke('down', key));
    return releaseSelf ? [...pressed, stroke('up', key)] : pressed;
  });
}

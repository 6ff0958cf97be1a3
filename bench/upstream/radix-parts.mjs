// node bench/upstream/radix-parts.mjs: mounts 30 radio buttons and 30 checkboxes of the installed Radix packages outside of a form,
// with and without the hidden inputs, and prints what radix-parts.md states.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(join(process.cwd(), 'package.json'));
const { window } = new (require('jsdom').JSDOM)('<div id="root"></div>', {
  url: 'http://localhost',
  pretendToBeVisual: true,
});
for (const name of Object.getOwnPropertyNames(window)) if (!(name in globalThis)) globalThis[name] = window[name];
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

const { createElement: h, Profiler } = require('react');
const { flushSync } = require('react-dom');
const { createRoot } = require('react-dom/client');
const RadioGroup = require('@radix-ui/react-radio-group');
const Checkbox = require('@radix-ui/react-checkbox');

const values = Array.from({ length: 30 }, (_, index) => String(index));
const CASES = {
  'RadioGroup.Item': h(
    RadioGroup.Root,
    {},
    values.map((value) => h(RadioGroup.Item, { key: value, value })),
  ),
  'RadioGroup.unstable_ItemProvider and unstable_ItemTrigger': h(
    RadioGroup.Root,
    {},
    values.map((value) =>
      h(RadioGroup.unstable_ItemProvider, { key: value, value }, h(RadioGroup.unstable_ItemTrigger)),
    ),
  ),
  'Checkbox.Root': values.map((value) => h(Checkbox.Root, { key: value })),
  'Checkbox.unstable_Provider and unstable_Trigger': values.map((value) =>
    h(Checkbox.unstable_Provider, { key: value }, h(Checkbox.unstable_Trigger)),
  ),
};

console.log('| 30 of | commits at mount | inputs created | inputs that remain |\n| --- | --: | --: | --: |');
for (const [what, children] of Object.entries(CASES)) {
  const container = window.document.createElement('div');
  window.document.body.replaceChildren(container);
  let commits = 0;
  let inputs = 0;
  const { createElement } = window.document;
  window.document.createElement = (name, options) => {
    if (name === 'input') inputs += 1;
    return createElement.call(window.document, name, options);
  };
  const root = createRoot(container);
  flushSync(() => root.render(h(Profiler, { id: what, onRender: () => (commits += 1) }, children)));
  await new Promise((done) => setTimeout(done, 50));
  console.log(`| ${what} | ${commits} | ${inputs} | ${container.querySelectorAll('input').length} |`);
  root.unmount();
  window.document.createElement = createElement;
}
window.close();

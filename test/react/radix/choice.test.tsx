import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const RADIO_GROUP = '@radix-ui/react-radio-group';

// Other files share the modules of this one.
beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.doUnmock(RADIO_GROUP);
  vi.resetModules();
});

it('a radio is our button alone with a version of Radix that has only `Item`', async () => {
  vi.doMock(RADIO_GROUP, async (load) => ({
    ...(await load<object>()),
    unstable_ItemProvider: undefined,
    unstable_ItemTrigger: undefined,
  }));
  const { Choice, ChoiceGroup } = await import('../../../src/react/radix/choice.js');
  const ours = { id: 'red', role: 'radio', 'aria-checked': true };
  const html = renderToStaticMarkup(
    <ChoiceGroup aria-label="Colors">
      <Choice asChild>
        <button {...ours} />
      </Choice>
    </ChoiceGroup>,
  );
  const [button = ''] = /<button.*<\/button>/.exec(html) ?? [];
  expect(button).toBe('<button id="red" role="radio" aria-checked="true"></button>');
  expect(html).toContain('role="radiogroup"');
  expect(html).not.toContain('<input');
});

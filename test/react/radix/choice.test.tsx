import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const RADIO_GROUP = '@radix-ui/react-radio-group';

// Other files share the modules of this one.
beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.doUnmock(RADIO_GROUP);
  vi.resetModules();
});

it('a radio is the same button with a version of Radix that has only `Item`', async () => {
  vi.doMock(RADIO_GROUP, async (load) => ({
    ...(await load<object>()),
    unstable_ItemProvider: undefined,
    unstable_ItemTrigger: undefined,
  }));
  const { Choice, ChoiceGroup } = await import('../../../src/react/radix/choice.js');
  const ours = { id: 'red', 'aria-checked': true, tabIndex: 0 };
  const html = renderToStaticMarkup(
    <ChoiceGroup aria-label="Colors">
      <Choice asChild value="0">
        <button {...ours} />
      </Choice>
    </ChoiceGroup>,
  );
  const [button = ''] = /<button.*<\/button>/.exec(html) ?? [];
  for (const part of ['type="button"', 'role="radio"', 'id="red"', 'aria-checked="true"', 'tabindex="0"', 'value="0"'])
    expect(button).toContain(part);
  expect(html).toContain('<input type="radio"');
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';

vi.mock('@radix-ui/react-radio-group', async (load) => ({
  ...(await load<object>()),
  unstable_ItemProvider: undefined,
  unstable_ItemTrigger: undefined,
}));

it('a radio is the same button with a version of Radix that has only `Item`', async () => {
  const { Choice, ChoiceGroup } = await import('../../../src/react/radix/choice.js');
  const html = renderToStaticMarkup(
    <ChoiceGroup aria-label="Colors">
      <Choice value="0" id="red" aria-checked data-state="checked" tabIndex={0}>
        Red
      </Choice>
    </ChoiceGroup>,
  );
  const [button = ''] = /<button.*<\/button>/.exec(html) ?? [];
  for (const part of ['type="button"', 'role="radio"', 'id="red"', 'aria-checked="true"', 'tabindex="0"', 'value="0"'])
    expect(button).toContain(part);
  expect(html).toContain('<input type="radio"');
});

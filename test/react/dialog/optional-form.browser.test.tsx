import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { mcpElicitation } from '../../../src/dialects/index.js';
import { AskUserDialog, AskUserReceipt, type ResultDetails } from '../../../src/react/index.js';
import { toRecord } from '../../../src/core/index.js';
import { button, cleanUpAfterEach, field, focused, loaded } from '../../helpers/browser/card.js';
import { press, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';

cleanUpAfterEach();

/** A form of an MCP server: one required property, and ten optional ones of every kind. */
const FORM = {
  message: 'Set up the project',
  requestedSchema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', title: 'Name' },
      owner: { type: 'string', title: 'Owner', format: 'email' },
      home: { type: 'string', title: 'Home', format: 'uri' },
      start: { type: 'string', title: 'Start', format: 'date' },
      replicas: { type: 'integer', title: 'Replicas', minimum: 1 },
      budget: { type: 'number', title: 'Budget' },
      backup: { type: 'boolean', title: 'Backup' },
      region: { type: 'string', title: 'Region', enum: ['eu', 'us'] },
      tier: { type: 'string', title: 'Tier', oneOf: [{ const: 's', title: 'Small' }] },
      tags: { type: 'array', title: 'Tags', minItems: 2, items: { type: 'string', enum: ['a', 'b', 'c'] } },
      remark: { type: 'string', title: 'Remark' },
    },
  },
};
const PRESSES = Object.keys(FORM.requestedSchema.properties).length;

function askForm() {
  const onSubmit = vi.fn<(wire: unknown, details: ResultDetails) => void>();
  render(<AskUserDialog dialect={mcpElicitation} input={FORM} requestId="r" onSubmit={onSubmit} />);
  return onSubmit;
}

const leftBlank = () => screen.getAllByText('Left blank').length;

it('submits a form with ten blank optional fields by Enter, one press a field and one on Review [R-BLANK]', async () => {
  const onSubmit = askForm();
  await mouseClick(field(/Name/));
  await typeKeys('orders');
  for (let presses = 0; presses < PRESSES; presses++) await press('Enter');
  await loaded();
  expect([focused(), leftBlank()]).toEqual(['question Check your answers', 10]);
  expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull();
  expect(button(/^Review.*1 of 11 answered/)).toBeVisible();
  // Enter does nothing for half a second after Review is shown.
  await press('Enter', { laterMs: 1000 });
  expect(onSubmit).toHaveBeenCalledOnce();
  const [wire, { result, request }] = onSubmit.mock.calls[0]!;
  expect(wire).toEqual({ action: 'accept', content: { name: 'orders' } });
  render(<AskUserReceipt record={toRecord(result, request, { mode: 'interactive', answeredAt: 0 })} />);
  await expect.poll(leftBlank).toBe(20);
});

it('submits it with three clicks: the list, Review and Submit [R-BLANK]', async () => {
  const onSubmit = askForm();
  await mouseClick(field(/Name/));
  await typeKeys('orders');
  await mouseClick(button(/11/));
  await mouseClick(await screen.findByRole('option', { name: /^Review/ }));
  await mouseClick(button('Submit answers'));
  expect(onSubmit).toHaveBeenCalledOnce();
});

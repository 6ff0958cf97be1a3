import { expect, it } from 'vitest';
import type { AskUserRequest } from '../../src/core/index.js';
import { mcpElicitation } from '../../src/dialects/index.js';
import { skippable, writeForm } from '../../src/integrations/shared/forms.js';

it('`allow.skip` does not make a question optional that requires an answer [R-ATOMIC]', () => {
  const request: AskUserRequest = {
    requestId: 'r1',
    questions: [
      { id: 'name', question: 'Name?', options: [], multiSelect: false },
      { id: 'region', question: 'Region?', options: [], multiSelect: false, constraints: { required: true } },
    ],
  };
  const required = (skip: boolean) =>
    skippable(request, { skip }).questions.map(({ constraints }) => constraints?.required);
  expect(required(false)).toEqual([undefined, true]);
  expect(required(true)).toEqual([false, true]);
});

it('passes on the form of another connection, without the fields that belong to that connection', () => {
  const form = {
    mode: 'form',
    message: 'Where to?',
    requestedSchema: { type: 'object', properties: { region: { type: 'string', enum: ['EU', 'US'] } } },
    _meta: { note: 'kept' },
  };
  const connection = { sessionId: 'upstream', toolCallId: 'call_9', requestId: '7', serverName: 'Upstream' };
  const parsed = mcpElicitation.parse({ ...form, ...connection });
  expect(parsed.ok && writeForm(parsed.value)).toEqual({ ok: true, value: form, warnings: [] });
});

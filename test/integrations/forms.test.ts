import { expect, it } from 'vitest';
import type { AskUserRequest } from '../../src/core/index.js';
import { skippable } from '../../src/integrations/shared/forms.js';

it('`allowSkip` does not make a question optional that requires an answer [R-ATOMIC]', () => {
  const request: AskUserRequest = {
    requestId: 'r1',
    questions: [
      { id: 'name', question: 'Name?', options: [], multiSelect: false },
      { id: 'region', question: 'Region?', options: [], multiSelect: false, constraints: { required: true } },
    ],
  };
  const required = (allowSkip: boolean) =>
    skippable(request, allowSkip).questions.map(({ constraints }) => constraints?.required);
  expect(required(false)).toEqual([undefined, true]);
  expect(required(true)).toEqual([false, true]);
});

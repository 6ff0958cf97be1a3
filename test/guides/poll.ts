// poll.ts
import { parseRequest } from 'react-ask-user/core';
import { askUser, type AgentDialect } from 'react-ask-user/dialects';

interface Poll {
  title?: string;
  choices?: string[];
}
interface Vote {
  vote?: string;
  status?: string;
}

export const poll: AgentDialect<Vote> = {
  ...askUser,
  name: 'poll',
  agent: 'Poll bot',
  tool: undefined,
  limits: { minQuestions: 1, maxQuestions: 1, minOptions: 2 },
  capabilities: {
    ...askUser.capabilities,
    multiSelect: 'unsupported',
    customText: 'inline',
    notes: false,
    skipped: false,
    discuss: false,
  },
  parse(input, options) {
    const { title, choices } = (input ?? {}) as Poll;
    return parseRequest({ question: title, options: choices }, { limits: poll.limits, ...options });
  },
  formatResult: (result) =>
    result.status === 'answered' ? { vote: result.answers[0]?.text ?? '' } : { status: result.status },
  formatRequest: ({ questions: [first] }) => ({
    ok: true,
    value: { title: first?.question, choices: first?.options.map(({ label }) => label) },
    warnings: [],
  }),
  parseResult(output, request) {
    const { vote, status } = (output ?? {}) as Vote;
    if (vote === undefined) return askUser.parseResult({ answered: false, answers: [], status }, request);
    return askUser.parseResult({ answered: true, answers: [{ answer: vote }] }, request);
  },
};

// poll.ts
import { parseRequest } from 'react-ask-user/core';
import { defineDialect } from 'react-ask-user/dialects';

export const poll = defineDialect({
  name: 'poll',
  parse(call, options) {
    const { title, choices } = call as Record<string, unknown>;
    return parseRequest({ question: title, options: choices }, options);
  },
  format: ({ answers }) => ({ vote: answers[0]?.text }),
});

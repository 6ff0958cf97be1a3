import { parseRequest, type AskUserRequest, type AskUserResult } from 'react-ask-user/core';

const parsed = parseRequest([
  { question: 'Which database?', header: 'Database', options: ['Postgres', 'SQLite'] },
  { question: 'Which parts?', options: ['Auth', 'Search', 'Mail'], multiSelect: true },
  { question: 'Which name?' },
]);
if (!parsed.ok) throw new Error('no request');

/** Questions of a server with this package: single-select, multi-select, and text. */
export const SETUP: AskUserRequest = parsed.value;

/** The next step of a server's tool for a result. */
export function retold(result: AskUserResult) {
  const told =
    result.status === 'answered'
      ? `answered: ${result.answers.map(({ answer }) => (typeof answer === 'string' ? answer : answer.join(' + '))).join(', ')}`
      : JSON.stringify(result);
  return { content: [{ type: 'text' as const, text: told }] };
}

/** Returns the text of a tool's result. */
export function textOf(result: object): string {
  const { content } = result as { content?: readonly { text?: string }[] };
  return content?.[0]?.text ?? JSON.stringify(result);
}

/** Returns the text of a call's result, or its error. */
export const outcome = (call: Promise<object>): Promise<string> =>
  call.then(textOf, (error: unknown) => `rejected: ${error instanceof Error ? error.message : String(error)}`);

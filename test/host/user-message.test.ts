import { describe, expect, it } from 'vitest';
import { buildAnswers, parseRequest, type AskUserRequest, type AskUserResult } from '../../src/core/index.js';
import { codexAsync } from '../../src/dialects/index.js';
import { toUserMessage } from '../../src/host/index.js';

const QUESTIONS = [
  { question: 'Which database?', options: ['SQLite (Recommended)', 'PostgreSQL'] },
  { question: 'Which port?' },
];

function requestOf(options: { blocking?: false } = { blocking: false }): AskUserRequest {
  const parsed = parseRequest({ questions: QUESTIONS }, { requestId: 'r1', ...options });
  if (!parsed.ok) throw new Error('The questions are invalid.');
  return parsed.value;
}

function some(request: AskUserRequest, custom?: string): AskUserResult {
  const [database, port] = request.questions.map(({ id }) => id) as [string, string];
  const second = custom === undefined ? { selected: [], skipped: true as const } : { selected: [], custom };
  const built = buildAnswers(request, [
    { questionId: database, selected: [0], recommended: true },
    { questionId: port, ...second },
  ]);
  if (!built.ok) throw new Error('The answers are invalid.');
  return { status: 'answered', answers: built.value };
}

const settled = (result: AskUserResult, request = requestOf()) => ({
  request,
  instanceId: 'i1',
  settlement: { result, settledAt: 0 },
});

describe('the message with the answers to a request whose agent does not wait [R-AHEAD]', () => {
  it('has the id of the instance, and the model text of the result', () => {
    const request = requestOf();
    expect(toUserMessage(settled(some(request, '8080'), request))).toEqual({
      id: 'i1',
      text:
        '{"answered":true,"answers":[{"question":"Which database?","answer":"SQLite (Recommended)",' +
        '"selectedOption":"SQLite (Recommended)","wasCustom":false},{"question":"Which port?","answer":"8080","wasCustom":true}]}\n' +
        'The user accepted as recommended: "Which database?".',
    });
  });

  it('names the questions that are not answered yet', () => {
    const request = requestOf();
    expect(toUserMessage(settled(some(request), request))?.text).toMatch(
      /\nThe user accepted as recommended: "Which database\?"\.\nThe user has not answered yet: "Which port\?"\.$/,
    );
  });

  it('says that they were skipped if the agent waits', () => {
    const request = requestOf({});
    expect(toUserMessage(settled(some(request), request))?.text).not.toContain('not answered yet');
  });

  it('is one of another format if the agent has one', () => {
    const parsed = codexAsync.parse({ questions: [{ title: 'Which port?' }, { title: 'Which host?' }] });
    if (!parsed.ok) throw new Error('The call is invalid.');
    const request = { ...parsed.value, requestId: 'item_3' };
    const [port, host] = request.questions.map(({ id }) => id) as [string, string];
    const built = buildAnswers(request, [
      { questionId: port, selected: [], custom: '8080' },
      { questionId: host, selected: [], skipped: true },
    ]);
    if (!built.ok) throw new Error('The answers are invalid.');
    expect(toUserMessage(settled({ status: 'answered', answers: built.value }, request), codexAsync)?.text).toBe(
      '<send_user_message_question_reply>\n' +
        '[{"questionItemId":"[\\"request_user_input_async\\",\\"item_3\\",0]","question":"Which port?","answer":"8080"}]\n' +
        '</send_user_message_question_reply>\nThe user has not answered yet: "Which host?".',
    );
  });

  it('tells the agent that the user declined, with the reason', () => {
    expect(toUserMessage(settled({ status: 'declined', reason: 'Later.' }))?.text).toContain('Reason: "Later."');
  });

  it.each([
    { status: 'cancelled' },
    { status: 'superseded' },
    { status: 'aborted' },
    { status: 'timedOut' },
    { status: 'connectionLost' },
    { status: 'unavailable', reason: '' },
    { status: 'invalid', issues: [] },
  ] as const)('does not exist if the user says nothing: $status', (result) => {
    expect(toUserMessage(settled(result))).toBeUndefined();
  });

  it('does not exist before the request is settled', () => {
    expect(toUserMessage({ request: requestOf(), instanceId: 'i1' })).toBeUndefined();
  });
});

import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { askUserReducer, canSubmit, canSubmitPartial, toReplies } from '../../src/core/index.js';
import { createInitialState } from '../../src/core/flow/state.js';
import type { AskUserAction, AskUserRequest, AskUserResult, Question, Reply } from '../../src/core/index.js';
import { DIALECTS, getLosses } from '../../src/dialects/index.js';
import { replyTo, unchosenBy, writable } from './arbitraries.js';
import { DATABASE_AND_PARTS, requestIn, valueOf } from './helpers.js';

fc.configureGlobal({ seed: 1, numRuns: 40 });
afterAll(() => fc.resetConfigureGlobal());

/** Returns the actions that enter a reply. */
const entering = ({ questionId, selected, custom }: Reply): AskUserAction[] => [
  ...selected.map((option): AskUserAction => ({ type: 'toggleOption', questionId, option })),
  ...(custom === undefined ? [] : [{ type: 'setCustom', questionId, text: custom } as const]),
];

const part: AskUserAction = { type: 'submit', partial: true };

/**
 * Returns the result of a submit of these replies, or of a partial submit if other questions are missing. Returns
 * `undefined` if neither is possible, or if no reply or every reply is given.
 */
function partly(request: AskUserRequest, replies: readonly Reply[]): AskUserResult | undefined {
  const start = createInitialState(request, { allow: { partial: true }, softLimit: Infinity });
  const entered = replies.flatMap(entering).reduce(askUserReducer, start);
  const leavesOut = replies.length > 0 && replies.length < request.questions.length;
  const isOffered = leavesOut && (canSubmit(entered) || canSubmitPartial(entered));
  return isOffered ? askUserReducer(entered, part).result : undefined;
}

/** Makes the question optional, as a form may do. */
const optional = (question: Question): Question => ({
  ...question,
  constraints: { ...question.constraints, required: false },
});

const SEVERAL = DIALECTS.filter(({ capabilities }) => capabilities.keyedBy !== 'single');

describe.each(SEVERAL)('$name', (dialect) => {
  const cases = writable(dialect)
    .filter(({ questions }) => questions.length > 1)
    .map((request) => dialect.formatRequest({ ...request, questions: request.questions.map(optional) }))
    .map((written) => valueOf(dialect.parse(valueOf(written))))
    .chain((request) => fc.tuple(...request.questions.map(replyTo)).map((replies) => ({ request, replies })));

  it('represents the given answers, and every other question as skipped [R-PARTIAL]', () => {
    let sent = 0;
    fc.assert(
      fc.property(cases, fc.nat(), ({ request, replies }, from) => {
        const given = replies.filter(({ skipped }, i) => !skipped && (i + from) % 2 === 0);
        const result = partly(request, given);
        if (result?.status !== 'answered') return;
        sent++;
        const wire = dialect.formatResult(result, request);
        const losses = getLosses(dialect, result, request);
        expect(losses.filter(({ path }) => path.endsWith('.skipped') || path === 'status')).toEqual([]);
        const back = valueOf(dialect.parseResult(wire, request));
        if (back.status !== 'answered') throw new Error(`read as ${back.status}`);
        const answered = given.map(({ questionId }) => questionId);
        expect(back.answers.flatMap(({ questionId, skipped }) => (skipped ? [] : [questionId]))).toEqual(answered);
        // The model text contains no label that was not selected.
        const said = dialect.toModelText(result, request);
        for (const label of unchosenBy(request, given)) expect(said).not.toContain(label);
      }),
    );
    expect(sent).toBeGreaterThan(5);
  });
});

const [DB, PARTS] = DATABASE_AND_PARTS as [Question, Question];

/** Of a request whose agent does not wait. */
const NOT_YET = 'The user has not answered yet: "Which parts?".';
const SKIPPED = 'The user skipped, and chose no option for: "Which parts?".';
const ENVELOPE = (more: string) =>
  `User has answered your questions: "Which database?"="SQLite"${more}. You can now continue with the user's answers in mind.`;
const PLAIN_ANSWER = '{"question":"Which database?","answer":"SQLite","selectedOption":"SQLite","wasCustom":false}';
const LEFT = '{"question":"Which parts?","answer":"","wasCustom":false,"skipped":true}';

/** The model texts of each dialect for one answered and one skipped question. */
const TEXTS: Readonly<Record<string, string>> = {
  askUser: `{"answered":true,"answers":[${PLAIN_ANSWER},${LEFT}]}`,
  askUserQuestion: `{"answers":{"Which database?":"SQLite"}}\n${SKIPPED}`,
  pilotDeck: `${ENVELOPE('')} ${SKIPPED}`,
  agUi: `[{"interruptId":"r","status":"resolved","payload":{"outcome":"answered","answers":[${PLAIN_ANSWER},${LEFT}]}}]`,
  claudeAi: 'Q: Which database?\nA: SQLite\n\nQ: Which parts? (Select all that apply)\nA: [No preference]',
  claudeCode: `Your questions have been answered: "Which database?"="SQLite". You can now continue with these answers in mind. ${SKIPPED}`,
  codex: '{"answers":{"db":{"answers":["SQLite"]},"parts":{"answers":[]}}}',
  codexAsync: `<send_user_message_question_reply>\n[{"questionItemId":"[\\"request_user_input_async\\",\\"r\\",0]","question":"Which database?","answer":"SQLite"}]\n</send_user_message_question_reply>\n${NOT_YET}`,
  copilotCli: `User responded: SQLite\n${SKIPPED}`,
  geminiCli: '{"answers":{"0":"SQLite"}}',
  deepAgents: 'Q: Which database?\nA: SQLite\n\nQ: Which parts?\nA: []',
  mcpElicitation: `{"action":"accept","content":{"db":"SQLite"}}\n${SKIPPED}`,
  mcpInputRequired: `{"questions":{"action":"accept","content":{"db":"SQLite"}}}\n${SKIPPED}`,
  kimi: `{"answers":{"Which database?":"SQLite"}}\n${SKIPPED}`,
  ohMyPi: 'User answers:\ndb: SQLite\nparts: []',
  opencode: ENVELOPE(', "Which parts?"="Unanswered"'),
  phoenixIde: `Here are my answers:\n"Which database?" = "SQLite"\n${SKIPPED}`,
  piQuestionnaire: `Database: user selected: 2. SQLite\n${SKIPPED}`,
  qwenCode: `User has provided the following answers:\n\n**Database**: SQLite\n${SKIPPED}`,
  rpiv: `${ENVELOPE('')} ${SKIPPED}`,
  vsCode:
    '{"answers":{"Database":{"selected":["SQLite"],"freeText":null,"skipped":false},"Parts":{"selected":[],"freeText":null,"skipped":true}}}',
};

describe('the model text of a partial submit', () => {
  it.each(SEVERAL)('has the words of $name [R-PARTIAL]', (dialect) => {
    const request = requestIn(dialect, [DB, optional(PARTS)]);
    const result = partly(request, [{ questionId: request.questions[0]!.id, selected: [1] }]);
    if (!result) throw new Error('It was not offered.');
    expect(dialect.toModelText(result, request)).toBe(TEXTS[dialect.name]);
  });

  it.each(['deepAgents', 'mcpElicitation', 'mcpInputRequired'])(
    'does not exist in %s if its wire format requires the other answer [R-PARTIAL]',
    (name) => {
      const dialect = DIALECTS.find((one) => one.name === name)!;
      const request = requestIn(dialect, DATABASE_AND_PARTS);
      expect(request.questions[1]?.constraints?.required).toBe(true);
      expect(partly(request, [{ questionId: request.questions[0]!.id, selected: [1] }])).toBeUndefined();
    },
  );

  it.each(DIALECTS.filter(({ capabilities }) => capabilities.keyedBy === 'single'))(
    'does not exist in $name, which asks one question [R-PARTIAL]',
    (dialect) => {
      const request = requestIn(dialect, [optional(DB)]);
      expect(partly(request, [{ questionId: request.questions[0]!.id, selected: [1] }])).toBeUndefined();
      expect(toReplies(createInitialState(request), true)).toHaveLength(1);
    },
  );
});

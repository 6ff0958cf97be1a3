import type { Conversation, Outcome, Prompt, Round, ScriptedOption, ScriptedQuestion, Told } from './types.js';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Returns the id of a call. It contains the topic, by which the script recognizes its own calls: `ask-database-k3x…`.
 */
export const callId = (topic: string, unique: string): string => `ask-${topic}-${unique}`;
const topicOf = (toolCallId: string): string => /^ask-([a-z]+)-/.exec(toolCallId)?.[1] ?? '';

function readQuestions(input: unknown): readonly ScriptedQuestion[] {
  const questions = list(isRecord(input) ? input['questions'] : undefined);
  return questions.filter(isRecord).map((item) => ({
    question: text(item['question']),
    header: text(item['header']),
    multiSelect: item['multiSelect'] === true,
    options: list(item['options'])
      .filter(isRecord)
      .map((option): ScriptedOption => ({ label: text(option['label']) })),
  }));
}

const joined = (value: unknown): string => (Array.isArray(value) ? value.map(text).join(', ') : text(value));

type Entries = readonly (readonly [question: string, value: unknown])[];

/**
 * Reads the answers and notes of both tools. `ask_user` lists answers with their notes. `ask_user_question` has one
 * object for each, keyed by question.
 */
function readAnswers({ answers, annotations }: Readonly<Record<string, unknown>>): { given: Entries; notes: Entries } {
  if (Array.isArray(answers)) {
    const all = answers.filter(isRecord);
    const of = (field: string, from = all): Entries => from.map((one) => [text(one['question']), one[field]]);
    const given = all.filter((one) => one['skipped'] !== true);
    return { given: of('answer', given), notes: of('notes') };
  }
  const remarks = Object.entries(isRecord(annotations) ? annotations : {});
  return {
    given: Object.entries(isRecord(answers) ? answers : {}),
    notes: remarks.map(([question, remark]) => [question, isRecord(remark) ? remark['notes'] : '']),
  };
}

/** Reads the tool's result: `{ answers }`, `{ cancelled: true }`, or `{ status }`. */
function readOutcome(value: unknown): Outcome {
  if (!isRecord(value)) return { kind: 'failed' };
  if (value['waiting'] === true) return { kind: 'waiting' };
  if (value['cancelled'] === true) return { kind: 'cancelled' };
  if (value['status'] === 'superseded') return { kind: 'superseded' };
  if (value['status'] === 'aborted') return { kind: 'stopped' };
  const { given, notes } = readAnswers(value);
  const answers = new Map(given.map(([question, answer]) => [question, joined(answer)]));
  if (value['discuss'] === true) return { kind: 'discussed', message: text(value['reason']), answers };
  if (value['status'] !== undefined || value['answered'] === false) return { kind: 'failed' };
  if (!isRecord(value['answers']) && !Array.isArray(value['answers'])) return { kind: 'failed' };
  const noted = notes.map(([question, note]) => [question, text(note)] as const);
  return {
    kind: 'answered',
    answers,
    notes: new Map(noted.filter(([, note]) => note)),
  };
}

function parsed(line = ''): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * Returns the data of a result. In a text for the model, the data is the first line, or the last line if the user wants
 * to discuss.
 */
function resultIn(output: { type: string; value?: unknown }): unknown {
  if (output.type !== 'text') return output.type === 'json' ? output.value : undefined;
  const lines = text(output.value).split('\n');
  return parsed(lines[0]) ?? parsed(lines.at(-1));
}

/** The sentences of `summarize` and of a receipt's correction, which the page sends as messages. */
const TOLD = /^User was asked "(.+?)" and (?:.+ and now )?(?:chose|answered) (.+)\.$/gm;

function readTold(message: string): readonly Told[] {
  return [...message.matchAll(TOLD)].map(([line, question = '', quoted = '']) => ({
    question,
    answer: [...quoted.matchAll(/"(.*?)"/g)].map(([, label = '']) => label).join(', '),
    isChange: line.includes('has changed this answer'),
  }));
}

/** Puts an answer that came as a message into the round of its question. */
function withTold(round: Round, { question, answer }: Told): Round {
  const { questions, outcome } = round;
  const isMine = questions.some((one) => one.question === question);
  if (!isMine || (outcome.kind !== 'answered' && outcome.kind !== 'waiting')) return round;
  const before = outcome.kind === 'answered' ? outcome : { answers: new Map(), notes: new Map() };
  return {
    ...round,
    outcome: { ...before, kind: 'answered', answers: new Map([...before.answers, [question, answer]]) },
  };
}

/** Reads the parts of a prompt that the script needs: its questions, their outcomes, and the user's newest message. */
export function readPrompt(prompt: Prompt): Conversation {
  const questions = new Map<string, readonly ScriptedQuestion[]>();
  const rounds: Round[] = [];
  let userText = '';
  let firstText: string | undefined;
  const told: Told[] = [];
  let last: Conversation['last'] = 'user';
  for (const message of prompt) {
    if (message.role === 'user') {
      userText = message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      firstText ??= userText;
      told.push(...readTold(userText));
      last = 'user';
    }
    if (message.role === 'assistant') {
      for (const part of message.content) {
        if (part.type === 'tool-call') questions.set(part.toolCallId, readQuestions(part.input));
      }
    }
    if (message.role === 'tool') {
      last = 'tool';
      for (const part of message.content) {
        if (part.type !== 'tool-result') continue;
        const outcome = readOutcome(resultIn(part.output));
        rounds.push({ topic: topicOf(part.toolCallId), questions: questions.get(part.toolCallId) ?? [], outcome });
      }
    }
  }
  return {
    rounds: rounds.map((round) => told.reduce(withTold, round)),
    last,
    userText,
    firstText: firstText ?? '',
    told: readTold(userText),
  };
}

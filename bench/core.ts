import { createAskUserStore, parseRequest } from 'react-ask-user/core';
import { makeQuestions } from './questions.js';

export interface CoreFigures {
  /** Subscribers that one change notified: those of the changed question, of other questions, and of the whole flow. */
  told: { own: number; others: number; flow: number };
  /** Faults of one request, and those that are reported at their path. */
  issues: { made: number; found: number };
  /** Microseconds per call. */
  parse: { valid: number; invalid: number };
  change: { four: number; hundred: number };
}

const request = (questions: number) => {
  const parsed = parseRequest({ questions: makeQuestions({ questions, options: 4 }) });
  if (!parsed.ok) throw new Error('The request of the benchmark is invalid.');
  return parsed.value;
};

function told(): CoreFigures['told'] {
  const { questions } = request(100);
  const store = createAskUserStore({ requestId: 'bench', questions });
  const counts = { own: 0, others: 0, flow: 0 };
  const [changed] = questions;
  questions.forEach((question) => {
    store.subscribe(() => counts[question === changed ? 'own' : 'others']++, question.id);
  });
  store.subscribe(() => counts.flow++);
  store.dispatch({ type: 'setCustom', questionId: changed?.id ?? '', text: 'a' });
  return counts;
}

/** Microseconds per call in the fastest of many short rounds. Other work disturbs the slower rounds. */
function time(works: readonly (() => void)[]): number[] {
  const calls = 500;
  const best = works.map(() => Infinity);
  for (let round = 0; round < 40; round++) {
    works.forEach((work, at) => {
      const start = performance.now();
      for (let i = 0; i < calls; i++) work();
      best[at] = Math.min(best[at] ?? 0, ((performance.now() - start) * 1000) / calls);
    });
  }
  return best;
}

function changes(count: number): () => void {
  const { questions } = request(count);
  const store = createAskUserStore({ requestId: 'bench', questions });
  for (const { id } of questions) store.subscribe(() => {}, id);
  const questionId = questions.at(-1)?.id ?? '';
  let n = 0;
  return () => store.dispatch({ type: 'setCustom', questionId, text: n++ % 2 ? 'a' : 'b' });
}

const valid = { questions: makeQuestions({ questions: 4, options: 4 }) };
const invalid = {
  questions: valid.questions.map(({ options = [], ...rest }, q) => ({
    ...rest,
    question: q === 1 ? {} : rest.question,
    options: options.map((option, o) => (o === q ? { ...Object(option), label: {} } : option)),
  })),
};

const [parseValid = 0, parseInvalid = 0, four = 0, hundred = 0] = time([
  () => parseRequest(valid),
  () => parseRequest(invalid),
  changes(4),
  changes(100),
]);
const refused = parseRequest(invalid);
if (refused.ok) throw new Error('The invalid request of the benchmark was accepted.');
const faults = ['questions[1].question', ...[0, 1, 2, 3].map((at) => `questions[${at}].options[${at}].label`)];
const paths = new Set(refused.issues.map(({ path }) => path));

const figures: CoreFigures = {
  told: told(),
  issues: { made: faults.length, found: faults.filter((path) => paths.has(path)).length },
  parse: { valid: parseValid, invalid: parseInvalid },
  change: { four, hundred },
};
console.log(JSON.stringify(figures));

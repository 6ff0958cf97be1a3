import { defined, isBlank } from '../guards.js';
import { addIssue, type Issue, type ParseResult } from '../question/issues.js';
import { recommendedOption } from '../question/recommended.js';
import type { AskUserRequest, Question } from '../question/types.js';
import { brokenRule, withAnyNotes } from './constraints.js';
import type { Answer, Reply, SelectedOption } from './types.js';

type Report = (code: string, path: string, message: string) => void;

const filled = (text = ''): string | undefined => (isBlank(text) ? undefined : text);

/** Whether a reply has the option that is marked as recommended, and nothing else that answers. */
export const hasRecommended = (question: Question, { selected, custom, skipped }: Reply): boolean =>
  !skipped && isBlank(custom ?? '') && selected.length === 1 && selected[0] === recommendedOption(question);

function check(question: Question, reply: Reply, path: string, report: Report): void {
  const { options, multiSelect, constraints } = question;
  const { selected, skipped } = reply;
  const custom = filled(reply.custom) !== undefined;
  const picks = selected.length + Number(custom);
  const seen = new Set<number>();
  selected.forEach((index, i) => {
    const at = `${path}.selected[${i}]`;
    if (!options[index]) report('unknown_option', at, `Unknown option ${index}.`);
    else if (seen.has(index)) report('duplicate_option', at, 'Duplicate option.');
    seen.add(index);
  });
  if (custom && options.length > 0 && constraints?.allowCustom === false) {
    report('custom_not_allowed', `${path}.custom`, 'Must not have custom text.');
  }
  if (skipped && picks) report('skipped_and_answered', path, 'Must not have an answer.');
  else if (!picks && (!skipped || constraints?.required)) report('unanswered', path, 'Must have an answer.');
  else if (picks > 1 && !multiSelect) report('too_many_options', path, 'Must have one answer.');
  else if (reply.recommended && !hasRecommended(question, reply))
    report('not_recommended', `${path}.recommended`, 'Must select the only option that is marked as recommended.');
  else {
    const problem = brokenRule(question, reply);
    if (problem && 'value' in problem) report(problem.code, path, `Must satisfy ${problem.code}: ${problem.value}.`);
  }
}

export const toReplyOf = ({ questionId, selected, custom, notes, recommended, skipped }: Answer): Reply =>
  defined<Reply>({ questionId, selected: selected.map(({ index }) => index), custom, notes, recommended, skipped });

/** Does not check the reply. */
export function toAnswer(question: Question, reply: Reply): Answer {
  const { multiSelect } = question;
  const { recommended, skipped } = reply;
  const custom = filled(reply.custom);
  const selected = [...reply.selected]
    .sort((a, b) => a - b)
    .map((index) => {
      const { label = '', value, preview } = question.options[index] ?? {};
      return defined<SelectedOption>({ index, label, value, preview });
    });
  const parts = selected.map(({ label }) => label);
  if (custom !== undefined) parts.push(custom);
  return defined<Answer>({
    questionId: question.id,
    question: question.question,
    answer: multiSelect && !skipped ? parts : (parts[0] ?? ''),
    text: parts.join(', '),
    selectedOption: multiSelect ? undefined : selected[0]?.label,
    wasCustom: custom !== undefined,
    selected,
    custom,
    notes: filled(reply.notes),
    recommended,
    skipped,
  });
}

/**
 * Builds the answers of a request from a client's replies. Returns all answers, in question order, or only issues.
 *
 * Each question needs one reply, which must answer or skip it and satisfy its `constraints`. Whether the host allows
 * skipping is not checked.
 */
export function buildAnswers({ questions }: AskUserRequest, replies: readonly Reply[]): ParseResult<readonly Answer[]> {
  const issues: Issue[] = [];
  const report: Report = (code, path, message) => addIssue(issues, { code, path, message });
  const byId = new Map<string, Reply>();
  replies.forEach((reply, i) => {
    const { questionId } = reply;
    const path = `replies[${i}]`;
    const question = questions.find(({ id }) => id === questionId);
    if (!question) report('unknown_question', path, `Unknown question "${questionId}".`);
    else if (byId.has(questionId)) report('duplicate_reply', path, 'Duplicate reply.');
    else {
      byId.set(questionId, reply);
      check(question, reply, path, report);
    }
  });
  for (const { id } of questions) {
    if (!byId.has(id)) report('unanswered', 'replies', `Question "${id}" has no reply.`);
  }
  if (issues.length) return { ok: false, issues };
  // Without issues, every question has a reply.
  return { ok: true, value: questions.map((question) => toAnswer(question, byId.get(question.id)!)), warnings: [] };
}

/**
 * Builds the answers so far of a discussion, as `buildAnswers` does, for the questions that have a reply. A skipped reply
 * is an issue. `allowNotes` does not apply, because the text of a discussion has all notes.
 */
export function buildPartialAnswers(
  request: AskUserRequest,
  replies: readonly Reply[],
): ParseResult<readonly Answer[]> {
  const questions = request.questions
    .filter(({ id }) => replies.some(({ questionId }) => questionId === id))
    .map(withAnyNotes);
  const issues: Issue[] = [];
  replies.forEach(({ skipped }, i) => {
    if (skipped) addIssue(issues, { code: 'unanswered', path: `replies[${i}]`, message: 'Must have an answer.' });
  });
  return issues.length > 0 ? { ok: false, issues } : buildAnswers({ ...request, questions }, replies);
}

import { defined, isBlank } from '../guards.js';
import { addIssue, type Issue, type ParseResult } from '../question/issues.js';
import type { AskUserRequest, Question } from '../question/types.js';
import { brokenRule } from './constraints.js';
import type { Answer, Reply, SelectedOption } from './types.js';

type Report = (code: string, path: string, message: string) => void;

/** A text that says something; white space counts as nothing. */
const filled = (text = ''): string | undefined => (isBlank(text) ? undefined : text);

function check(question: Question, reply: Reply, path: string, report: Report): void {
  const { options, multiSelect, constraints } = question;
  const { selected, skipped } = reply;
  const custom = filled(reply.custom) !== undefined;
  const picks = selected.length + Number(custom);
  const seen = new Set<number>();
  selected.forEach((index, i) => {
    const at = `${path}.selected[${i}]`;
    if (!options[index]) report('unknown_option', at, `Unknown option index ${index}.`);
    else if (seen.has(index)) report('duplicate_option', at, 'Must not be selected twice.');
    seen.add(index);
  });
  if (custom && options.length > 0 && constraints?.allowCustom === false) {
    report('custom_not_allowed', `${path}.custom`, 'Must not contain custom text.');
  }
  if (skipped && picks) report('skipped_and_answered', path, 'Must not be both skipped and answered.');
  else if (!picks && (!skipped || constraints?.required)) report('unanswered', path, 'Must have an answer.');
  else if (picks > 1 && !multiSelect) report('too_many_options', path, 'Must have exactly one answer.');
  else {
    const problem = brokenRule(question, reply);
    if (problem && 'value' in problem) report(problem.code, path, `Must satisfy ${problem.code}: ${problem.value}.`);
  }
}

/** The reply that makes an answer: positions and texts alone. */
export const toReplyOf = ({ questionId, selected, custom, notes, skipped }: Answer): Reply =>
  defined<Reply>({ questionId, selected: selected.map(({ index }) => index), custom, notes, skipped });

/** The answer that a checked reply makes. */
export function toAnswer(question: Question, reply: Reply): Answer {
  const { multiSelect } = question;
  const { skipped } = reply;
  const custom = filled(reply.custom);
  const selected = [...reply.selected]
    .sort((a, b) => a - b)
    .map((index) => {
      const { label = '', preview } = question.options[index] ?? {};
      return defined<SelectedOption>({ index, label, preview });
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
    skipped,
  });
}

/**
 * Makes the answers of a request from a client's replies, all or none.
 *
 * Refused, with an issue each: an unknown question or option, a question answered twice or not at all, two picks for
 * a single-select, a text where the wire has no room for one, an answer that breaks a rule of its question's
 * `constraints` (the rule's name is its code). Whether the host lets single questions be skipped is not known here: a skip is refused
 * where the question is `required`, and nowhere else. Answers come in question order, whatever the replies'.
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
    else if (byId.has(questionId)) report('duplicate_reply', path, 'Must not reply to a question twice.');
    else {
      byId.set(questionId, reply);
      check(question, reply, path, report);
    }
  });
  for (const { id } of questions) {
    if (!byId.has(id)) report('unanswered', 'replies', `Question "${id}" has no reply.`);
  }
  if (issues.length) return { ok: false, issues };
  // Every question has its reply by now.
  return { ok: true, value: questions.map((question) => toAnswer(question, byId.get(question.id)!)), warnings: [] };
}

/**
 * As `buildAnswers`, of the questions that have a reply: the answers of a request that the user wants to discuss first. None of
 * them may be skipped.
 */
export function buildAnswersSoFar(request: AskUserRequest, replies: readonly Reply[]): ParseResult<readonly Answer[]> {
  const questions = request.questions.filter(({ id }) => replies.some(({ questionId }) => questionId === id));
  const issues: Issue[] = [];
  replies.forEach(({ skipped }, i) => {
    if (skipped) addIssue(issues, { code: 'unanswered', path: `replies[${i}]`, message: 'Must have an answer.' });
  });
  return issues.length > 0 ? { ok: false, issues } : buildAnswers({ ...request, questions }, replies);
}

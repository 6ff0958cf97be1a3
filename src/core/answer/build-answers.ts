import { isBlank } from '../guards.js';
import type { Issue, ParseResult } from '../question/issues.js';
import type { AskUserRequest, Question } from '../question/types.js';
import type { Answer, Reply, SelectedOption } from './types.js';

function check(question: Question, reply: Reply, path: string, add: (code: string, at: string, why: string) => void): void {
  const { options, multiSelect, constraints } = question;
  const custom = reply.custom !== undefined && !isBlank(reply.custom);
  const picks = reply.selected.length + (custom && options.length > 0 ? 1 : 0);
  reply.selected.forEach((index, i) => {
    const at = `${path}.selected[${i}]`;
    if (!options[index]) add('unknown_option', at, `There is no option ${index}; this question has ${options.length}.`);
    else if (reply.selected.indexOf(index) !== i) add('duplicate_option', at, `Option ${index} is chosen twice.`);
  });
  if (custom && constraints?.allowCustom === false) {
    add('custom_not_allowed', `${path}.custom`, 'This question takes one of its options, not a text.');
  }
  if (reply.skipped) {
    if (picks > 0 || custom) add('skipped_and_answered', path, 'A skipped question carries no answer.');
  } else if (picks === 0 && !custom) {
    add('unanswered', path, 'Choose an option or give a text; every question needs an answer.');
  } else if (picks > 1 && !multiSelect) {
    add('too_many_options', path, 'This question takes one answer.');
  }
}

function toAnswer(question: Question, reply: Reply): Answer {
  const selected = [...reply.selected]
    .sort((a, b) => a - b)
    .flatMap((index): SelectedOption[] => {
      const option = question.options[index];
      if (!option) return [];
      const { label, preview } = option;
      return [{ index, label, ...(preview !== undefined && { preview }) }];
    });
  const custom = reply.custom !== undefined && !isBlank(reply.custom) ? reply.custom : undefined;
  const parts = selected.map((option) => option.label);
  if (custom !== undefined) parts.push(custom);
  return {
    questionId: question.id,
    question: question.question,
    answer: question.multiSelect && !reply.skipped ? parts : (parts[0] ?? ''),
    text: parts.join(', '),
    ...(!question.multiSelect && selected[0] && { selectedOption: selected[0].label }),
    wasCustom: custom !== undefined,
    selected,
    ...(custom !== undefined && { custom }),
    ...(reply.notes !== undefined && !isBlank(reply.notes) && { notes: reply.notes }),
    ...(reply.skipped && { skipped: true }),
  };
}

/**
 * Makes the answers of a request from a client's replies, all or none.
 *
 * Refused, with an issue each: an unknown question or option, a question answered twice or not at all, two picks for
 * a single-select, a text where the wire has no room for one. Answers come in question order, whatever the replies' order.
 */
export function buildAnswers(request: AskUserRequest, replies: readonly Reply[]): ParseResult<readonly Answer[]> {
  const issues: Issue[] = [];
  const byId = new Map<string, Reply>();
  const known = new Map(request.questions.map((question) => [question.id, question]));
  replies.forEach((reply, i) => {
    const path = `replies[${i}]`;
    const add = (code: string, at: string, message: string) => issues.push({ code, path: at, message });
    const question = known.get(reply.questionId);
    if (!question) add('unknown_question', path, `There is no question "${reply.questionId}" in this request.`);
    else if (byId.has(question.id)) add('duplicate_reply', path, `Question "${question.id}" is answered twice.`);
    else {
      byId.set(question.id, reply);
      check(question, reply, path, add);
    }
  });
  const answers: Answer[] = [];
  for (const question of request.questions) {
    const reply = byId.get(question.id);
    if (reply) answers.push(toAnswer(question, reply));
    else issues.push({ code: 'unanswered', path: 'replies', message: `Question "${question.id}" has no reply.` });
  }
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: answers, warnings: [] };
}

import { cleanText, getAppearance, isBlank } from '../core/internal.js';
import { type AskUserRequest, type AskUserResult, buildAnswers, type Question, type Reply } from '../core/index.js';
import type { PiDialogOptions, PiUi } from './types.js';
import { WORDS } from './words.js';

interface Dialogs {
  readonly ui: PiUi;
  readonly dialog: PiDialogOptions;
}

/** Resolves with `undefined` if the question was closed without an answer. */
type Answered = Promise<Reply | undefined>;

/** Returns the rows of the options. Their numbers make equal labels different. */
function rowsOf(question: Question): readonly string[] {
  const { labels } = getAppearance(question);
  return question.options.map(({ description = '' }, i) => {
    const text = `${i + 1}. ${labels[i] ?? ''}`;
    return isBlank(description) ? text : `${text} (${cleanText(description)})`;
  });
}

async function typeText({ ui, dialog }: Dialogs, title: string, { id }: Question): Answered {
  for (;;) {
    const custom = await ui.input(title, WORDS.typeAnswer, dialog);
    if (custom === undefined) return undefined;
    if (!isBlank(custom)) return { questionId: id, selected: [], custom };
  }
}

async function chooseOne(dialogs: Dialogs, title: string, question: Question): Answered {
  const { ui, dialog } = dialogs;
  const rows = rowsOf(question);
  const chosen = await ui.select(title, [...rows, WORDS.other], dialog);
  if (chosen === undefined) return undefined;
  const index = rows.indexOf(chosen);
  return index < 0 ? typeText(dialogs, title, question) : { questionId: question.id, selected: [index] };
}

async function chooseSeveral({ ui, dialog }: Dialogs, title: string, question: Question): Answered {
  const rows = rowsOf(question);
  const selected = new Set<number>();
  let custom = '';
  const checkbox = (checked: boolean) => (checked ? '[x]' : '[ ]');
  for (;;) {
    const shown = rows.map((row, i) => `${checkbox(selected.has(i))} ${row}`);
    const other = `${checkbox(custom !== '')} ${custom === '' ? WORDS.other : cleanText(custom)}`;
    const chosen = await ui.select(WORDS.chooseAll(title), [...shown, other, WORDS.done], dialog);
    if (chosen === undefined) return undefined;
    const index = shown.indexOf(chosen);
    if (index >= 0) {
      if (!selected.delete(index)) selected.add(index);
    } else if (chosen === other) {
      const typed = await ui.input(title, WORDS.typeAnswer, dialog);
      if (typed !== undefined) custom = isBlank(typed) ? '' : typed;
    } else if (selected.size > 0 || custom !== '') {
      return { questionId: question.id, selected: [...selected], ...(custom !== '' && { custom }) };
    }
  }
}

function askOne(dialogs: Dialogs, question: Question, position: number, count: number): Answered {
  const text = cleanText(question.question, { lines: true });
  const title = WORDS.position(question.header ? `${cleanText(question.header)}: ${text}` : text, position, count);
  if (question.options.length === 0) return typeText(dialogs, title, question);
  return question.multiSelect ? chooseSeveral(dialogs, title, question) : chooseOne(dialogs, title, question);
}

/**
 * Asks with pi's built-in dialogs, one after the other, for an RPC client that does not support
 * `ask_user_request`.
 */
export async function askPlainly(ui: PiUi, request: AskUserRequest, signal?: AbortSignal): Promise<AskUserResult> {
  const { questions } = request;
  const dialogs: Dialogs = { ui, dialog: signal ? { signal } : {} };
  const replies: Reply[] = [];
  for (;;) {
    const question = questions[replies.length];
    if (!question) break;
    const reply = await askOne(dialogs, question, replies.length + 1, questions.length);
    if (signal?.aborted) return { status: 'aborted' };
    if (reply) {
      replies.push(reply);
      continue;
    }
    const discard =
      replies.length === 0 || (await ui.confirm(WORDS.discard(replies.length), WORDS.discardText, dialogs.dialog));
    if (signal?.aborted) return { status: 'aborted' };
    if (discard) return { status: 'cancelled' };
  }
  const built = buildAnswers(request, replies);
  if (built.ok) return { status: 'answered', answers: built.value };
  return { status: 'unavailable', reason: built.issues.map(({ message }) => message).join(' ') };
}

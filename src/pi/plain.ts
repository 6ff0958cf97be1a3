import { getAppearance } from '../core/appearance.js';
import { cleanText } from '../core/clean.js';
import { isBlank } from '../core/guards.js';
import { type AskUserRequest, type AskUserResult, buildAnswers, type Question, type Reply } from '../core/index.js';
import type { PiDialogOptions, PiUi } from './types.js';
import { MESSAGES, WORDS } from './words.js';

interface Dialogs {
  readonly ui: PiUi;
  readonly dialog: PiDialogOptions;
  /** Whether to cancel the request after a dialog was closed. `entered` is whether that would discard this question. */
  readonly cancels: (entered: boolean) => Promise<boolean>;
}

/** Resolves with `undefined` if the request is cancelled. */
type Answered = Promise<Reply | undefined>;

/** Returns the rows of the options. Their numbers make equal labels different. */
function rowsOf(question: Question): readonly string[] {
  const { labels } = getAppearance(question);
  return question.options.map(({ description = '' }, i) => {
    const text = `${i + 1}. ${labels[i] ?? ''}`;
    return isBlank(description) ? text : `${text} (${cleanText(description)})`;
  });
}

async function typeText({ ui, dialog, cancels }: Dialogs, title: string, { id }: Question): Answered {
  for (;;) {
    const custom = await ui.input(title, MESSAGES.otherHint, dialog);
    if (custom === undefined && (await cancels(false))) return undefined;
    if (custom !== undefined && !isBlank(custom)) return { questionId: id, selected: [], custom };
  }
}

async function chooseOne({ ui, dialog, cancels }: Dialogs, title: string, question: Question): Answered {
  const rows = rowsOf(question);
  for (;;) {
    const chosen = await ui.select(title, [...rows, WORDS.other], dialog);
    if (chosen === undefined && (await cancels(false))) return undefined;
    if (chosen === undefined) continue;
    const index = rows.indexOf(chosen);
    if (index >= 0) return { questionId: question.id, selected: [index] };
    const custom = await ui.input(title, MESSAGES.otherHint, dialog);
    if (custom !== undefined && !isBlank(custom)) return { questionId: question.id, selected: [], custom };
  }
}

async function chooseSeveral({ ui, dialog, cancels }: Dialogs, title: string, question: Question): Answered {
  const rows = rowsOf(question);
  const selected = new Set<number>();
  let custom = '';
  const checkbox = (checked: boolean) => (checked ? '[x]' : '[ ]');
  for (;;) {
    const shown = rows.map((row, i) => `${checkbox(selected.has(i))} ${row}`);
    const other = `${checkbox(custom !== '')} ${custom === '' ? WORDS.other : cleanText(custom)}`;
    const chosen = await ui.select(WORDS.chooseAll(title), [...shown, other, WORDS.done], dialog);
    const entered = selected.size > 0 || custom !== '';
    if (chosen === undefined) {
      if (await cancels(entered)) return undefined;
      continue;
    }
    const index = shown.indexOf(chosen);
    if (index >= 0) {
      if (!selected.delete(index)) selected.add(index);
    } else if (chosen === other) {
      const typed = await ui.input(title, MESSAGES.otherHint, dialog);
      if (typed !== undefined) custom = isBlank(typed) ? '' : typed;
    } else if (entered) {
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
  const replies: Reply[] = [];
  const dialog: PiDialogOptions = signal ? { signal } : {};
  const dialogs: Dialogs = {
    ui,
    dialog,
    async cancels(entered) {
      const count = replies.length + Number(entered);
      if (count === 0) return true;
      const discard = await ui.confirm(MESSAGES.discardTitle(count), MESSAGES.discardText('The agent'), dialog);
      return discard || signal?.aborted === true;
    },
  };
  for (const question of questions) {
    const reply = await askOne(dialogs, question, replies.length + 1, questions.length);
    if (signal?.aborted) return { status: 'aborted' };
    if (!reply) return { status: 'cancelled' };
    replies.push(reply);
  }
  const built = buildAnswers(request, replies);
  if (built.ok) return { status: 'answered', answers: built.value };
  return { status: 'unavailable', reason: built.issues.map(({ message }) => message).join(' ') };
}

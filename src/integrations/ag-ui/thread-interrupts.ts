import type { AskUserResult } from '../../core/answer/types.js';
import { agUi, type AgUiResumeEntry } from '../../dialects/ag-ui.js';
import { askProps } from '../shared/dialog-props.js';
import { entriesOf, hasExpired, nextExpiry, type Asking } from './interrupts.js';
import { OVER, type Begun } from './runs.js';
import type { Part, PartContext } from './thread.js';
import type { AgUiQuestion } from './types.js';

/** The questions that are interrupts. The agent has those that are open; how they ended is known here alone. */
export interface Interrupts extends Part {
  /** Looks at what the agent has, and at the clock. */
  look(): void;
  /** What the next run has to say of the open ones; nothing where there are none. */
  entries(): readonly AgUiResumeEntry[];
  /** The calls that they are about. */
  callIds(): unknown[];
}

/** The longest time that a timer takes. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/** @param watched - somebody would see it expire */
export function createInterrupts({ agent, options, changed, begin }: PartContext, watched: () => boolean): Interrupts {
  const askings: Asking[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const current = (): Asking | undefined => {
    const last = askings.at(-1);
    return last?.interrupts === agent.pendingInterrupts ? last : undefined;
  };

  function take(): void {
    const last = askings.at(-1);
    const interrupts = agent.pendingInterrupts;
    if (last?.interrupts === interrupts) return;
    // Somebody else's run has resumed it.
    if (last) last.result ??= { status: 'aborted' };
    if (interrupts.length === 0) return;
    const ids = interrupts.map(({ id }) => id).join(' ');
    const before = askings.filter(({ requestId }) => requestId === ids || requestId.startsWith(`${ids}#`)).length;
    // The id again is another question: the dialog must not take it for the one before.
    const requestId = before > 0 ? `${ids}#${before + 1}` : ids;
    askings.push({ requestId, interrupts, after: agent.messages.at(-1)?.id });
  }

  function look(): void {
    take();
    clearTimeout(timer);
    const open = current();
    if (!open || open.sent || open.result) return;
    if (hasExpired(open)) open.result = { status: 'timedOut' };
    const time = watched() ? nextExpiry(open) : undefined;
    if (time === undefined) return;
    timer = setTimeout(
      () => {
        look();
        changed();
      },
      Math.min(time, MAX_TIMEOUT),
    );
  }

  async function answer(asking: Asking, result: AskUserResult): Promise<Begun> {
    look();
    if (asking.result || asking.sent || current() !== asking) return OVER;
    asking.sent = entriesOf(asking, result);
    const begun = await begin({ resume: asking.sent });
    if (begun.ok) asking.result = result;
    else asking.sent = undefined;
    // The dialog hears of it first.
    queueMicrotask(changed);
    return begun;
  }

  function questionOf(asking: Asking): AgUiQuestion {
    const { interrupts, requestId, result } = asking;
    const props = askProps<unknown, unknown>({
      dialect: agUi,
      requestId,
      input: interrupts,
      asker: options().asker,
      send: (_wire, given) => answer(asking, given),
    });
    // A snapshot of the messages may have other ids: the question must be somewhere.
    const after = agent.messages.some(({ id }) => id === asking.after) ? asking.after : agent.messages.at(-1)?.id;
    return { after, open: !result, props: { ...props, result } };
  }

  return {
    look,
    questions: () => askings.map(questionOf),
    end(result) {
      const open = current();
      if (open && !open.sent) open.result ??= result;
    },
    entries() {
      const open = current();
      if (!open) return [];
      // Said anew, since it may have expired by now; only what is just being sent is as it is.
      return open.result || !open.sent ? entriesOf(open, open.result ?? { status: 'superseded' }) : open.sent;
    },
    callIds: () => askings.flatMap(({ interrupts }) => interrupts.map(({ toolCallId }) => toolCallId)),
  };
}

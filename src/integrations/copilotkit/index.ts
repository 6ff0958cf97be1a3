'use client';
import { useEffect, useState } from 'react';
import { isRecord } from '../../core/guards.js';
import type { AskUserResult } from '../../core/answer/types.js';
import { agUi } from '../../dialects/ag-ui.js';
import { askUser } from '../../dialects/ask-user.js';
import { askUserTool } from '../../dialects/tools/ask-user.js';
import type { AgentDialect, ToolSpec } from '../../dialects/types.js';
import { askProps, type AskProps } from '../shared/dialog-props.js';
import { toolSchema, type ToolSchema } from '../shared/tool-schema.js';

export type { AskProps } from '../shared/dialog-props.js';

/** What `useHumanInTheLoop` takes, but for `render`. */
export interface CopilotKitTool {
  name: string;
  description: string;
  parameters: ToolSchema;
}

/** What `useHumanInTheLoop` gives to `render`. */
export interface CopilotKitCall {
  readonly toolCallId: string;
  /** `inProgress`, `executing` or `complete`. */
  readonly status: string;
  /** What the model has written, as far as it has. */
  readonly args: unknown;
  /** The tool message's content. */
  readonly result?: unknown;
  readonly respond?: ((result: unknown) => Promise<void>) | undefined;
}

/** What `useInterrupt` gives to `render`. */
export interface CopilotKitInterrupt {
  readonly interrupts: readonly { readonly id: string; readonly expiresAt?: string | undefined }[];
  resolve(payload?: unknown, interruptId?: string): Promise<unknown>;
  cancel(interruptId?: string): Promise<unknown>;
}

/** How the tool asks, and who it is. */
export interface CopilotKitAskOptions {
  /** Who asks. Never taken from the model's text. */
  readonly asker?: string | undefined;
  /** The tool that the model is offered; its name belongs to `tool` of `copilotKitAskTool`. @default `askUser` */
  readonly dialect?: AgentDialect<unknown> | undefined;
}

/** What `useHumanInTheLoop` renders with, and the way to make room for a message. */
export interface CopilotKitAsk {
  /** The dialog's props for what `render` of `useHumanInTheLoop` was given. */
  props(call: CopilotKitCall): AskProps<unknown>;
  /**
   * Settles the call that waits as superseded, and has the agent go on. For a message of the person's instead of an answer: add the
   * message first, so that the same run brings both.
   *
   * @returns whether the agent goes on by itself; otherwise run it
   */
  supersede(): boolean;
}

/**
 * The ask tool for `useHumanInTheLoop` of CopilotKit's v2.
 *
 * @param spec - @default `askUserTool`: `ask_user`
 */
export const copilotKitAskTool = (spec: ToolSpec<unknown> = askUserTool): CopilotKitTool => ({
  name: spec.name,
  description: spec.description,
  parameters: toolSchema(spec),
});

/**
 * The questions of a tool of `useHumanInTheLoop`. One a registered tool: it remembers which calls have been answered, since CopilotKit
 * gives all of them the same `respond`, which answers whatever call waits by then.
 *
 * @example
 * ```tsx
 * const ask = useCopilotKitAskUser({ asker: 'Setup assistant' });
 * useHumanInTheLoop({
 *   ...copilotKitAskTool(),
 *   render: (call) => <AskUserDialog {...ask.props(call)} />,
 * });
 * ```
 */
export function useCopilotKitAskUser(options: CopilotKitAskOptions = {}): CopilotKitAsk {
  // CopilotKit keeps the first `render`: what it calls must stay the same object.
  const [ask] = useState(() => createAsk(options));
  useEffect(() => ask.configure(options));
  return ask;
}

interface Seen {
  /** While the call waits for its answer. */
  respond: ((result: unknown) => Promise<void>) | undefined;
  answered: boolean;
  superseded: boolean;
}

const OVER = { ok: false, code: 'already_resolved', message: 'This question is over.' };

function createAsk(initial: CopilotKitAskOptions): CopilotKitAsk & { configure(options: CopilotKitAskOptions): void } {
  let options = initial;
  const calls = new Map<string, Seen>();
  const dialect = (): AgentDialect<unknown> => options.dialect ?? askUser;

  function seenOf(id: string): Seen {
    const seen = calls.get(id) ?? { respond: undefined, answered: false, superseded: false };
    calls.set(id, seen);
    return seen;
  }

  function answer(seen: Seen, wire: unknown): unknown {
    const { respond, answered } = seen;
    if (!respond || answered) return OVER;
    seen.answered = true;
    // What did not arrive may be sent again.
    const failed = (error: unknown): never => {
      seen.answered = false;
      throw error;
    };
    try {
      return respond(wire).catch(failed);
    } catch (error) {
      return failed(error);
    }
  }

  return {
    configure: (now) => void (options = now),
    props({ toolCallId, status, args, result, respond }) {
      const seen = seenOf(toolCallId);
      seen.respond = status === 'executing' ? respond : undefined;
      const props = askProps<unknown, unknown>({
        dialect: dialect(),
        requestId: toolCallId,
        input: args,
        asker: options.asker,
        // Also while another call waits: CopilotKit has them answered one after the other.
        streaming: status === 'inProgress',
        output: status === 'complete' ? outputOf(result) : undefined,
        send: (wire) => answer(seen, wire),
      });
      const ending = endingOf(seen, status === 'complete' ? result : undefined);
      return { ...props, result: ending ?? props.result };
    },
    supersede() {
      const waiting = [...calls].filter(([, { respond, answered }]) => respond && !answered);
      for (const [requestId, seen] of waiting) {
        seen.superseded = true;
        const request = { requestId, questions: [] };
        void answer(seen, dialect().formatResult({ status: 'superseded' }, request));
      }
      return waiting.length > 0;
    },
  };
}

/** How a call ended that nobody answered. */
function endingOf({ superseded }: Seen, result: unknown): AskUserResult | undefined {
  if (superseded) return { status: 'superseded' };
  // What CopilotKit writes where the run was stopped.
  return typeof result === 'string' && result.startsWith('Error: ') ? { status: 'aborted' } : undefined;
}

function outputOf(result: unknown): unknown {
  try {
    return typeof result === 'string' ? JSON.parse(result) : result;
  } catch {
    return result;
  }
}

/**
 * The dialog's props for what `render` of `useInterrupt` was given: all interrupts of a run as one request. CopilotKit takes the dialog
 * away as soon as the agent goes on, or could not; `useAgUiAskUser` of `react-ask-user/ag-ui/react` keeps it, over a reload as well.
 *
 * @example
 * ```tsx
 * useInterrupt({ render: (interrupt) => <AskUserDialog {...copilotKitInterruptProps(interrupt)} /> });
 * ```
 */
export function copilotKitInterruptProps(
  { interrupts, resolve, cancel }: CopilotKitInterrupt,
  { asker }: Pick<CopilotKitAskOptions, 'asker'> = {},
): AskProps<unknown> {
  return askProps<unknown, unknown>({
    dialect: agUi,
    requestId: interrupts.map(({ id }) => id).join(' '),
    input: interrupts,
    asker,
    async send(wire) {
      // CopilotKit would take the dialog away, and answer nothing.
      if (interrupts.some(({ expiresAt }) => expiresAt !== undefined && new Date(expiresAt).getTime() <= Date.now())) {
        return OVER;
      }
      const entries = Array.isArray(wire) ? wire : [];
      for (const { id } of interrupts) {
        const entry: unknown = entries.find((one) => isRecord(one) && one['interruptId'] === id);
        const resolved = isRecord(entry) && entry['status'] === 'resolved';
        // The last one starts the run.
        const run = resolved ? resolve(entry['payload'], id) : cancel(id);
        if (id === interrupts.at(-1)?.id) await run;
      }
    },
  });
}

'use client';
import { isRecord } from '../../core/guards.js';
import { fromJson } from '../../core/question/scan.js';
import { type AgentDialect, agUi, askUser, type ToolSpec } from '../../dialects/index.js';
import type { AskUserResult } from '../../core/index.js';
import { useEffect, useState } from 'react';
import { checkWaits } from '../shared/check-waits.js';
import { ALREADY_SETTLED, type Delivery, askProps, type AskProps } from '../shared/dialog-props.js';
import { toolSchema, type ToolSchema } from '../shared/tool-schema.js';

export type { AskProps } from '../shared/dialog-props.js';

/** Options for `useHumanInTheLoop`, without `render`. */
export interface CopilotKitTool {
  name: string;
  description: string;
  parameters: ToolSchema;
}

/** Props that `useHumanInTheLoop` passes to `render`. */
export interface CopilotKitCall {
  readonly toolCallId: string;
  /** `inProgress`, `executing` or `complete`. */
  readonly status: string;
  /** Input of the call, possibly incomplete while the model writes. */
  readonly args: unknown;
  /** Content of the tool message. */
  readonly result?: unknown;
  readonly respond?: ((result: unknown) => Promise<void>) | undefined;
}

/** Props that `useInterrupt` passes to `render`. */
export interface CopilotKitInterrupt {
  readonly interrupts: readonly {
    readonly id: string;
    readonly expiresAt?: string | undefined;
    readonly responseSchema?: unknown;
  }[];
  resolve(payload?: unknown, interruptId?: string): Promise<unknown>;
  cancel(interruptId?: string): Promise<unknown>;
}

/** The part of an agent that is used. */
type CopilotKitAgent = {
  readonly messages: readonly {
    readonly role: string;
    readonly toolCallId?: string | undefined;
    readonly toolCalls?: readonly { readonly id: string }[] | undefined;
  }[];
};

/** Options for `useCopilotKitAskUser`. */
type CopilotKitAskOptions = {
  /** Display name of the agent. */
  readonly asker?: string | undefined;
  /** Dialect of the tool. It must belong to the tool passed to `copilotKitAskTool`. @default askUser */
  readonly dialect?: AgentDialect<unknown> | undefined;
};

/** Return value of `useCopilotKitAskUser`. */
export interface CopilotKitAsk {
  /** Returns the dialog's props for a call that `useHumanInTheLoop` passes to `render`. */
  getDialogProps(call: CopilotKitCall): AskProps<unknown>;
  /**
   * Settles the waiting call as superseded. CopilotKit then asks the next call of the same turn, or continues the
   * agent. Use it for a message that the user sends instead of an answer. Add the message first, so that the same run
   * contains both.
   *
   * @param agent - Agent of the message. Without it, a call of a thread that the user has left also counts, because
   * CopilotKit does not report that.
   * @returns Whether a call was waiting. If not, run the agent.
   */
  supersede(agent?: CopilotKitAgent): boolean;
}

/**
 * Creates the ask tool for `useHumanInTheLoop` of CopilotKit v2.
 *
 * @param spec - Defaults to `askUser.tool`, named `ask_user`.
 * @throws {TypeError} If the tool's agent does not wait (`blocking: false`).
 */
export function copilotKitAskTool(spec: ToolSpec<unknown> = askUser.tool): CopilotKitTool {
  checkWaits(spec);
  return { name: spec.name, description: spec.description, parameters: toolSchema(spec) };
}

/**
 * Connects a tool of `useHumanInTheLoop` to the dialog. Call it once per registered tool. It remembers which calls
 * were answered, because CopilotKit passes the same `respond` to all calls.
 *
 * @example
 * ```tsx
 * const ask = useCopilotKitAskUser({ asker: 'Setup assistant' });
 * useHumanInTheLoop({
 *   ...copilotKitAskTool(),
 *   render: (call) => <AskUserDialog {...ask.getDialogProps(call)} />,
 * });
 * ```
 */
export function useCopilotKitAskUser(options: CopilotKitAskOptions = {}): CopilotKitAsk {
  // CopilotKit retains the first `render`, so the object that it uses must be referentially stable.
  const [ask] = useState(() => createAsk(options));
  useEffect(() => ask.configure(options));
  return ask;
}

interface CallState {
  /** Set while the call's status is `executing`. */
  respond: ((result: unknown) => Promise<void>) | undefined;
  answered: boolean;
  superseded: boolean;
}

function createAsk(initial: CopilotKitAskOptions): CopilotKitAsk & { configure(options: CopilotKitAskOptions): void } {
  let options = initial;
  const calls = new Map<string, CallState>();
  const dialect = (): AgentDialect<unknown> => options.dialect ?? askUser;

  function getCallState(id: string): CallState {
    const callState = calls.get(id) ?? { respond: undefined, answered: false, superseded: false };
    calls.set(id, callState);
    return callState;
  }

  async function answer(callState: CallState, output: unknown): Promise<Delivery | undefined> {
    const { respond, answered } = callState;
    if (!respond || answered) return ALREADY_SETTLED;
    callState.answered = true;
    try {
      // Its value is not the result of a delivery.
      await respond(output);
      return undefined;
    } catch (error) {
      callState.answered = false;
      throw error;
    }
  }

  return {
    configure: (now) => void (options = now),
    getDialogProps({ toolCallId, status, args, result, respond }) {
      const callState = getCallState(toolCallId);
      callState.respond = status === 'executing' ? respond : undefined;
      const isComplete = status === 'complete';
      const unanswered = getUnanswered(callState, isComplete ? result : undefined);
      return askProps<unknown, unknown>({
        dialect: dialect(),
        requestId: toolCallId,
        input: args,
        asker: options.asker,
        // A call also has this status while another call waits.
        streaming: status === 'inProgress',
        output: isComplete && !unanswered ? fromJson(result) : undefined,
        result: unanswered,
        send: (output) => answer(callState, output),
      });
    },
    supersede(agent) {
      const waiting = [...calls].filter(
        ([id, { respond, answered }]) => respond && !answered && (!agent || isOpenIn(agent, id)),
      );
      for (const [requestId, callState] of waiting) {
        callState.superseded = true;
        const request = { requestId, questions: [] };
        const output = dialect().formatResult({ status: 'superseded' }, request);
        // A question that was not superseded stays open.
        answer(callState, output).catch(() => (callState.superseded = false));
      }
      return waiting.length > 0;
    },
  };
}

/** Whether the thread contains the call and no result of it. */
const isOpenIn = ({ messages }: CopilotKitAgent, id: string): boolean =>
  messages.some(({ toolCalls }) => toolCalls?.some((call) => call.id === id)) &&
  !messages.some(({ role, toolCallId }) => role === 'tool' && toolCallId === id);

function getUnanswered({ superseded }: CallState, result: unknown): AskUserResult | undefined {
  if (superseded) return { status: 'superseded' };
  if (typeof result !== 'string' || !result.startsWith('Error: ')) return undefined;
  // CopilotKit writes such a result if the run was stopped, and otherwise if it cannot parse the call's arguments.
  return result.endsWith(' aborted')
    ? { status: 'aborted' }
    : { status: 'invalid', issues: [{ code: 'failed', path: '', message: result }] };
}

const CANNOT_TELL =
  'CopilotKit can only resolve or cancel an interrupt, and the form has a property "outcome", so the agent would read either as an answer of the user. The interrupt stays open.';

const hasOutcome = (schema: unknown): boolean =>
  isRecord(schema) && isRecord(schema['properties']) && 'outcome' in schema['properties'];

/**
 * Returns the dialog's props for the interrupts that `useInterrupt` passes to `render`. All interrupts of a run are
 * one request.
 *
 * CopilotKit can only resolve or cancel an interrupt, and a cancellation would be read as the user's. So an interrupt
 * that could not be asked, or whose schema rejects the answer, is resolved with `{ outcome, reason? }`, such as the outcome
 * `invalid`. `parseResume` of `react-ask-user/ag-ui` reads it as that status. An interrupt whose schema has a property
 * `outcome` stays open instead, because the agent would read the outcome as an answer.
 *
 * CopilotKit removes the dialog as soon as the agent continues or fails to. `useAgUiAskUser` of
 * `react-ask-user/ag-ui/react` keeps the dialog.
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
  const requestId = interrupts.map(({ id }) => id).join(' ');
  return askProps<unknown, unknown>({
    dialect: agUi,
    requestId,
    input: interrupts,
    asker,
    async send(output) {
      // If any interrupt has expired, CopilotKit would remove the dialog and send no answer.
      if (interrupts.some(({ expiresAt }) => expiresAt !== undefined && new Date(expiresAt).getTime() <= Date.now())) {
        return ALREADY_SETTLED;
      }
      const entries = Array.isArray(output) ? output.filter(isRecord) : [];
      for (const { id, responseSchema } of interrupts) {
        // Interrupts that cannot be read have one entry, with the id of the request.
        const entry = [id, requestId].flatMap((one) => entries.filter(({ interruptId }) => interruptId === one))[0];
        const { status, payload, metadata } = entry ?? {};
        const unasked = isRecord(metadata) && metadata['outcome'] !== 'cancelled' ? metadata : undefined;
        if (unasked && hasOutcome(responseSchema)) throw new Error(CANNOT_TELL);
        const resolved = status === 'resolved' ? payload : unasked;
        // The call for the last interrupt starts the run.
        const run = resolved === undefined ? cancel(id) : resolve(resolved, id);
        if (id === interrupts.at(-1)?.id) await run;
      }
    },
  });
}

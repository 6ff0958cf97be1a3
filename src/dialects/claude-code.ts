import { isRecord } from '../core/guards.js';
import type { Limits } from '../core/question/limits.js';
import type { AskUserRequest, PreviewFormat, Question } from '../core/question/types.js';
import { call, SHAPE } from './claude-code-call.js';
import {
  type ClaudeCodeAllow,
  type ClaudeCodeDeny,
  type ClaudeCodeInput,
  formatAnswered,
  formatEnded,
  modelText,
  readClarifyText,
} from './claude-code-result.js';
import { ENDED } from './shared/endings.js';
import { fieldsIn } from './shared/fields.js';
import { formatterOf } from './shared/format-result.js';
import { saidByKey, sameKeys } from './shared/keyed.js';
import { FOUR_BY_FOUR } from './shared/limits.js';
import { hasMark } from './shared/marks.js';
import { splitQuoted } from './shared/quoted.js';
import {
  answeredBy,
  discussionOf,
  endedOf,
  resultReader,
  type Said,
  textOf,
  textsOf,
  unanswered,
} from './shared/read-answer.js';
import { readRequest } from './shared/read-request.js';
import { badHtmlPreviews } from './shared/rules.js';
import { someHeader, writeRequest } from './shared/write-request.js';
import type { AgentDialect } from './types.js';

const LIMITS: Limits = {
  ...FOUR_BY_FOUR,
  optionsRequired: true,
  headerRequired: true,
  descriptionRequired: true,
  uniqueQuestions: true,
  uniqueLabels: true,
};

/** What a session advertises that may be told how a question went unanswered. */
const UNANSWERED = 'ask_user_question_unanswered_v1';

/** What a host knows of its Claude Code session. */
export interface ClaudeCodeOptions {
  /** `capabilities` of the session's `init` message. @default none */
  readonly capabilities?: readonly string[] | undefined;
  /** The host's own `toolConfig.askUserQuestion.previewFormat`. @default 'markdown' */
  readonly previewFormat?: Extract<PreviewFormat, 'markdown' | 'html'> | undefined;
}

/** Reads the list of a multi-select question, or what a host wrote that joins labels without quoting them. */
function saidOf({ options, multiSelect }: Question, answer: unknown, notes: unknown): Said {
  const text = textOf(answer);
  if (text === undefined) return { chosen: textsOf(answer), notes: textOf(notes) };
  const entries = multiSelect ? splitQuoted(text) : undefined;
  const labels = new Set(options.map(({ label }) => label));
  const listed = entries?.slice(0, -1).every((entry) => labels.has(entry));
  return listed ? { chosen: entries, notes: textOf(notes) } : { joined: text, notes: textOf(notes) };
}

function parseAllowed({ answers, annotations, response }: ClaudeCodeInput, request: AskUserRequest) {
  const noted = saidByKey(request, annotations, fieldsIn);
  const unanswered = noted.map((one) => one?.['unanswered']);
  const inChat = textOf(response)?.trim() || unanswered.includes('replied_in_chat');
  if (!isRecord(answers) || unanswered.every((why) => why === 'dismissed' || why === 'replied_in_chat')) {
    return endedOf(inChat ? 'superseded' : 'declined');
  }
  // A text that stands for an unanswered question is not the user's.
  const texts = saidByKey(request, answers, (one) => one).map((text, i) => (unanswered[i] ? undefined : text));
  return answeredBy(request, (question, i) => saidOf(question, texts[i], noted[i]?.['notes']));
}

/**
 * `claudeCode` for one session, by what it advertises and how the host configured it.
 *
 * With the capability `ask_user_question_unanswered_v1`, `annotations[question].unanswered` says how a question went
 * unanswered: `skipped`; `dismissed` of every question of a declined request; and `replied_in_chat` of a superseded one,
 * which is then allowed without answers. A session without it may refuse an answer that says so.
 *
 * @example claudeCodeWith({ capabilities: init.capabilities, previewFormat: 'html' })
 */
export function claudeCodeWith({ capabilities = [], previewFormat = 'markdown' }: ClaudeCodeOptions = {}): AgentDialect<
  ClaudeCodeAllow,
  ClaudeCodeAllow | ClaudeCodeDeny
> {
  const capable = capabilities.includes(UNANSWERED);

  return {
    name: 'claudeCode',
    agent: 'Claude Code `AskUserQuestion`',
    carries: {
      keyedBy: 'text',
      choice: 'label',
      several: 'joined',
      custom: 'among',
      notes: true,
      previews: true,
      skipped: true,
      discuss: true,
      endings: ENDED,
    },
    limits: LIMITS,
    parse(input, options) {
      const format = options?.previewFormat ?? previewFormat;
      const beyond = format === 'html' ? [badHtmlPreviews] : [];
      const family = { shape: SHAPE, limits: LIMITS, open: call, beyond, advice: [sameKeys()] };
      return readRequest(input, family, { ...options, previewFormat: format });
    },
    recognises: (input) =>
      hasMark(input, (source) => {
        const request = isRecord(source['request']) ? source['request'] : source;
        return request['subtype'] === 'can_use_tool' && call(source) !== undefined;
      }),
    formatRequest(request) {
      const extra = (question: Question, i: number) => ({
        header: someHeader(question, i),
        options: question.options.map(({ label, description = '', preview }) => ({
          label,
          description,
          ...(preview !== undefined && { preview }),
        })),
      });
      return writeRequest(request, SHAPE, { extra, limits: LIMITS });
    },
    formatResult: formatterOf(
      (result, request) => formatAnswered(result, request, capable),
      (result, request) => formatEnded(result, request, capable),
    ),
    toModelText: (result, request) => modelText(result, request, capable),
    parseResult: resultReader(
      '{ behavior: "allow", updatedInput } or { behavior: "deny", message }',
      (output, request) => {
        const { behavior, updatedInput, message, interrupt } = fieldsIn(output);
        if (behavior === 'allow' && isRecord(updatedInput)) return parseAllowed(updatedInput, request);
        if (behavior !== 'deny') return undefined;
        const clarify = readClarifyText(textOf(message) ?? '');
        if (!clarify) return endedOf(interrupt === true ? 'cancelled' : 'declined', textOf(message));
        const said = clarify.soFar.map(({ question, answer, notes }) => ({ question, chosen: textsOf(answer), notes }));
        return unanswered(discussionOf(request, said, clarify.reason));
      },
    ),
  };
}

/**
 * Claude Code's `AskUserQuestion`, for a host on the Claude Agent SDK: `formatResult` gives what `canUseTool` returns.
 *
 * `parse` takes the tool's input, and what has it inside: a control request `can_use_tool`, the input of a `PreToolUse`
 * hook, a `tool_use` block, `deferred_tool_use`. `updatedInput` is the input as it was sent, without answers and
 * annotations that the model supplied. Previews are Markdown that Claude Code shows in a monospace box; with
 * `claudeCodeWith({ previewFormat: 'html' })` they are fragments of HTML, and `parse` reports those that are none.
 *
 * | status | the agent gets |
 * | --- | --- |
 * | answered | `{ behavior: 'allow', updatedInput: { ...input, answers: { [question]: string }, annotations?: { [question]: { preview?, notes? } } } }` |
 * | declined | `{ behavior: 'allow', updatedInput: input }` without answers: "The user did not answer the questions.", and the turn goes on |
 * | declined with `discuss` | `{ behavior: 'deny', message }`: the turn goes on, and `message` says that the user wants to clarify the questions, what the user said, and what was chosen so far |
 * | cancelled | `{ behavior: 'deny', message, interrupt: true }`: the turn ends |
 * | aborted, superseded, connectionLost, timedOut, unavailable, invalid | `{ behavior: 'deny', message }`: the turn goes on, and `message` says what happened and that no option was chosen |
 *
 * The reason of a declined request is lost, and in a session with the capability that of a superseded one, too.
 *
 * A multi-select answer is a list as Claude Code's own dialog writes it, separated by `", "`, in which a label or a text that
 * has such a comma or a quotation mark is JSON text: labels with commas stay apart. Equal labels do not, nor a text that
 * is a label from that option; Claude Code refuses equal labels, and equal question texts. The later of two equal texts is
 * keyed `text (2)`, which Claude Code does not look for, and `parse` warns about it. A preview goes back where one option
 * was chosen; several can't be told apart.
 *
 * Skipped questions are left out of `answers`. Claude Code writes the model's text itself and says nothing of a question
 * that has neither answer nor notes; `toModelText` adds a sentence that names those, for a host that runs the tool.
 *
 * Source: `@anthropic-ai/claude-agent-sdk` 0.3.330 (Claude Code 2.1.330).
 */
export const claudeCode: AgentDialect<ClaudeCodeAllow, ClaudeCodeAllow | ClaudeCodeDeny> = claudeCodeWith();

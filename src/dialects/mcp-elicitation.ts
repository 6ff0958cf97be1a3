import type { Answered, Ended } from '../core/answer/types.js';
import type { Issue } from '../core/question/issues.js';
import { ASK_USER_LIMITS } from '../core/question/limits.js';
import type { ParseOptions } from '../core/question/parse-request.js';
import type { AskUserRequest } from '../core/question/types.js';
import {
  formOf,
  isElicitation,
  readElicitation,
  refusedText,
  requestOf,
  rpcRequest,
  sameQuestions,
  writeElicitation,
} from './shared/elicitation.js';
import { ENDED, endingText, endingWith } from './shared/endings.js';
import { opened } from './shared/envelope.js';
import { fieldsIn } from './shared/fields.js';
import { type Form, type FormContent, fromContent, toContent } from './shared/form.js';
import { formatterOf } from './shared/format-result.js';
import { withSkipped } from './shared/keyed.js';
import { withLimits } from './shared/limits.js';
import { hasMark } from './shared/marks.js';
import { answeredBy, notAResult, resultReader, textOf, unanswered } from './shared/read-answer.js';
import type { AgentDialect } from './types.js';

/** In a result's `_meta`: what the protocol's own fields have no room for. */
const RESULT = 'react-ask-user/result';

// Types and not interfaces: only those are taken for the SDK's results, which may have any other field.

/** What an MCP server gets for an answered request. */
export type McpElicitationAccept = {
  readonly action: 'accept';
  /** By property of the requested schema: a text, a number, a boolean, or the values of several choices. */
  readonly content: FormContent;
  /** The user's remarks, by property; only where there are some. */
  readonly _meta?: { readonly [RESULT]: { readonly notes: Readonly<Record<string, string>> } };
};

/** What an MCP server gets for every other ending. */
export type McpElicitationEnding = {
  readonly action: 'decline' | 'cancel';
  /** Which ending it was, and why; absent for a plain decline and a plain cancel. */
  readonly _meta?: {
    readonly [RESULT]: {
      readonly status: Ended['status'];
      readonly reason?: string;
      readonly issues?: readonly Issue[];
    };
  };
};

/** An answer that the schema refuses is not sent, so that this may be an ending, too. */
export type McpElicitationOutput = McpElicitationAccept | McpElicitationEnding;

function readParams(input: unknown, options?: ParseOptions) {
  const { input: params, path = '' } = opened(input, rpcRequest);
  return { params, read: readElicitation(params, { path, prefix: '' }, options) };
}

/** The form that a request was read from, with its parameters, or the one that `formatRequest` writes for it. */
function formFor({ raw, questions }: AskUserRequest): { form: Form; params?: unknown } {
  const { params, read } = readParams(raw);
  return read.ok && sameQuestions(read.value.questions, questions)
    ? { form: read.value, params }
    : { form: formOf(questions) };
}

function formatUnanswered(result: Ended): McpElicitationEnding {
  const { status } = result;
  const action = status === 'declined' ? 'decline' : 'cancel';
  const reason = 'reason' in result && result.reason ? { reason: result.reason } : undefined;
  const plain = !reason && (status === 'declined' || status === 'cancelled');
  if (plain) return { action };
  return { action, _meta: { [RESULT]: { status, ...reason, ...('issues' in result && { issues: result.issues }) } } };
}

function formatAnswered(result: Answered, request: AskUserRequest): McpElicitationOutput {
  const { fields } = formFor(request).form;
  const { content, issues } = toContent(fields, result.answers);
  if (issues.length > 0) return formatUnanswered({ status: 'invalid', issues });
  const keyOf = new Map(fields.map(({ id, key }) => [id, key]));
  const notes = result.answers.flatMap(({ questionId, notes: note }): [string, string][] =>
    note ? [[keyOf.get(questionId) ?? questionId, note]] : [],
  );
  return {
    action: 'accept',
    content,
    ...(notes.length > 0 && { _meta: { [RESULT]: { notes: Object.fromEntries(notes) } } }),
  };
}

/**
 * MCP's form elicitation, `elicitation/create`: a server asks the user through its client. ACP's request of the same name and the
 * Claude Agent SDK's `onElicitation` have the same form.
 *
 * `parse` takes the parameters, or the JSON-RPC request with them. Each property of `requestedSchema` is a question, and
 * `message` is the context of the first, or the question where its property has no text. URL mode is refused. Give the
 * server's name as `asker`; the protocol demands that it is shown.
 *
 * | status                | what the server gets                                                                            |
 * | --------------------- | ----------------------------------------------------------------------------------------------- |
 * | `answered`            | `{ action: 'accept', content }`, JSON values by property; skipped questions are left out        |
 * | `declined`            | `{ action: 'decline' }`, a reason in `_meta`                                                    |
 * | `cancelled`           | `{ action: 'cancel' }`, a reason in `_meta`                                                     |
 * | `aborted`, `superseded`, `connectionLost`, `timedOut`, `unavailable`, `invalid` | `{ action: 'cancel' }`, with status, reason or issues in `_meta['react-ask-user/result']` |
 *
 * A server validates what is accepted. What its schema refuses (a pattern, an email address with letters that it does not
 * take) is never sent as accepted: it is `{ action: 'cancel' }` with the status `invalid` and the issues in `_meta`. A pattern that
 * could run for very long (a repetition in a repetition) is left to the server, as is a text of more than 1,000 characters.
 *
 * Nothing is lost of labels, equal or with commas, nor of equal question texts: values and properties are on the wire. An
 * enumeration has no room for own words; `formatRequest` adds a text property `<id>__other` for them, `parse` makes such a
 * one part of its question, and without it `allowCustom` is `false`. Notes are in `_meta`, where a server that does not know this
 * library will not look, nor for the endings that are there. Previews are in the request's `_meta` and not in the result.
 * How a number was written is lost (`1.50` is `1.5`).
 *
 * `formatRequest` writes `_meta['react-ask-user/questions']` beside the schema, with what a schema has no room for. The
 * schema alone says what is allowed. A question whose id looks like a number, such as `10`, has the property `question_10`, since
 * JSON parsers would move a property `10` to the front. `parse` gives the question its id back, and keeps the order of that list.
 *
 * A form that was read is used again only while the request has the same questions and values; texts may be reworded.
 *
 * Source: MCP 2025-11-25, `client/elicitation`, as `@modelcontextprotocol/sdk` 1.32.2 checks it; ACP v1,
 * `@agentclientprotocol/sdk` 2.4.0.
 */
export const mcpElicitation: AgentDialect<McpElicitationOutput, McpElicitationEnding> = {
  name: 'mcpElicitation',
  agent: 'MCP `elicitation/create` (2025-11-25), ACP, Claude Agent SDK `onElicitation`',
  carries: {
    keyedBy: 'id',
    choice: 'value',
    several: 'list',
    custom: 'apart',
    notes: true,
    previews: false,
    skipped: true,
    discuss: false,
    endings: ENDED,
  },
  limits: ASK_USER_LIMITS,
  parse(input, options) {
    const { read } = readParams(input, withLimits(options, ASK_USER_LIMITS));
    return requestOf(read, input, options);
  },
  recognises: (input) => hasMark(input, isElicitation),
  formatRequest(request) {
    const { params } = formFor(request);
    return params === undefined ? writeElicitation(request) : { ok: true, value: params, warnings: [] };
  },
  formatResult: formatterOf(formatAnswered, formatUnanswered),
  toModelText(result, request) {
    if (result.status !== 'answered') return endingText(result);
    const output = formatAnswered(result, request);
    if (output.action !== 'accept') return refusedText(output._meta?.[RESULT].issues ?? []);
    const { action, content, _meta } = output;
    return withSkipped(JSON.stringify({ action, content, ..._meta?.[RESULT] }), request, result);
  },
  parseResult: resultReader('{ action, content }, with accept, decline or cancel', (output, request) => {
    const { action, content, _meta } = fieldsIn(output);
    const more = fieldsIn(fieldsIn(_meta)[RESULT]);
    if (action === 'decline' || action === 'cancel') {
      const plain = action === 'decline' ? 'declined' : 'cancelled';
      const status = ENDED.find((one) => one === more['status']) ?? plain;
      return unanswered(endingWith(status, textOf(more['reason'])));
    }
    if (action !== 'accept') return undefined;
    const { fields } = formFor(request).form;
    const { said, issues } = fromContent(fields, content);
    if (issues.length > 0) return { ok: false, issues };
    if (said.length !== request.questions.length) return notAResult('for a request that a form can be written for');
    const notes = fieldsIn(more['notes']);
    return answeredBy(request, (_, i) => {
      const key = fields[i]?.key ?? '';
      const note = Object.hasOwn(notes, key) ? textOf(notes[key]) : undefined;
      return { ...said[i], notes: note ?? said[i]?.notes };
    });
  }),
};

import type { AskUserRequest, AskUserResult, Issue, ParseOptions, ParseResult, Question } from '../core/index.js';
import { defineAgentDialect } from './define-dialect.js';
import { fieldsWithin, type Unwrap, unwrapEnvelope } from './lib/envelope.js';
import {
  ELICIT,
  formOf,
  readElicitation,
  refusedText,
  requestOf,
  sameQuestions,
  writeElicitation,
} from './form/elicitation.js';
import { type Form, type FormContent, fromContent, toContent } from './form/index.js';
import { fail, joinPath, prefixPath, succeed, unreadable } from './lib/issues.js';
import { withSkipped } from './lib/keys.js';
import { answered, notAResult } from './lib/read-answer.js';
import { readParts } from './lib/read-parts.js';
import { unanswered } from './lib/unanswered.js';
import { fieldsIn, fromJson, isRecord, textOf } from './lib/values.js';
import type { AgentDialect } from './types.js';

/** Response to one form. */
type McpInputResponse =
  | { readonly action: 'accept'; readonly content: FormContent }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** Parameters that the client adds to the repeated call, beside its `arguments`. */
type McpInputResponses = {
  /** Responses by the keys of `inputRequests`. */
  readonly inputResponses: Readonly<Record<string, McpInputResponse>>;
  /** State from the server, unchanged. Absent if the server sent none, or the request is from another source. */
  readonly requestState?: string;
};

type KeyedForm = Form & { readonly key: string };

interface Forms {
  readonly questions: readonly Question[];
  readonly forms: readonly KeyedForm[];
  readonly requestState?: string | undefined;
  /** The server's result. Absent if the forms were written from questions. */
  readonly result?: unknown;
}

/** Key of the form for requests from another source. */
const KEY = 'questions';

const MARK = 'input_required';

/** Time in the keys of servers that use this package. It changes if the call is repeated for the same question. */
const TIME = /(?<=-[0-9a-f]{16})@[0-9a-z]{1,11}$/;

/** The first slash of a question ID ends the key, so a slash in the key is escaped. */
const prefixOf = (key: string): string => `${key.replace(TIME, '').replaceAll('~', '~0').replaceAll('/', '~1')}/`;

const rpcResponse: Unwrap = (source) =>
  isRecord(source) && source['resultType'] === undefined && isRecord(source['result'])
    ? { input: source['result'], path: 'result' }
    : undefined;

function readOne(key: string, path: string, request: unknown, options?: ParseOptions): ParseResult<KeyedForm> {
  const { method, params } = fieldsIn(request);
  if (method !== ELICIT) {
    const name = typeof method === 'string' ? `"${method}"` : 'unknown';
    return fail(
      'unsupported',
      `${path}.method`,
      `Not a form request (${ELICIT}), but ${name}. Answer it in the client.`,
    );
  }
  const form = readElicitation(params, { path: `${path}.params`, prefix: prefixOf(key) }, options);
  return form.ok ? { ...form, value: { key, ...form.value } } : form;
}

function readForms(input: unknown, options?: ParseOptions): ParseResult<Forms> {
  try {
    const { input: result, path } = unwrapEnvelope(input, rpcResponse);
    const under = (field: string) => joinPath(path ?? '', field);
    if (!isRecord(result) || result['resultType'] !== MARK) {
      return fail('type', under('resultType'), `Must be a result with the resultType "${MARK}".`);
    }
    const { inputRequests, requestState } = result;
    const entries = Object.entries(isRecord(inputRequests) ? inputRequests : {});
    if (entries.length === 0) {
      return fail('missing', under('inputRequests'), 'No input requests. Repeat the call with its requestState.');
    }
    const read = readParts(entries, { path: under('inputRequests'), what: 'requests' }, ([key, request]) =>
      readOne(key, under(`inputRequests.${key}`), request, options),
    );
    if (!read.ok) return read;
    const questions = read.value.flatMap((form) => form.questions);
    return { ...read, value: { questions, forms: read.value, requestState: textOf(requestState), result } };
  } catch {
    return unreadable();
  }
}

/** Returns the forms that a request was parsed from, or the form that `formatRequest` writes. */
function formsFor({ raw, questions }: AskUserRequest): Forms {
  const read = readForms(fromJson(raw));
  if (read.ok && sameQuestions(read.value.questions, questions)) return read.value;
  return { questions, forms: [{ key: KEY, ...formOf(questions) }] };
}

function formatted(
  result: AskUserResult,
  request: AskUserRequest,
): { output: McpInputResponses; issues: readonly Issue[] } {
  const { forms, requestState } = formsFor(request);
  const state = requestState === undefined ? undefined : { requestState };
  const issues: Issue[] = [];
  const accepted = forms.map(({ key, fields }): [string, McpInputResponse] => {
    const own = new Set(fields.map(({ id }) => id));
    // A single form receives every answer, so that unknown answers become issues instead of being dropped.
    const answers = result.status === 'answered' ? result.answers : [];
    const mine = forms.length === 1 ? answers : answers.filter(({ questionId }) => own.has(questionId));
    const { content, issues: refused } = toContent(fields, mine);
    issues.push(...prefixPath(`inputResponses.${key}`, refused));
    return [key, { action: 'accept', content }];
  });
  if (result.status === 'answered' && issues.length === 0) {
    return { output: { inputResponses: Object.fromEntries(accepted), ...state }, issues };
  }
  const action = result.status === 'declined' ? 'decline' : 'cancel';
  const refused = forms.map(({ key }): [string, McpInputResponse] => [key, { action }]);
  return { output: { inputResponses: Object.fromEntries(refused), ...state }, issues };
}

/**
 * MCP's multi round-trip requests: a server answers a call with `resultType: 'input_required'`, and the client repeats
 * the call with the responses.
 *
 * `parse` accepts that result, or the JSON-RPC response. All forms become one request. The ID of a question is the key
 * of its form, a slash, and the ID that `mcpElicitation` reads. In the key, `~` and `/` are written `~0` and `~1`, and
 * the time that `requestInput` appends is removed. Input requests that are not forms, such as an elicitation in URL
 * mode, are issues. The client must answer them itself.
 *
 * | status | output, for the repeated call |
 * | --- | --- |
 * | `answered` | `{ inputResponses: { [key]: { action: 'accept', content } }, requestState? }` |
 * | `declined` | `{ action: 'decline' }` for every form, and `requestState?` |
 * | `cancelled`, `aborted`, `superseded`, `connectionLost`, `timedOut`, `unavailable`, `invalid` | `{ action: 'cancel' }` for every form, and `requestState?` |
 *
 * If the schema of a form rejects an answer, or requires a skipped question, every form is cancelled.
 *
 * Reasons, and the status behind a cancel, are lost, because a response has no field for them. A note is offered only for an
 * option, if the form has a property for it, as in `mcpElicitation`. Labels, question
 * texts, custom text, and skipped questions are preserved as in `mcpElicitation`. Previews are not returned. If the
 * responses differ, `parseResult` returns `cancelled` if any form was cancelled, else `declined`.
 *
 * For a request that was parsed from such a result and still has its questions, `formatRequest` returns that result.
 * For any other, it writes one form with the key `questions` and without `requestState`.
 *
 * Source: MCP 2026-07-28, `client/elicitation` and multi round-trip requests; `@modelcontextprotocol/client` 2.4.0.
 */
export const mcpInputRequired: AgentDialect<McpInputResponses> = defineAgentDialect({
  name: 'mcpInputRequired',
  agent: 'MCP `input_required` (2026-07-28)',
  capabilities: {
    keyedBy: 'id',
    optionsBy: 'value',
    multiSelect: 'list',
    customText: 'separate',
    notes: 'withOption',
    statuses: ['declined', 'cancelled'],
  },
  parse: (input, options) => requestOf(readForms(input, options), options),
  matches: (source) => fieldsWithin(source, rpcResponse)['resultType'] === MARK,
  formatRequest(request) {
    const { result } = formsFor(request);
    if (result !== undefined) return succeed(result);
    const written = writeElicitation(request);
    if (!written.ok) return written;
    const inputRequests = { [KEY]: { method: ELICIT, params: written.value } };
    return { ...written, value: { resultType: MARK, inputRequests } };
  },
  format: (result, request) => formatted(result, request).output,
  formatUnanswered: (result, request) => formatted(result, request).output,
  answeredText({ inputResponses }, request, result) {
    const { issues } = formatted(result, request);
    if (issues.length > 0) return refusedText(issues);
    return withSkipped(JSON.stringify(inputResponses), request, result);
  },
  parseResult(output, request) {
    const responses = fieldsIn(output)['inputResponses'];
    if (!isRecord(responses)) return notAResult('{ inputResponses: { [key]: { action, content } } }');
    const { forms } = formsFor(request);
    const read = forms.map(({ key, fields }) => {
      const { action, content } = fieldsIn(Object.hasOwn(responses, key) ? responses[key] : undefined);
      return { key, action, ...fromContent(fields, content) };
    });
    if (read.some(({ action }) => action === 'cancel')) return unanswered('cancelled');
    if (read.some(({ action }) => action === 'decline')) return unanswered('declined');
    const missing = read.find(({ action }) => action !== 'accept');
    if (missing) return fail('type', `inputResponses.${missing.key}.action`, 'Must be accept, decline, or cancel.');
    const issues = read.flatMap(({ key, issues: refused }) => prefixPath(`inputResponses.${key}`, refused));
    if (issues.length > 0) return { ok: false, issues };
    const parsed = read.flatMap((one) => one.parsed);
    if (parsed.length !== request.questions.length) return notAResult('for a request that a form can represent');
    return answered(request, parsed);
  },
});

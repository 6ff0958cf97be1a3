import type { AnsweredResult, AskUserRequest, Issue, ParseOptions, UnansweredResult } from '../core/index.js';
import { defineAgentDialect } from './define-dialect.js';
import { unwrapEnvelope } from './lib/envelope.js';
import {
  formOf,
  isElicitation,
  QUESTIONS,
  readElicitation,
  refusedText,
  requestOf,
  rpcRequest,
  sameQuestions,
  writeElicitation,
} from './form/elicitation.js';
import { type Form, type FormContent, fromContent, notesKeyOf, toContent } from './form/index.js';
import { succeed } from './lib/issues.js';
import { withSkipped } from './lib/keys.js';
import { answered, notAResult } from './lib/read-answer.js';
import { statusIn, unanswered } from './lib/unanswered.js';
import { fieldsIn, fromJson, textOf } from './lib/values.js';
import type { AgentDialect } from './types.js';

/** Key in a result's `_meta` for data that the protocol's fields cannot represent. */
const RESULT = 'react-ask-user/result';

// Type aliases, because interfaces are not assignable to the index signature of the SDK's result types.

/** Output of the `mcpElicitation` dialect for an answered request. */
type McpElicitationAccept = {
  /** Accepts the form. */
  readonly action: 'accept';
  /** Content by property of the requested schema: a string, a number, a boolean, or the values of several choices. */
  readonly content: FormContent;
  /** Notes by property, except those in `content`. Absent without such notes. */
  readonly _meta?: { readonly [RESULT]: { readonly notes: Readonly<Record<string, string>> } };
};

/** Output of the `mcpElicitation` dialect for an unanswered request. */
type McpElicitationUnanswered = {
  /** `decline` for `declined`, else `cancel`. */
  readonly action: 'decline' | 'cancel';
  /** Status, reason, and issues. Absent for `declined` and `cancelled` without a reason. */
  readonly _meta?: {
    /** Data for servers that know this package. */
    readonly [RESULT]: {
      /** Status of the result. */
      readonly status: UnansweredResult['status'];
      /** Reason of the result. */
      readonly reason?: string;
      /** Issues of an `invalid` result. */
      readonly issues?: readonly Issue[];
    };
  };
};

/** Output for an answered request. If the schema rejects an answer, it is a `McpElicitationUnanswered`. */
export type McpElicitationOutput = McpElicitationAccept | McpElicitationUnanswered;

function readParams(input: unknown, options?: ParseOptions) {
  const { input: params, path = '' } = unwrapEnvelope(input, rpcRequest);
  return { params, read: readElicitation(params, { path, prefix: '', hasMeta: true }, options) };
}

/** Returns the form and parameters that a request was parsed from, or the form that `formatRequest` writes. */
function formFor({ raw, questions }: AskUserRequest): { form: Form; params?: unknown } {
  const { params, read } = readParams(fromJson(raw));
  return read.ok && sameQuestions(read.value.questions, questions)
    ? { form: read.value, params }
    : { form: formOf(questions) };
}

const hasDetails = (params: unknown): boolean => QUESTIONS in fieldsIn(fieldsIn(params)['_meta']);

function formatUnanswered(result: UnansweredResult): McpElicitationUnanswered {
  const { status } = result;
  const action = status === 'declined' ? 'decline' : 'cancel';
  const reason = 'reason' in result && result.reason ? { reason: result.reason } : undefined;
  const plain = !reason && (status === 'declined' || status === 'cancelled');
  if (plain) return { action };
  return { action, _meta: { [RESULT]: { status, ...reason, ...('issues' in result && { issues: result.issues }) } } };
}

function formatAnswered(result: AnsweredResult, request: AskUserRequest): McpElicitationOutput {
  const { fields } = formFor(request).form;
  const { content, issues } = toContent(fields, result.answers);
  if (issues.length > 0) return formatUnanswered({ status: 'invalid', issues });
  const byId = new Map(fields.map((field) => [field.id, field]));
  const notes = result.answers.flatMap((answer): [string, string][] => {
    const { questionId, notes: note } = answer;
    const field = byId.get(questionId);
    return note && !(field && notesKeyOf(field, answer)) ? [[field?.key ?? questionId, note]] : [];
  });
  return {
    action: 'accept',
    content,
    ...(notes.length > 0 && { _meta: { [RESULT]: { notes: Object.fromEntries(notes) } } }),
  };
}

/**
 * MCP's form elicitation, `elicitation/create`: a server asks the user through its client. ACP's request of the same
 * name and `onElicitation` of the Claude Agent SDK use the same form.
 *
 * `parse` accepts the parameters, or the JSON-RPC request, also with the methods of older ACP versions and of the Codex
 * app server (`mcpServer/elicitation/request`). Pass the server's name as `asker`, because the protocol requires the
 * client to show it. URL mode is an issue, and so is an approval of Codex (`codex_approval_kind`) without properties: show
 * it as an approval.
 *
 * The properties of `requestedSchema` become questions. Local references, `allOf` with one schema and unions with `null`
 * are resolved. The longer text of `title` and `description` is the question, or the `description` if only it ends
 * with a question mark. The other one is the header. codex-acp always asks in `title`, and claude-agent-acp in
 * `description`, or in the `message` of a single question. `message` and the texts of the schema are the context of the first question. `message` is the text of the only question if that
 * has no text, or if it has only a shorter `title` and only `message` ends with a question mark.
 *
 * | status | output |
 * | --- | --- |
 * | `answered` | `{ action: 'accept', content }` with JSON values by property and without skipped questions |
 * | `declined` | `{ action: 'decline' }`, and `_meta` with status and reason if there is a reason |
 * | `cancelled` | `{ action: 'cancel' }`, and `_meta` with status and reason if there is a reason |
 * | `aborted`, `superseded`, `connectionLost`, `timedOut`, `unavailable`, `invalid` | `{ action: 'cancel' }` with status, reason, or issues in `_meta['react-ask-user/result']` |
 *
 * Servers validate accepted content. An answer that the schema rejects, such as by its `format`, is sent as
 * `{ action: 'cancel' }` with the status `invalid` and the issues in `_meta`. The same applies to a skipped question
 * that the form requires. A form of `formatRequest` requires each question unless `constraints.required` is `false`.
 * A `pattern` is shown, and only the server checks it.
 *
 * - Labels and question texts are preserved, also equal ones, because the format uses values and property names.
 * - `formatRequest` adds a string property `<property>__other` for the custom text beside options, if it is allowed.
 *   `parse` merges such a property into its question if both are optional and `minItems` is at most 1, and also the
 *   properties of claude-agent-acp (`<property>_custom`) and codex-acp (`<property>_note`, of a required question too).
 *   Without one, `allowCustom` is `false` for a question with options.
 * - The note for the option of a single-select question is sent in a property of these two agents that takes notes. A form
 *   that this package wrote also takes other notes, in `_meta`. No other form takes notes, so the user is not offered any.
 *   The status is in `_meta`, too.
 * - Previews are in the request's `_meta` and are not returned. The notation of a number is lost: `1.50` becomes `1.5`.
 *   For the format `uri`, a URL that is not a URI, such as one with `{`, is sent as browsers serialize it.
 *
 * `formatRequest` also writes `_meta['react-ask-user/questions']` with the details that the schema cannot represent.
 * Only the schema determines which values are allowed. A question with an integer-like ID such as `10` gets the
 * property `question_10`, because JavaScript would move a property `10` to the front, and one with the ID `constructor`
 * gets `question_constructor`, because the MCP SDK 1 would refuse a form without it. `parse` restores the ID and the order
 * from the details.
 *
 * `formatResult`, `parseResult`, and `formatRequest` reuse the form that the request was parsed from. The request must
 * still have the same question IDs, `multiSelect` flags, and option values.
 *
 * Source: MCP 2025-11-25, `client/elicitation`, with the checks of `@modelcontextprotocol/sdk` 1.32.2; ACP v1,
 * `@agentclientprotocol/sdk` 2.4.0, with the forms of `@agentclientprotocol/claude-agent-acp` 0.101.0,
 * `@agentclientprotocol/codex-acp` 2.6.0, `@oh-my-pi/pi-coding-agent` 18.3.4 and `@moonshot-ai/kimi-code` 2.1.0.
 */
export const mcpElicitation: AgentDialect<McpElicitationOutput, McpElicitationUnanswered> = defineAgentDialect({
  name: 'mcpElicitation',
  agent: 'MCP `elicitation/create` (2025-11-25), ACP, Claude Agent SDK `onElicitation`',
  capabilities: { keyedBy: 'id', optionsBy: 'value', multiSelect: 'list', customText: 'separate', notes: true },
  parse: (input, options) => requestOf(readParams(input, options).read, options),
  matches: isElicitation,
  formatRequest(request) {
    const { params } = formFor(request);
    return params === undefined ? writeElicitation(request) : succeed(params);
  },
  format: formatAnswered,
  formatUnanswered,
  answeredText(output, request, result) {
    if (output.action !== 'accept') return refusedText(output._meta?.[RESULT].issues ?? []);
    const { action, content, _meta } = output;
    return withSkipped(JSON.stringify({ action, content, ..._meta?.[RESULT] }), request, result);
  },
  parseResult(output, request) {
    const { action, content, _meta } = fieldsIn(output);
    const more = fieldsIn(fieldsIn(_meta)[RESULT]);
    if (action === 'decline' || action === 'cancel') {
      const plain = action === 'decline' ? 'declined' : 'cancelled';
      return unanswered(statusIn(more['status']) ?? plain, textOf(more['reason']));
    }
    if (action !== 'accept') return notAResult('{ action, content }, with accept, decline or cancel');
    const { form, params } = formFor(request);
    const { fields } = form;
    const { parsed, issues } = fromContent(fields, content);
    if (issues.length > 0) return { ok: false, issues };
    if (parsed.length !== request.questions.length) return notAResult('for a request that a form can represent');
    // An agent that wrote the form without this package does not read them.
    const notes = params === undefined || hasDetails(params) ? fieldsIn(more['notes']) : {};
    return answered(request, (_, i) => {
      const key = fields[i]?.key ?? '';
      const note = Object.hasOwn(notes, key) ? textOf(notes[key]) : undefined;
      return { ...parsed[i], notes: note ?? parsed[i]?.notes };
    });
  },
});

import { defined, isRecord } from '../../core/guards.js';
import { formatIssues, type Issue, type ParseResult } from '../../core/question/issues.js';
import type { JsonSchema } from '../../core/question/json-schema.js';
import type { ParseOptions } from '../../core/question/parse-request.js';
import type { AskUserRequest, Question } from '../../core/question/types.js';
import type { Unwrap } from '../lib/envelope.js';
import { type Fields, fieldsIn, textOf } from '../lib/values.js';
import { type FormDetail, readDetails } from './details.js';
import { fieldsOf } from './fields.js';
import { readKimi } from './peers.js';
import { type Form, readForm } from './read.js';
import { writeForm } from './write.js';
import { joinPath, limited, lossIssue, fail, unreadable } from '../lib/issues.js';

/** Method of the MCP or ACP request that contains a form. */
export const ELICIT = 'elicitation/create';

/** Methods of forms: also those of older ACP versions, and of the app server of Codex. */
const METHODS: unknown[] = [
  ELICIT,
  'session/elicitation',
  'session/create_elicitation',
  'mcpServer/elicitation/request',
];

/** Key in the parameters' `_meta` for the details of the form. */
export const QUESTIONS = 'react-ask-user/questions';

/** Message of a form whose questions have no context. */
export const STOCK = 'Some questions need an answer.';

/** Messages that say only that there are questions: of this package, codex-acp, and claude-agent-acp. */
const STOCKS: unknown[] = [STOCK, 'Codex needs your input to continue.', 'Please answer the following questions.'];

export interface ElicitParams {
  readonly mode: 'form';
  readonly message: string;
  readonly requestedSchema: JsonSchema;
  readonly _meta: { readonly [QUESTIONS]: readonly FormDetail[] };
}

export const rpcRequest: Unwrap = (source) =>
  isRecord(source) && METHODS.includes(source['method']) ? { input: source['params'], path: 'params' } : undefined;

/** The model of Copilot CLI writes the same two fields, but a schema without the `type` that MCP requires. */
export const isElicitation = ({ method, message, requestedSchema }: Fields): boolean =>
  METHODS.includes(method) || (typeof message === 'string' && isRecord(requestedSchema) && !isPlain(requestedSchema));

/** Whether a schema consists of its properties. */
export const isPlain = ({ properties, type }: Fields): boolean => isRecord(properties) && type === undefined;

export interface Place {
  /** Path of the parameters. `''` if they are the input itself. */
  readonly path: string;
  /** Prefix of the question IDs. */
  readonly prefix: string;
  /** Whether the response has a `_meta`. @default false */
  readonly hasMeta?: boolean;
}

export function readElicitation(params: unknown, place: Place, options?: ParseOptions): ParseResult<Form> {
  const under = (field: string) => joinPath(place.path, field);
  try {
    if (!isRecord(params)) return fail('type', place.path, `Must be the parameters of ${ELICIT}.`);
    const { mode, message, requestedSchema, _meta } = params;
    const { codex_approval_kind: approval, [QUESTIONS]: details } = fieldsIn(_meta);
    if (typeof approval === 'string' && Object.keys(fieldsIn(fieldsIn(requestedSchema)['properties'])).length === 0) {
      const message = `An approval (${approval}), not a question. Show it as an approval, and reply with an action and, to remember it, _meta.persist.`;
      return fail('unsupported', under('_meta.codex_approval_kind'), message);
    }
    if (mode === 'url') {
      const message = 'Asks the user to visit a URL, which is not a question. Open it only after the user agrees.';
      return fail('unsupported', under('mode'), message);
    }
    if (mode != null && mode !== 'form') return fail('unsupported', under('mode'), 'Unknown mode. Send "form".');
    if (requestedSchema == null)
      return fail('missing', under('requestedSchema'), 'Missing. Send the schema of the form.');
    const kimi = details === undefined ? readKimi(params) : undefined;
    return readForm(
      {
        schema: requestedSchema,
        details: details ?? kimi,
        // Only a server with this package sends details, and reads the notes in `_meta`.
        hasNotes: place.hasMeta && details !== undefined,
        message: kimi || STOCKS.includes(message) ? undefined : textOf(message),
        prefix: place.prefix,
        path: under('requestedSchema'),
      },
      options,
    );
  } catch {
    return unreadable(place.path);
  }
}

export function writeElicitation({ questions, metadata }: AskUserRequest): ParseResult<ElicitParams> {
  const written = writeForm(questions);
  if (!written.ok) return written;
  const [first] = questions;
  const only = questions.length === 1 ? first?.question : undefined;
  const { schema, details } = written.value;
  return {
    ok: true,
    value: {
      mode: 'form',
      message: first?.context || only || STOCK,
      requestedSchema: schema,
      _meta: { [QUESTIONS]: details },
    },
    warnings: metadata
      ? [...written.warnings, lossIssue('metadata', 'This format has no metadata.')]
      : written.warnings,
  };
}

export function requestOf(
  read: ParseResult<{ readonly questions: readonly Question[] }>,
  { requestId = 'ask-user', asker, previewFormat }: ParseOptions,
): ParseResult<AskUserRequest> {
  if (!read.ok) return limited(read);
  const { questions } = read.value;
  return limited({ ...read, value: defined<AskUserRequest>({ requestId, questions, asker, previewFormat }) });
}

export const refusedText = (issues: readonly Issue[]): string =>
  `The user's answer does not fit the form and was not sent. Take no option as chosen.\n${formatIssues(issues)}`;

const isSame = (one: Question, other: Question | undefined): boolean =>
  one.id === other?.id &&
  one.multiSelect === other.multiSelect &&
  one.options.length === other.options.length &&
  one.options.every(({ value }, i) => value === other.options[i]?.value);

/** Whether both lists have the same question IDs, `multiSelect` and option values, so a parsed form can be reused. */
export const sameQuestions = (one: readonly Question[], other: readonly Question[]): boolean =>
  one.length === other.length && one.every((question, i) => isSame(question, other[i]));

/** Returns the form that `writeElicitation` writes. If the questions cannot be written as a form, it has no fields. */
export function formOf(questions: readonly Question[]): Form {
  const written = writeForm(questions);
  if (!written.ok) return { questions, fields: [] };
  const { schema, details } = written.value;
  return { questions, fields: fieldsOf(schema, readDetails(details)).fields };
}

import { defined, isRecord } from '../../core/guards.js';
import { formatIssues, type Issue, type ParseResult } from '../../core/question/issues.js';
import type { JsonSchema } from '../../core/question/json-schema.js';
import type { ParseOptions } from '../../core/question/parse-request.js';
import type { AskUserRequest, Question } from '../../core/question/types.js';
import type { Open } from './envelope.js';
import type { Fields } from './fields.js';
import { type FormDetail, readDetails } from './form-details.js';
import { fieldsOf } from './form-fields.js';
import { type Form, readForm } from './form-read.js';
import { writeForm } from './form-write.js';
import { textOf } from './read-answer.js';
import { at, limited, lost, refuse, unreadable } from './issues.js';

/** The method of an MCP or ACP request that holds a form. */
export const ELICIT = 'elicitation/create';

/** In a form's `_meta`: what its schema has no room for. */
export const QUESTIONS = 'react-ask-user/questions';

const STOCK = 'Some questions need an answer.';

/** The parameters of `elicitation/create`, as this library writes them. */
export interface ElicitParams {
  readonly mode: 'form';
  readonly message: string;
  readonly requestedSchema: JsonSchema;
  readonly _meta: { readonly [QUESTIONS]: readonly FormDetail[] };
}

/** The parameters in a JSON-RPC request. */
export const rpcRequest: Open = (source) =>
  isRecord(source) && source['method'] === ELICIT ? { input: source['params'], path: 'params' } : undefined;

/** The marks of an elicitation: its method, or a message with a schema. */
export const isElicitation = ({ method, message, requestedSchema }: Fields): boolean =>
  method === ELICIT || (typeof message === 'string' && isRecord(requestedSchema));

/** Where a form stands in its input. */
export interface Place {
  /** Path of the parameters; `''` where they are the input. */
  readonly path: string;
  /** Put before a property to make its question's id. */
  readonly prefix: string;
}

/** Reads the form in the parameters of an elicitation. Refused: another mode than `form`, and what is no elicitation. Never throws. */
export function readElicitation(params: unknown, place: Place, options?: ParseOptions): ParseResult<Form> {
  const under = (field: string) => at(place.path, field);
  try {
    if (!isRecord(params)) return refuse('type', place.path, `Must be the parameters of ${ELICIT}.`);
    const { mode, message, requestedSchema, _meta } = params;
    if (mode === 'url') {
      const advice = 'A question can not be made of it. Open the URL only after the user agreed to it.';
      return refuse('unsupported', under('mode'), `Asks the user to visit a URL. ${advice}`);
    }
    if (mode != null && mode !== 'form')
      return refuse('unsupported', under('mode'), 'Is no mode that is known. Send "form".');
    if (requestedSchema == null)
      return refuse('missing', under('requestedSchema'), 'Missing. Send the schema of a form.');
    return readForm(
      {
        schema: requestedSchema,
        details: isRecord(_meta) ? _meta[QUESTIONS] : undefined,
        message: message === STOCK ? undefined : textOf(message),
        prefix: place.prefix,
        path: under('requestedSchema'),
      },
      options,
    );
  } catch {
    return unreadable(place.path);
  }
}

/** Writes a request as an elicitation. Its message is the first question's context, an only question, or says that there are some. */
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
    warnings: metadata ? [...written.warnings, lost('metadata', 'This wire has no metadata.')] : written.warnings,
  };
}

/** The request that the questions of an input make. */
export function requestOf(
  read: ParseResult<{ readonly questions: readonly Question[] }>,
  raw: unknown,
  { requestId = 'ask-user', asker, previewFormat }: ParseOptions = {},
): ParseResult<AskUserRequest> {
  if (!read.ok) return limited(read);
  const { questions } = read.value;
  return limited({ ...read, value: defined<AskUserRequest>({ requestId, questions, asker, previewFormat, raw }) });
}

/** What a model reads of an answer that its form refuses. */
export const refusedText = (issues: readonly Issue[]): string =>
  `The user's answer does not fit the form and was not sent. Take no option as chosen.\n${formatIssues(issues)}`;

const isSame = (one: Question, other: Question | undefined): boolean =>
  one.id === other?.id &&
  one.multiSelect === other.multiSelect &&
  one.options.length === other.options.length &&
  one.options.every(({ value }, i) => value === other.options[i]?.value);

/** Whether both lists have the same questions and values, so that a form that was read belongs to a request. Texts may differ. */
export const sameQuestions = (one: readonly Question[], other: readonly Question[]): boolean =>
  one.length === other.length && one.every((question, i) => isSame(question, other[i]));

/** The form that `writeElicitation` writes for questions. Where it can write none, there are no fields. */
export function formOf(questions: readonly Question[]): Form {
  const written = writeForm(questions);
  if (!written.ok) return { questions, fields: [] };
  const { schema, details } = written.value;
  return { questions, fields: fieldsOf(schema, readDetails(details)).fields };
}

import { defined, isRecord } from '../../core/guards.js';
import { formatIssues, type Issue, type ParseResult } from '../../core/question/issues.js';
import type { JsonSchema } from '../../core/question/json-schema.js';
import type { ParseOptions } from '../../core/question/parse-request.js';
import { fromJson } from '../../core/question/scan.js';
import type { AskUserRequest, Question } from '../../core/question/types.js';
import { readDetails, type FormDetail } from './form-details.js';
import { fieldsOf } from './form-fields.js';
import { readForm, type Form } from './form-read.js';
import { writeForm } from './form-write.js';
import { textOf } from './read-answer.js';
import { refuse } from './shape.js';

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

/** The parameters in a JSON-RPC request, or the input itself. */
export function paramsOf(input: unknown): unknown {
  const source = fromJson(input);
  return isRecord(source) && source['method'] === ELICIT ? source['params'] : source;
}

/** The marks of an elicitation: its method, or a message with a schema. May throw where reading the input does. */
export function isElicitation(input: unknown): boolean {
  if (!isRecord(input)) return false;
  const { method, message, requestedSchema } = input;
  return method === ELICIT || (typeof message === 'string' && isRecord(requestedSchema));
}

/** Where a form stands in its input. */
export interface Place {
  /** Path of the parameters; `''` where they are the input. */
  readonly path: string;
  /** Put before a property to make its question's id. */
  readonly prefix: string;
}

/** Reads the form of an elicitation. Refused: another mode than `form`, and what is no elicitation. Never throws. */
export function readElicitation(input: unknown, place: Place, options?: ParseOptions): ParseResult<Form> {
  const at = (field: string) => (place.path ? `${place.path}.${field}` : field);
  try {
    const params = paramsOf(input);
    if (!isRecord(params)) return refuse('type', place.path, `Must be the parameters of ${ELICIT}.`);
    const { mode, message, requestedSchema, _meta } = params;
    if (mode === 'url') {
      const advice = 'A question can not be made of it. Open the URL only after the user agreed to it.';
      return refuse('unsupported', at('mode'), `Asks the user to visit a URL. ${advice}`);
    }
    if (mode != null && mode !== 'form')
      return refuse('unsupported', at('mode'), 'Is no mode that is known. Send "form".');
    if (requestedSchema == null) return refuse('missing', at('requestedSchema'), 'Missing. Send the schema of a form.');
    return readForm(
      {
        schema: requestedSchema,
        details: isRecord(_meta) ? _meta[QUESTIONS] : undefined,
        message: message === STOCK ? undefined : textOf(message),
        prefix: place.prefix,
        path: at('requestedSchema'),
      },
      options,
    );
  } catch {
    return refuse('unreadable', place.path, 'Could not be read. Send plain JSON.');
  }
}

/** Writes questions as an elicitation. Its message is the first question's context, an only question, or says that there are some. */
export function writeElicitation(questions: readonly Question[]): ParseResult<ElicitParams> {
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
    warnings: written.warnings,
  };
}

/** The request that the questions of an input make. */
export function requestOf(
  read: ParseResult<{ readonly questions: readonly Question[] }>,
  raw: unknown,
  { requestId = 'ask-user', asker, previewFormat }: ParseOptions = {},
): ParseResult<AskUserRequest> {
  if (!read.ok) return read;
  const { questions } = read.value;
  return { ...read, value: defined<AskUserRequest>({ requestId, questions, asker, previewFormat, raw }) };
}

/** What a model reads of an answer that its form refuses. */
export const refusedText = (issues: readonly Issue[]): string =>
  `The user's answer does not fit the form and was not sent. Take no option as chosen.\n${formatIssues(issues)}`;

/** Both lists have the same questions, so that a form that was read belongs to a request. */
export const sameQuestions = (one: readonly Question[], other: readonly Question[]): boolean =>
  one.length === other.length &&
  one.every(({ id, options }, i) => other[i]?.id === id && other[i].options.length === options.length);

/** The form that `writeElicitation` writes for questions. Where it can write none, there are no fields. */
export function formOf(questions: readonly Question[]): Form {
  const written = writeForm(questions);
  if (!written.ok) return { questions, fields: [] };
  const { schema, details } = written.value;
  return { questions, fields: fieldsOf(schema, readDetails(details)).fields };
}

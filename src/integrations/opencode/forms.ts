import { isRecord } from '../../core/guards.js';
import { mcpElicitation, opencode } from '../../dialects/index.js';
import { askWith, hasIds, type Pending, RefusedAnswer, rejected, timed } from './calls.js';
import { fieldsOf, fromAnswers, fromContent, refusalOf, toElicitation, toQuestions } from './fields.js';
import type { Call, Opencode2Client, OpencodeClient, OpencodeForm, OpencodeFormAnswer } from './types.js';

/** Session of the forms of MCP servers, which belong to no session. */
export const GLOBAL = 'global';

type List<Parameters> = (parameters: Parameters, options: Call) => PromiseLike<unknown>;

/** The methods for forms in both generations of the client. The older one has them in `v2`. */
interface FormsClient {
  readonly form: { readonly list?: List<undefined>; readonly request?: { readonly list: List<undefined> } };
  readonly session: { readonly form: Opencode2Client['session']['form'] };
}

const hasForms = (methods: unknown): methods is FormsClient =>
  isRecord(methods) &&
  isRecord(methods['form']) &&
  isRecord(methods['session']) &&
  isRecord(methods['session']['form']);

function formsClientOf(client: OpencodeClient | Opencode2Client): FormsClient | undefined {
  const methods = 'question' in client ? client.v2 : client;
  return hasForms(methods) ? methods : undefined;
}

/** Names of the errors of a form that no longer waits. */
const LATE: unknown[] = ['FormNotFoundError', 'FormAlreadySettledError', 'SessionNotFoundError'];
const isLate = (error: unknown): boolean => isRecord(error) && LATE.includes(error['_tag']);

/**
 * Makes a call and returns its value, or `undefined` if the form no longer waits. The older client returns an error of
 * the server, the newer one throws it.
 */
async function callForms(call: (options: Call) => PromiseLike<unknown>): Promise<{ value: unknown } | undefined> {
  const value = await timed(call).catch((error: unknown) => ({ error }));
  const { error, response } = isRecord(value) ? value : {};
  if (isLate(error) || (isRecord(response) && response['status'] === 404)) return undefined;
  if (isRecord(error) && error['_tag'] === 'FormInvalidAnswerError') throw new RefusedAnswer(String(error['message']));
  if (error !== undefined) throw rejected(error);
  return { value };
}

/** Finds the list in the value of the newer client, in a page of it, or in the `data` of the older one. */
function formsIn(value: unknown): readonly OpencodeForm[] {
  if (Array.isArray(value)) return (value as unknown[]).filter(hasIds);
  return isRecord(value) ? formsIn(value['data']) : [];
}

/** Returns the forms that wait in the client's directory, or none if the server or the client has no forms. */
export async function listForms(client: OpencodeClient | Opencode2Client): Promise<readonly OpencodeForm[]> {
  const form = formsClientOf(client)?.form;
  if (!form) return [];
  const listed = await callForms(async (options) =>
    form.list ? form.list(undefined, options) : form.request?.list(undefined, options),
  );
  return formsIn(listed?.value);
}

const NO_METHODS = 'this bridge cannot answer form.created, because the client has no methods for forms';

/** Reads a form. One that cannot be read is refused, so that the others are asked. */
function readForm(form: OpencodeForm) {
  try {
    const fields = fieldsOf(form);
    const refusal = refusalOf(form, fields);
    if (refusal !== undefined) return { fields, refusal };
    const questions = toQuestions(form, fields);
    return questions ? { fields, questions } : { fields, elicitation: toElicitation(form, fields) };
  } catch (error) {
    return { fields: [], refusal: `it cannot be read (${String(error)})` };
  }
}

export function formOf(client: OpencodeClient | Opencode2Client, form: OpencodeForm): Pending {
  const { id, sessionID } = form;
  const ids = { sessionID, formID: id };
  const forms = formsClientOf(client)?.session.form;
  const call = async (send: (methods: FormsClient['session']['form'], options: Call) => PromiseLike<unknown>) =>
    forms !== undefined && (await callForms((options) => send(forms, options))) !== undefined;
  const reply = (answer: OpencodeFormAnswer) => call((methods, options) => methods.reply({ ...ids, answer }, options));
  const reject = () => call((methods, options) => methods.cancel(ids, options));

  const { fields, refusal, questions, elicitation } = readForm(form);
  return {
    id,
    sessionID,
    isForm: true,
    refusal: forms ? refusal : NO_METHODS,
    reject,
    async isWaiting() {
      // The list of a session is complete, although its directory may differ from the client's.
      const session = forms && (await callForms((options) => forms.list({ sessionID }, options)));
      const listed = sessionID === GLOBAL ? await listForms(client) : formsIn(session?.value);
      return listed.some((one) => one.id === id);
    },
    ask: questions
      ? askWith(opencode, questions, (_, result) => {
          if (result.status === 'answered') return reply(fromAnswers(fields, result.answers));
          return result.status === 'declined' ? reply({}) : reject();
        })
      : askWith(mcpElicitation, elicitation, async (output, { status }) => {
          if (output.action === 'accept') return reply(fromContent(fields, output.content));
          if (status === 'answered') throw new RefusedAnswer('It does not fit the fields of the form.');
          return reject();
        }),
  };
}

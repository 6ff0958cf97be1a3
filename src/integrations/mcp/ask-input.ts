import type { AskUserResult } from '../../core/answer/types.js';
import { isRecord } from '../../core/guards.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { ELICIT } from '../../dialects/shared/elicitation.js';
import { askUserTool } from '../../dialects/tools/ask-user.js';
import type { ToolSpec } from '../../dialects/types.js';
import { toolSchema, type ToolSchema } from '../shared/tool-schema.js';
import { readForm, skippable, writeForm } from '../shared/forms.js';
import { byUser, checkMinHuman, orElse, type FallbackOptions, type HumanOptions } from '../shared/human.js';

/** What is needed of what SDK 2 gives a tool's handler. */
export interface InputContext {
  readonly mcpReq: {
    readonly inputResponses?: Readonly<Record<string, unknown>> | undefined;
    readonly envelope?: unknown;
    readonly signal?: AbortSignal | undefined;
  };
}

/** What a tool returns where it has to ask first: the SDK's `InputRequiredResult`. */
export type InputRequired = {
  resultType: 'input_required';
  inputRequests: Record<string, { method: 'elicitation/create'; params: InputParams }>;
  requestState?: string;
};

/** A form, as the SDK takes it. */
export type InputParams = {
  mode: 'form';
  message: string;
  requestedSchema: { type: 'object'; properties: Record<string, never>; required?: string[] };
};

/** What a tool does next: return `pending` as its result, or go on with `result`. */
export type AskedInput =
  | { readonly pending: InputRequired; readonly result?: undefined }
  | { readonly result: AskUserResult; readonly pending?: undefined };

/** How a question is asked. `now` has to be the same clock in every process of the server: the time goes through the client. */
export interface AskInputOptions extends HumanOptions {
  /**
   * Names the question within its call: needed where the same form is asked twice in one. Its key on the wire has a hash of the form besides,
   * so that no form is given another one's answer, and the time at which it was asked.
   *
   * @default 'questions', which several different forms may have
   */
  readonly key?: string | undefined;
  /**
   * Comes back with the answer, and is all that a server remembers: earlier answers do not come again. It goes through the client: seal it
   * with the SDK's `createRequestStateCodec`.
   */
  readonly requestState?: string | undefined;
  /** Every question may be skipped. @default false */
  readonly allowSkip?: boolean | undefined;
}

/** In a 2026-07-28 request: what its client can do. */
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/** The client says what it can do, and forms are not among it. */
function isWithoutForms({ mcpReq: { envelope } }: InputContext): boolean {
  const capabilities = isRecord(envelope) ? envelope[CAPABILITIES] : undefined;
  if (!isRecord(capabilities)) return false;
  const { elicitation } = capabilities;
  return !isRecord(elicitation) || (elicitation['url'] !== undefined && elicitation['form'] === undefined);
}

/** FNV-1a, 64 bits: the same in every process. Against accidents; a client that lies needs no collision. */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}

/** What a key on the wire says: the form's name and hash, and when it was asked, for any process that takes the answer. */
function readKey(key: string): { named: string; stable: string; askedAt: number } | undefined {
  const [, stable = '', named = '', time = ''] = /^((.*)-[0-9a-f]{16})@([0-9a-z]{1,11})$/s.exec(key) ?? [];
  return stable === '' ? undefined : { named, stable, askedAt: Number.parseInt(time, 36) };
}

/**
 * Asks from a tool of an MCP server of yours, on SDK 2: the first time the tool returns what is `pending`, and its call ends. The client
 * asks its user and makes the call again, in this process or another, and then there is a `result`. So make the same request each time, of
 * the call's arguments and its `requestState`, and do nothing before it that should happen once. For clients of 2025 the SDK does the same
 * within one call.
 *
 * What does not fit the form is nobody's answer: `unavailable`, as is a client that shows no forms or declines before a user can have read one
 * (`minHumanMs`), and an answer to another form under a `key` of yours.
 *
 * A tool may ask one thing after the other: then only the last answer is there, and `requestState` has the earlier ones.
 *
 * @throws RangeError if `minHumanMs` is no number from 0 on
 * @example
 * server.registerTool('deploy', {}, (ctx) => {
 *   const { pending, result } = askInput(ctx, request);
 *   return pending ?? { content: [{ type: 'text', text: askUser.toModelText(result, request) }] };
 * });
 */
export function askInput(
  ctx: InputContext,
  asked: AskUserRequest,
  { key: name, requestState, allowSkip, minHumanMs, now = Date.now }: AskInputOptions = {},
): AskedInput {
  const minMs = checkMinHuman(minHumanMs);
  const request = skippable(asked, allowSkip);
  const written = writeForm(request);
  if (!written.ok) return { result: { status: 'invalid', issues: written.issues } };
  const params = written.value as InputParams;
  const stable = `${name ?? 'questions'}-${hashOf(JSON.stringify(params))}`;
  const responses = Object.entries(ctx.mcpReq.inputResponses ?? {}).flatMap(([key, wire]) => {
    const read = readKey(key);
    return read ? [{ ...read, wire }] : [];
  });
  const answer = responses.findLast((one) => one.stable === stable);
  if (answer) return { result: byUser(readForm(answer.wire, request), now() - answer.askedAt, minMs) };
  if (name !== undefined && responses.some(({ named }) => named === name)) {
    const reason = `The answer that came under the key ${JSON.stringify(name)} is to another form.`;
    return { result: { status: 'unavailable', reason } };
  }
  if (isWithoutForms(ctx)) {
    return { result: { status: 'unavailable', reason: 'The client of this server shows no forms.' } };
  }
  return {
    pending: {
      resultType: 'input_required',
      inputRequests: { [`${stable}@${Math.trunc(now()).toString(36)}`]: { method: ELICIT, params } },
      ...(requestState !== undefined && { requestState }),
    },
  };
}

/** What a tool gives its client's model. */
type ToolText = { content: { type: 'text'; text: string }[]; isError?: boolean };

/** The arguments of `registerTool`. */
export type McpAskTool = [
  name: string,
  config: { title: string; description: string; inputSchema: ToolSchema; annotations: { readOnlyHint: true } },
  run: (input: Record<string, unknown>, ctx: InputContext) => Promise<ToolText | InputRequired>,
];

/** Which tool an MCP server offers, and how it asks. */
export interface McpAskToolOptions extends FallbackOptions {
  /** @default askUserTool: `ask_user` */
  readonly tool?: ToolSpec<unknown> | undefined;
}

/**
 * A tool for an MCP server on SDK 2 by which the client's model asks the client's user.
 *
 * @throws RangeError if `minHumanMs` is no number from 0 on
 * @example
 * server.registerTool(...mcpAskTool());
 */
export function mcpAskTool({ tool = askUserTool, fallback, ...human }: McpAskToolOptions = {}): McpAskTool {
  const { dialect, name, label = name, description } = tool;
  checkMinHuman(human.minHumanMs);
  const config = {
    title: label,
    description,
    inputSchema: toolSchema(tool),
    annotations: { readOnlyHint: true },
  } as const;
  return [
    name,
    config,
    async (input, ctx) => {
      const parsed = dialect.parse(input, { strict: true });
      const request = parsed.ok ? parsed.value : { requestId: '', questions: [], raw: input };
      const { pending, result: asked } = parsed.ok
        ? askInput(ctx, request, human)
        : { result: { status: 'invalid', issues: parsed.issues } as const };
      if (pending) return pending;
      const result = await orElse(asked, fallback, request, { signal: ctx.mcpReq.signal });
      const text = dialect.toModelText(result, request);
      const isError = result.status === 'invalid' || (tool.throwsEndings === true && result.status !== 'answered');
      return { content: [{ type: 'text', text }], ...(isError && { isError }) };
    },
  ];
}

import { isRecord } from '../../core/guards.js';
import { askUser, parseCall, type ToolSpec } from '../../dialects/index.js';
import type { Allow, AskUserRequest, AskUserResult } from '../../core/index.js';
import { checkWaits } from '../shared/check-waits.js';
import { requestOf } from '../shared/dialect.js';
import { toolSchema, type ToolSchema } from '../shared/tool-schema.js';
import { readForm, skippable, writeForm } from '../shared/forms.js';
import { byUser, checkMinHuman, type FallbackOptions, type HumanOptions } from '../shared/human.js';

/** The part of SDK 2's tool context that is used. */
export interface InputContext {
  readonly mcpReq: {
    readonly inputResponses?: Readonly<Record<string, unknown>> | undefined;
    readonly envelope?: unknown;
    readonly signal?: AbortSignal | undefined;
  };
}

/** Tool result that requests input from the user first: the SDK's `InputRequiredResult`. */
type InputRequired = {
  resultType: 'input_required';
  inputRequests: Record<string, { method: 'elicitation/create'; params: InputParams }>;
  requestState?: string;
};

/** Parameters of a form in the SDK's format. */
type InputParams = {
  mode: 'form';
  message: string;
  requestedSchema: { type: 'object'; properties: Record<string, never>; required?: string[] };
};

/** Next step of a tool: return `pending` as its result, or continue with `result`. */
type InputResult =
  | { readonly pending: InputRequired; readonly result?: undefined }
  | { readonly result: AskUserResult; readonly pending?: undefined };

/**
 * Options for `requestInput`. `now` must return the same clock in every process of the server, because the time is sent
 * through the client.
 */
export interface RequestInputOptions extends HumanOptions {
  /**
   * Name of the question within its tool call. Required if one call asks the same form twice. The name that is sent
   * also contains a hash of the form and the time at which it was asked. If you set a key, use another one for each form.
   *
   * @default 'questions'
   */
  readonly key?: string | undefined;
  /**
   * State that the client returns with the answer. Earlier answers are not sent again, so store them
   * here. Protect it with the SDK's `createRequestStateCodec`, because it passes through the client.
   */
  readonly requestState?: string | undefined;
  /** With `skip`, the user may skip every question except those with `constraints.required: true`. @default {} */
  readonly allow?: Pick<Allow, 'skip'> | undefined;
}

/** Key of the client's capabilities in a 2026-07-28 request. */
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

function isWithoutForms({ mcpReq: { envelope } }: InputContext): boolean {
  const capabilities = isRecord(envelope) ? envelope[CAPABILITIES] : undefined;
  if (!isRecord(capabilities)) return false;
  const { elicitation } = capabilities;
  return !isRecord(elicitation) || (elicitation['url'] !== undefined && elicitation['form'] === undefined);
}

/** FNV-1a hash with 64 bits, equal in all processes. It prevents accidental matches, not attacks. */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}

/** Parses a key that was sent: the form's name and hash, and the time at which it was asked. */
function readKey(key: string): { named: string; stable: string; askedAt: number } | undefined {
  const [, stable = '', named = '', time = ''] = /^((.*)-[0-9a-f]{16})@([0-9a-z]{1,11})$/s.exec(key) ?? [];
  return stable === '' ? undefined : { named, stable, askedAt: Number.parseInt(time, 36) };
}

/**
 * Asks the user from a tool of your MCP server, with SDK 2. First, the tool returns `pending`, and its call ends. The
 * client asks its user and repeats the call, in this process or another one. Then there is a `result`. For 2025
 * clients, the SDK does this within one call.
 *
 * Create the same request in each call, from the call's arguments and its `requestState`. Do nothing before it that
 * must happen only once.
 *
 * The result is `unavailable` if the client does not support forms, or declines or cancels before a user can have
 * read one (`minHumanMs`). The same applies if the response does not fit the form, or if you set `key` and the answer
 * under it belongs to another form. Without `key`, such an answer is ignored. The result is `invalid` if the request cannot be written as a form. If a 2025 client has no forms or
 * responds with an error, there is no result: the SDK ends the call with an error.
 *
 * A tool can ask several questions one after another. Each repeated call then contains only the last answer, so store
 * the earlier ones in `requestState`.
 *
 * @throws {RangeError} If `minHumanMs` is not a number of 0 or more.
 * @example
 * server.registerTool('deploy', {}, (ctx) => {
 *   const { pending, result } = requestInput(ctx, request);
 *   return pending ?? { content: [{ type: 'text', text: askUser.toModelText(result, request) }] };
 * });
 */
export function requestInput(
  ctx: InputContext,
  asked: AskUserRequest,
  { key: name, requestState, allow, minHumanMs, now = Date.now }: RequestInputOptions = {},
): InputResult {
  const minMs = checkMinHuman(minHumanMs);
  const request = skippable(asked, allow);
  const written = writeForm(request);
  if (!written.ok) return { result: { status: 'invalid', issues: written.issues } };
  const params = written.value as InputParams;
  const stable = `${name ?? 'questions'}-${hashOf(JSON.stringify(params))}`;
  const responses = Object.entries(ctx.mcpReq.inputResponses ?? {}).flatMap(([key, response]) => {
    const read = readKey(key);
    return read ? [{ ...read, response }] : [];
  });
  const answer = responses.findLast((one) => one.stable === stable);
  if (answer) return { result: byUser(readForm(answer.response, request), now() - answer.askedAt, minMs) };
  if (name !== undefined && responses.some(({ named }) => named === name)) {
    const reason = `The answer with the key ${JSON.stringify(name)} belongs to another form.`;
    return { result: { status: 'unavailable', reason } };
  }
  if (isWithoutForms(ctx)) {
    return { result: { status: 'unavailable', reason: 'The client of this server does not support forms.' } };
  }
  return {
    pending: {
      resultType: 'input_required',
      inputRequests: { [`${stable}@${Math.trunc(now()).toString(36)}`]: { method: 'elicitation/create', params } },
      ...(requestState !== undefined && { requestState }),
    },
  };
}

type ToolText = { content: { type: 'text'; text: string }[]; isError?: boolean };

/** Arguments for `registerTool`. */
export type McpAskTool = [
  name: string,
  config: { title: string; description: string; inputSchema: ToolSchema; annotations: { readOnlyHint: true } },
  run: (input: Record<string, unknown>, ctx: InputContext) => Promise<ToolText | InputRequired>,
];

/** Options for `mcpAskTool`. */
export interface McpAskToolOptions extends FallbackOptions {
  /** Tool that the client's model is offered. @default askUser.tool */
  readonly tool?: ToolSpec<unknown> | undefined;
}

/**
 * Creates a tool for an MCP server on SDK 2, with which the client's model asks the client's user. The model receives a
 * text with the result, marked as an error if the result is `invalid`, or is unanswered and the tool has
 * `throwsUnanswered`.
 *
 * @throws {TypeError} If the tool's agent does not wait (`blocking: false`).
 * @throws {RangeError} If `minHumanMs` is not a number of 0 or more.
 * @example
 * server.registerTool(...mcpAskTool());
 */
export function mcpAskTool({ tool = askUser.tool, fallback, ...human }: McpAskToolOptions = {}): McpAskTool {
  const { dialect, name, label = name, description } = tool;
  checkWaits(tool);
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
      const parsed = parseCall(tool, input);
      const request = requestOf(parsed, '', input);
      const { pending, result: asked } = parsed.ok
        ? requestInput(ctx, request, human)
        : { result: { status: 'invalid', issues: parsed.issues } as const };
      if (pending) return pending;
      const isUnasked = asked.status === 'unavailable' && fallback !== undefined;
      const result = isUnasked ? await fallback.ask(request, { signal: ctx.mcpReq.signal }) : asked;
      const text = dialect.toModelText(result, request);
      const isError = result.status === 'invalid' || (tool.throwsUnanswered === true && result.status !== 'answered');
      return { content: [{ type: 'text', text }], ...(isError && { isError }) };
    },
  ];
}

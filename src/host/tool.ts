import { allowsNotes } from '../core/answer/constraints.js';
import { parseRecord } from '../core/answer/parse-record.js';
import { toRecord, type RecordOptions } from '../core/answer/record.js';
import type { AskUserRecord, AskUserResult, UnansweredResult } from '../core/answer/types.js';
import { readAllow } from '../core/flow/allow.js';
import { toReplied } from '../core/flow/ask-back.js';
import type { Exchange, OnAskBack } from '../core/flow/types.js';
import { isBlank, isRecord, isText } from '../core/guards.js';
import { addIssue, formatIssues, type Issue } from '../core/question/issues.js';
import type { ToolInputSchema } from '../core/question/json-schema.js';
import type { AskUserRequest } from '../core/question/types.js';
import { askUser } from '../dialects/ask-user.js';
import { parseCall } from '../dialects/parse-call.js';
import { distinct, keysOf, readByKey } from '../dialects/lib/keys.js';
import { answered, toReply, type ParsedAnswer } from '../dialects/lib/read-answer.js';
import { textOf, textsOf } from '../dialects/lib/values.js';
import type { ToolSpec } from '../dialects/types.js';
import { AskUserError, subAgentError } from './errors.js';
import { ACCEPTED, ACCEPTED_TEXT, openAhead, withoutBlocking, type Accepted } from './open-ahead.js';
import type { AskUserTransport, AskOptions } from './types.js';

/** Options of one tool call. They come from the host. */
export interface ToolContext extends AskOptions {
  /**
   * Conversation that the question belongs to. Required by an `AskUserBroker`, but not by transports with a single
   * client.
   */
  readonly conversationId?: string | undefined;
  /**
   * Id of the request, so that a repeated call finds its request. It must be unique in the broker's store: under a used
   * id, the same questions can return the earlier result without asking the user. If the model only counts its calls
   * (`call_1`), prefix the ids of the conversation and of the message.
   */
  readonly toolCallId?: string | undefined;
  /**
   * Answers that the host already has, by question text. The second of two equal texts is under `text (2)`. If there is
   * an answer for every question, `execute` does not ask the user: it returns them, or rejects with `invalid_schema` if
   * one is invalid. A blank string or an empty list skips its question. Otherwise the user is asked all questions.
   */
  readonly answers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Notes to these answers, by question text. Notes that the format of the tool cannot return are left out. */
  readonly annotations?: Readonly<Record<string, { readonly notes?: string }>> | undefined;
}

/** A call of a tool by a model. */
export interface ToolCall {
  readonly id: string;
  /** Name of the tool. */
  readonly name: string;
  /** The arguments, as an object or as JSON. */
  readonly input: unknown;
}

/** Options of `run`. They come from the host. */
export interface RunContext extends Omit<ToolContext, 'toolCallId' | 'answers' | 'annotations'> {
  readonly conversationId: string;
  /**
   * Id or index of the model's message with these calls. Required if the ids of the calls are unique only in their
   * message, as those of a model that counts its calls (`call_1`).
   */
  readonly messageId?: string | number | undefined;
}

/** Result of a tool call. */
export interface ToolResult<Wire> {
  /** Model text. */
  content: [{ type: 'text'; text: string }];
  /** The result in the dialect's wire format, or `{ accepted: true }` if the agent does not wait for it. */
  data: Wire;
  /** Record to store with the conversation. Absent if `isError` is `true`, or if the agent does not wait. */
  details?: AskUserRecord;
  /** Whether the tool refused the input without asking the user. */
  isError: boolean;
}

/** An ask-user tool for a tool registry. */
export interface AskUserTool<Wire> {
  /** Name of the tool. */
  readonly name: string;
  /** Other names of the tool. */
  readonly aliases: readonly string[];
  /** Display name. */
  readonly label: string;
  /** Description for the model. */
  readonly description: string;
  /** JSON schema of the input. It is a copy that the caller may change. */
  readonly inputSchema: ToolInputSchema;
  /** Returns `true`: asking changes nothing. */
  isReadOnly(): boolean;
  /** Returns `true`: several calls may be pending at once. */
  isConcurrencySafe(): boolean;
  /** Returns `true`: the tool needs a user to answer. */
  requiresUserInteraction(): boolean;
  /** Resolves to the unchanged input, or to its issues. */
  validateInput(input: unknown): Promise<{ ok: true; input: unknown } | { ok: false; issues: readonly Issue[] }>;
  /**
   * Asks the user and resolves with the result. Invalid input is not shown to the user.
   *
   * @throws {AskUserError} With `sub_agent` for a sub-agent, or `invalid_result` if the transport's result is invalid.
   * With `invalid_schema` if `context.answers` are complete but invalid, or if the input is invalid and the tool has
   * `throwsUnanswered`. With `unsupported_tool` if a request is unanswered and the tool has `throwsUnanswered`, or if
   * there is no broker and the tool has `noChannel`.
   * @throws Errors of the broker's `ask`.
   */
  execute(input: unknown, context?: ToolContext): Promise<ToolResult<Wire>>;
  /**
   * Asks the questions of all these calls at once, and resolves with the results and the ids of the calls, in order.
   * Ignores calls of other tools. The id of a request consists of the conversation, the message and the call, so the same
   * calls after a restart get their pending requests, or their answers, and the user is not asked again.
   *
   * @throws Errors of `execute`. The other questions are then withdrawn.
   */
  run(
    calls: readonly ToolCall[],
    context: RunContext,
  ): Promise<readonly (ToolResult<Wire> & { readonly id: string })[]>;
}

/** Other fields of the tool, such as `kind`, `shouldDefer` and `maxResultBytes`. */
type Declared<Spec> = Omit<Spec, keyof ToolSpec<unknown> | keyof AskUserTool<unknown>>;

/** Options for `createAskUserTool`. */
export interface AskUserToolOptions<Spec> {
  /** Tool definition, such as `askUserQuestion.tool`. @default askUser.tool */
  readonly spec?: Spec | undefined;
  /**
   * Transport that asks the user. Without it, a request that would be shown results in `unavailable`, or in an
   * `unsupported_tool` error if the tool has `throwsUnanswered`. If the tool has `noChannel`, even invalid input
   * results in that error.
   */
  readonly transport?: AskUserTransport | undefined;
  /** Display name of who asks, if the call has no other `asker`. */
  readonly asker?: string | undefined;
  /**
   * Returns the reply, or a promise of it, when the user asks the agent about a question of a call; see `AskOptions`.
   * `details.request` has the questions.
   */
  readonly onAskBack?:
    | ((exchange: Exchange, details: { readonly signal: AbortSignal; readonly request: AskUserRequest }) => unknown)
    | undefined;
  /**
   * Name of the callback that receives the settlements of a tool whose agent does not wait (`blocking: false` of `spec`);
   * see `registerCallback` and `toUserMessage`.
   */
  readonly callback?: string | undefined;
  /** Returns the time in milliseconds since the Unix epoch. @default Date.now */
  readonly now?: (() => number) | undefined;
}

type WireOf<Spec> =
  Spec extends ToolSpec<infer A, infer E>
    ? A | E | (Spec extends { readonly blocking: false } ? Accepted : never)
    : never;

/** Returns `undefined` if the host lacks an answer to a question. Otherwise, throws if one of its answers is invalid. */
function supplied(request: AskUserRequest, { answers, annotations }: ToolContext): AskUserResult | undefined {
  const given = readByKey(request, answers, (one) => one);
  if (given.includes(undefined)) return undefined;
  const keys = keysOf(request);
  const issues: Issue[] = [];
  const parsed = given.map((one, i): ParsedAnswer => {
    if (typeof one === 'string') return { joined: one };
    const names = textsOf(one);
    if (Array.isArray(one) && names.length === one.length) return { names };
    // It must not become a skip, because the user has not skipped the question.
    const path = `answers[${JSON.stringify(keys[i])}]`;
    addIssue(issues, { code: 'type', path, message: 'Must be a string or a list of strings.' });
    return {};
  });
  const notes = readByKey(request, annotations, (one) => (isRecord(one) ? textOf(one['notes']) : undefined));
  const noted = request.questions.map((question, i): ParsedAnswer => {
    const { selected, skipped = false } = toReply(question, parsed[i]);
    return { ...parsed[i], notes: allowsNotes(question, { selected, skipped }) ? notes[i] : undefined };
  });
  const built = issues.length > 0 ? ({ ok: false, issues } as const) : answered(request, noted);
  if (built.ok) return built.value;
  const message = `The host's \`answers\` do not match these questions.\n${formatIssues(built.issues)}`;
  throw new AskUserError('invalid_schema', message, built.issues);
}

/** Returns the record of a result. Validates it first, because the result can come from another process. */
export function checkedRecord(result: AskUserResult, request: AskUserRequest, options: RecordOptions): AskUserRecord {
  const blank = toRecord({ status: 'cancelled' }, request, options);
  const answers = isRecord(result) && result['status'] === 'answered' ? result['answers'] : [];
  const checked = parseRecord({ ...blank, result, answers });
  if (checked.ok) {
    const { value } = checked;
    if (value.result.status !== 'answered' || value.answers.length === request.questions.length) return value;
  }
  const issues = checked.ok ? UNFINISHED : checked.issues;
  const message = 'The broker returned an invalid result. Nobody answered and no option was chosen.';
  throw new AskUserError('invalid_result', `${message}\n${formatIssues(issues)}`, issues);
}

const UNFINISHED = [{ code: 'unanswered', path: 'answers', message: 'Must be one for each question.' }];

/**
 * Creates an ask-user tool for a tool registry: its description, schema and validation, and an `execute` that asks the
 * user.
 *
 * An unanswered request is a normal result. If the tool has `throwsUnanswered`, `execute` rejects instead.
 *
 * @example
 * const tool = createAskUserTool({ transport: broker });
 * const results = await tool.run(calls, { conversationId, signal });
 */
export function createAskUserTool<Spec extends ToolSpec<unknown> = typeof askUser.tool>({
  spec = askUser.tool as ToolSpec<unknown> as Spec,
  transport,
  asker,
  onAskBack,
  callback,
  now = Date.now,
}: AskUserToolOptions<Spec> = {}): AskUserTool<WireOf<Spec>> & Declared<Spec> {
  const { dialect, throwsUnanswered, noChannel, refuses: _refuses, blocking: _blocking, ...declared } = spec;

  const check = (input: unknown, context: ToolContext = {}) =>
    parseCall(spec, input, { requestId: context.toolCallId, asker: context.asker ?? asker });

  const result = (ended: AskUserResult, request: AskUserRequest, isError = false): ToolResult<WireOf<Spec>> => ({
    content: [{ type: 'text', text: dialect.toModelText(ended, request) }],
    data: dialect.formatResult(ended, request) as WireOf<Spec>,
    isError,
  });

  const refused = (issues: readonly Issue[], input: unknown, { toolCallId = '' }: ToolContext) => {
    if (throwsUnanswered) throw new AskUserError('invalid_schema', formatIssues(issues), issues);
    return result({ status: 'invalid', issues }, { requestId: toolCallId, questions: [], raw: input }, true);
  };

  /** Wraps `onAskBack` so that `exchanges` has what was asked, in order. */
  const noting =
    (request: AskUserRequest, exchanges: Map<string, Exchange>): OnAskBack =>
    async (exchange, details) => {
      exchanges.set(exchange.key, { ...exchange, status: 'failed' });
      const reply = await onAskBack?.(exchange, { ...details, request });
      if (isText(reply) && !isBlank(reply)) exchanges.set(exchange.key, { ...exchange, ...toReplied(reply) });
      return reply;
    };

  const ask = async (
    request: AskUserRequest,
    options: AskOptions,
    exchanges: Map<string, Exchange>,
  ): Promise<AskUserResult> => {
    if (!transport) return { status: 'unavailable', reason: 'This host has no way to ask the user.' };
    return transport.ask(withoutBlocking(request), {
      ...(onAskBack && { onAskBack: noting(request, exchanges) }),
      ...options,
      allow: options.allow && readAllow(options.allow, dialect.capabilities),
    });
  };

  /** Another process may have been asked, too. An error here must not cost the answer. */
  const allExchanges = async ({ requestId }: AskUserRequest, seen: Map<string, Exchange>) => {
    const own = [...seen.values()];
    return (onAskBack && (await transport?.exchanges?.(requestId).catch(() => own))) || own;
  };

  const failed = (ended: UnansweredResult, request: AskUserRequest): AskUserError => {
    const { error } = dialect.formatResult(ended, request) as { error?: { message?: string } };
    return new AskUserError('unsupported_tool', error?.message ?? dialect.toModelText(ended, request));
  };

  const tool = {
    ...declared,
    // SDKs such as the AI SDK modify the schema that they receive.
    inputSchema: structuredClone(spec.inputSchema),
    aliases: spec.aliases ?? [],
    label: spec.label ?? spec.name,
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    requiresUserInteraction: () => true,
    async validateInput(input) {
      const checked = check(input);
      return checked.ok ? { ok: true, input } : checked;
    },
    async execute(input, context = {}) {
      if (context.agent?.parentId !== undefined) throw subAgentError();
      if (!transport && noChannel !== undefined) throw new AskUserError('unsupported_tool', noChannel);
      const parsed = check(input, context);
      if (!parsed.ok) return refused(parsed.issues, input, context);
      const request = parsed.value;
      const { toolCallId: _id, answers: _answers, annotations: _annotations, ...options } = context;
      const known =
        supplied(request, context) ?? (options.signal?.aborted ? { status: 'aborted' as const } : undefined);
      const opened = known ? undefined : await openAhead(dialect, request, transport, { ...options, callback });
      if (opened?.ok)
        return { content: [{ type: 'text', text: ACCEPTED_TEXT }], data: ACCEPTED as WireOf<Spec>, isError: false };
      if (opened) return refused(opened.issues, input, context);
      const exchanges = new Map<string, Exchange>();
      const ended = known ?? (await ask(request, options, exchanges));
      const details = checkedRecord(ended, request, {
        answeredAt: now(),
        mode: transport?.mode ?? 'interactive',
        exchanges: known ? [] : await allExchanges(request, exchanges),
      });
      if (ended.status !== 'answered' && throwsUnanswered) throw failed(ended, request);
      return { ...result(ended, request), details };
    },
    async run(calls, { messageId, ...context }) {
      const stop = new AbortController();
      const signal = context.signal ? AbortSignal.any([context.signal, stop.signal]) : stop.signal;
      // Encoded, so that an id with a slash is not that of another call.
      const idOf = (call: string) =>
        [context.conversationId, ...(messageId === undefined ? [] : [messageId]), call]
          .map((part) => String(part).replaceAll(/[%/]/g, encodeURIComponent))
          .join('/');
      if (!calls.every(({ name }) => isText(name))) {
        const message = 'A call has no `name`. Map each call of your SDK to `{ id, name, input }`. Nobody was asked.';
        throw new AskUserError('invalid_schema', message);
      }
      const own = calls.filter(({ name }) => name === spec.name || spec.aliases?.includes(name));
      const ids = distinct(own.map(({ id }) => id));
      const results = own.map(async ({ id, input }, i) => ({
        id,
        ...(await tool.execute(input, { ...context, signal, toolCallId: idOf(ids[i]!) })),
      }));
      try {
        return await Promise.all(results);
      } catch (error) {
        stop.abort('Another question of this message failed.');
        throw error;
      }
    },
  } as AskUserTool<WireOf<Spec>> & Declared<Spec>;
  return tool;
}

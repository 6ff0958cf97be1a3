import { parseRecord } from '../core/answer/parse-record.js';
import { toRecord, type RecordOptions } from '../core/answer/record.js';
import type { AskUserRecord, AskUserResult, Ended } from '../core/answer/types.js';
import { isRecord } from '../core/guards.js';
import { formatIssues, type Issue } from '../core/question/issues.js';
import type { ToolInputSchema } from '../core/question/json-schema.js';
import type { AskUserRequest } from '../core/question/types.js';
import { saidByKey } from '../dialects/shared/keyed.js';
import { answeredOf, textOf, textsOf, type Said } from '../dialects/shared/read-answer.js';
import type { Dialect, ToolSpec } from '../dialects/types.js';
import { AskUserError, subAgentError } from './errors.js';
import type { Asker, AskOptions } from './types.js';

/** One call. All of this comes from the host; nothing of it can be set by the model. */
export interface ToolContext extends AskOptions {
  /**
   * Conversation that shows the question. Required if the user has to be asked through an `AskUserBroker`. Transports without
   * conversations (an MCP or ACP client, RPC) do not need it.
   */
  readonly conversationId?: string | undefined;
  /**
   * Becomes the request's id, so that a call that is made again finds its own question. It must be unique in the broker's store: under an id
   * that was used before, an equal question is given its old answer at once, and nobody is asked. Where the model's calls are only
   * counted (`call_1`), put the ids of the conversation and of the message in front.
   */
  readonly toolCallId?: string | undefined;
  /**
   * Answers that the host has already, keyed by question text. Where they answer every question they are returned, and nobody
   * is asked; otherwise the person is asked all of them.
   */
  readonly answers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Remarks beside those answers, keyed by the same texts. */
  readonly annotations?: Readonly<Record<string, { readonly notes?: string }>> | undefined;
}

/** What an executed call gives. */
export interface ToolResult<Wire> {
  /** What the model reads. */
  content: [{ type: 'text'; text: string }];
  /** The same as its family's data. */
  data: Wire;
  /** What to store with the conversation; absent where there was nothing that could be asked. */
  details?: AskUserRecord;
  /** Whether the input contained nothing that could be asked. */
  isError: boolean;
}

/** A tool as registries take it, whatever its family. */
export interface AskUserTool<Wire> {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly label: string;
  readonly description: string;
  /** The caller may change this copy. */
  readonly inputSchema: ToolInputSchema;
  /** Asking changes nothing. */
  isReadOnly(): boolean;
  /** Several calls may be open at once, each with its own request. */
  isConcurrencySafe(): boolean;
  requiresUserInteraction(): boolean;
  /** The input as it is, or what is wrong with it, in the family's own words where it has such. */
  validateInput(input: unknown): Promise<{ ok: true; input: unknown } | { ok: false; issues: readonly Issue[] }>;
  /**
   * Asks, and resolves when the request has ended.
   *
   * @throws AskUserError `sub_agent`, `missing_conversation`, `invalid_result`; in a family whose endings are errors, `unsupported_tool` and `invalid_schema`, too.
   */
  execute(input: unknown, context?: ToolContext): Promise<ToolResult<Wire>>;
}

/** What else a family declares of its tool (`kind`, `shouldDefer`, `maxResultBytes`). */
type Declared<Spec> = Omit<Spec, keyof ToolSpec<unknown> | keyof AskUserTool<unknown>>;

/** What a tool is made of. */
export interface AskUserToolOptions<Spec> {
  /** `askUserTool`, `askUserQuestionTool` or `pilotDeckTool`. */
  readonly tool: Spec;
  /** Whoever asks the person. Without one every call ends as `unavailable`. */
  readonly broker?: Asker | undefined;
  /** The clock, in milliseconds since the Unix epoch. @default Date.now */
  readonly now?: (() => number) | undefined;
}

type WireOf<Spec> = Spec extends ToolSpec<infer A, infer E> ? A | E : never;

/** The host's own answers as a result, where they answer every question; else the person is asked them all. */
function supplied(request: AskUserRequest, { answers, annotations }: ToolContext): AskUserResult | undefined {
  const given = saidByKey(request, answers, (one): Said => {
    const joined = textOf(one);
    return joined === undefined ? { chosen: textsOf(one) } : { joined };
  });
  if (given.includes(undefined)) return undefined;
  const notes = saidByKey(request, annotations, (one) => (isRecord(one) ? textOf(one['notes']) : undefined));
  const built = answeredOf(
    request,
    given.map((one, i) => ({ ...one, notes: notes[i] })),
  );
  if (built.ok) return built.value;
  const message = `The host's own answers do not fit these questions.\n${formatIssues(built.issues)}`;
  throw new AskUserError('invalid_schema', message, built.issues);
}

/**
 * The record of a result. A broker may be at the other end of a wire: what is no result of this request is refused.
 *
 * @throws AskUserError `invalid_result`
 */
export function checkedRecord(result: AskUserResult, request: AskUserRequest, options: RecordOptions): AskUserRecord {
  const blank = toRecord({ status: 'cancelled' }, request, options);
  const answers = isRecord(result) && result['status'] === 'answered' ? result['answers'] : [];
  const checked = parseRecord({ ...blank, result, answers });
  if (checked.ok) {
    const { value } = checked;
    if (value.result.status !== 'answered' || value.answers.length === request.questions.length) return value;
  }
  const issues = checked.ok ? UNFINISHED : checked.issues;
  const message = 'The broker gave no result of this request. Nobody answered and no option was chosen.';
  throw new AskUserError('invalid_result', `${message}\n${formatIssues(issues)}`, issues);
}

/** The options without an offer that the agent could not be told of. */
export const offered = <Options extends AskOptions>(
  options: Options,
  { carries }: Pick<Dialect<unknown>, 'carries'>,
) => ({
  ...options,
  ...(carries?.skipped === false && { allowPartial: false }),
  ...(carries?.discuss === false && { allowDiscuss: false }),
});

const UNFINISHED = [{ code: 'unanswered', path: 'answers', message: 'Must be one for each question.' }];

/**
 * An agent's ask-user tool, ready for a tool registry: its texts and schema, its checks, and an `execute` that asks.
 *
 * An ending without an answer is a normal result, so that the agent goes on; in a family with `throwsEndings` it is the
 * family's error, and `execute` rejects with it. What can't be asked is never shown to anybody.
 *
 * @example
 * const tool = createAskUserTool({ tool: askUserTool, broker });
 * const { content, data } = await tool.execute(input, { conversationId, toolCallId, signal });
 */
export function createAskUserTool<Spec extends ToolSpec<unknown>>({
  tool,
  broker,
  now = Date.now,
}: AskUserToolOptions<Spec>): AskUserTool<WireOf<Spec>> & Declared<Spec> {
  const { dialect, throwsEndings, noChannel, refuses, ...declared } = tool;

  const check = (input: unknown, context: ToolContext = {}) => {
    const refused = refuses?.(input);
    if (refused) return { ok: false, issues: [refused] } as const;
    return dialect.parse(input, { strict: true, requestId: context.toolCallId, asker: context.agent?.name });
  };

  const result = (ended: AskUserResult, request: AskUserRequest, isError = false): ToolResult<WireOf<Spec>> => ({
    content: [{ type: 'text', text: dialect.toModelText(ended, request) }],
    data: dialect.formatResult(ended, request) as WireOf<Spec>,
    isError,
  });

  const ask = async (request: AskUserRequest, context: ToolContext): Promise<AskUserResult> => {
    const { toolCallId: _id, answers: _answers, annotations: _annotations, ...options } = context;
    if (options.signal?.aborted) return { status: 'aborted' };
    if (!broker) return { status: 'unavailable', reason: 'This host has no way to ask the user.' };
    return broker.ask(request, offered(options, dialect));
  };

  /** An ending where the family's host throws: the message of the wire's own error. */
  const failed = (ended: Ended, request: AskUserRequest): AskUserError => {
    const { error } = dialect.formatResult(ended, request) as { error?: { message?: string } };
    return new AskUserError('unsupported_tool', error?.message ?? dialect.toModelText(ended, request));
  };

  return {
    ...declared,
    // SDKs such as the AI SDK write into the schema that they receive.
    inputSchema: structuredClone(tool.inputSchema),
    aliases: tool.aliases ?? [],
    label: tool.label ?? tool.name,
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    requiresUserInteraction: () => true,
    async validateInput(input) {
      const checked = check(input);
      return checked.ok ? { ok: true, input } : checked;
    },
    async execute(input, context = {}) {
      if (context.agent?.parentId !== undefined) throw subAgentError();
      if (!broker && noChannel !== undefined) throw new AskUserError('unsupported_tool', noChannel);
      const parsed = check(input, context);
      if (!parsed.ok) {
        const { issues } = parsed;
        if (throwsEndings) throw new AskUserError('invalid_schema', formatIssues(issues), issues);
        const none = { requestId: context.toolCallId ?? '', questions: [], raw: input };
        return result({ status: 'invalid', issues }, none, true);
      }
      const request = parsed.value;
      const ended = supplied(request, context) ?? (await ask(request, context));
      const details = checkedRecord(ended, request, { answeredAt: now(), mode: broker?.mode ?? 'interactive' });
      if (ended.status !== 'answered' && throwsEndings) throw failed(ended, request);
      return { ...result(ended, request), details };
    },
  } as AskUserTool<WireOf<Spec>> & Declared<Spec>;
}

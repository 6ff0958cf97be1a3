import type {
  AnsweredResult,
  AskUserRequest,
  AskUserResult,
  Issue,
  Limits,
  ParseOptions,
  ParseResult,
  ToolInputSchema,
  UnansweredResult,
} from '../core/index.js';

/**
 * Converts between one agent's format and this package's requests and results.
 *
 * `A` is the output for an answered request, `E` the output for an unanswered one.
 */
export interface Dialect<A, E = A> {
  /** Name of the dialect, such as `claudeCode`. A dialect in `DIALECTS` is exported under its name. */
  readonly name: string;
  /**
   * Limits of the agent's tool. `parse` reports most violations as warnings, or as issues with `{ strict: true }`.
   * `ParseOptions.limits` replaces them.
   */
  readonly limits: Limits;
  /**
   * Capabilities that limit what the user is offered. `skipped: false` turns off partial answers, `discuss: false`
   * discussions, and `notes: false` notes. With `notes: 'withAnswer'`, a skipped question takes no notes, and with
   * `'withOption'`, only an answer with a selected option does. If `notes` is absent, every answer can have notes.
   */
  readonly capabilities?: Partial<Pick<DialectCapabilities, 'skipped' | 'discuss' | 'notes'>>;
  /** Parses the arguments of a tool call, or a message with the questions, as a value or JSON text. Never throws. */
  parse(input: unknown, options?: ParseOptions): ParseResult<AskUserRequest>;
  /** Formats a result as the agent's output. */
  formatResult(result: AnsweredResult, request: AskUserRequest): A;
  formatResult(result: UnansweredResult, request: AskUserRequest): E;
  formatResult(result: AskUserResult, request: AskUserRequest): A | E;
  /** Returns the model text of a result, for hosts that run the tool themselves. */
  toModelText(result: AskUserResult, request: AskUserRequest): string;
}

/** The tool that is offered to the model, such as `codex.tool`. */
export interface ToolSpec<A, E = A> {
  /** Dialect of the tool's calls and results. */
  readonly dialect: Dialect<A, E>;
  /** Name of the tool. */
  readonly name: string;
  /** Other names under which the agent knows the tool. */
  readonly aliases?: readonly string[];
  /** Display name of the tool. */
  readonly label?: string;
  /** Description for the model. */
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: ToolInputSchema;
  /**
   * `false` if the agent goes on without waiting for the answers. A tool of `createAskUserTool` then returns at once, and
   * the answers are a message of the user; see `toUserMessage`.
   */
  readonly blocking?: false;
  /** Whether an unanswered result is an error. A tool of `createAskUserTool` throws it. @default false */
  readonly throwsUnanswered?: boolean;
  /** Message of the error that a tool of `createAskUserTool` throws if it has no broker. */
  readonly noChannel?: string;
  /**
   * Returns the first violation of a rule of the agent's tool, with the tool's message, or `undefined`. The dialect's
   * `parse` can still refuse the input.
   */
  refuses?(input: unknown): Issue | undefined;
}

/** A tool without its dialect. */
export type ToolDefinition = Omit<ToolSpec<unknown>, 'dialect'>;

/**
 * Capabilities of a dialect's wire format, for requests written by `formatRequest`.
 *
 * An agent can have other formats with other capabilities. Use `getLosses` to check one result.
 */
export interface DialectCapabilities {
  /** The key of an answer. `single`: the format has only one question. */
  readonly keyedBy: 'text' | 'header' | 'id' | 'index' | 'single';
  /** How a selected option is identified: by `label` (equal labels are ambiguous), `value`, or `index`. */
  readonly optionsBy: 'label' | 'value' | 'index';
  /** Several selected options: a list, one string joined with `", "`, or not supported. */
  readonly multiSelect: 'list' | 'joined' | 'unsupported';
  /**
   * Custom text. `separate`: the output distinguishes it from selected options. `inline`: text that equals the name of
   * an option can be read as that option. `unsupported`: it cannot be an answer.
   */
  readonly customText: 'separate' | 'inline' | 'unsupported';
  /**
   * Whether the agent receives the notes of every answer, also those of a skipped question. With `withAnswer`, it
   * receives those of a question that is not skipped, and with `withOption`, those of an answer with a selected option.
   *
   * Both the output and the model text must contain these notes, because the agent reads the output if it runs its tool
   * itself, and the model text if a host runs the tool.
   */
  readonly notes: boolean | 'withAnswer' | 'withOption';
  /** Whether the preview of the selected option is returned. */
  readonly previews: boolean;
  /**
   * Whether a skipped question differs from an answered one. In some formats, a fully skipped request is parsed as
   * declined or cancelled.
   */
  readonly skipped: boolean;
  /** Whether the output can represent that the user wants to discuss the questions before answering. */
  readonly discuss: boolean;
  /** Unanswered statuses that `parseResult` returns unchanged. */
  readonly statuses: readonly UnansweredResult['status'][];
}

/**
 * A dialect that converts in both directions: it also formats requests and parses results.
 *
 * Hosts that show requests and return results need only `Dialect`. Converting between two agents needs this type.
 */
export interface AgentDialect<A = unknown, E = A> extends Dialect<A, E> {
  /** Display name of the agent, the protocol, or the tool. */
  readonly agent: string;
  /** Capabilities of the wire format. */
  readonly capabilities: DialectCapabilities;
  /** The agent's tool for its model, if it asks with a tool. */
  readonly tool?: ToolSpec<A, E> | undefined;
  /** Returns whether the input has a shape that identifies this agent. Never throws. */
  matches(input: unknown): boolean;
  /**
   * Formats a request as the arguments of the agent's tool, or as the content of the protocol's message. Never throws.
   *
   * @returns The payload with warnings, such as `lost` for a dropped part, or the issues if the format cannot represent
   * the request.
   */
  formatRequest(request: AskUserRequest): ParseResult<unknown>;
  /**
   * Parses an output of `formatResult` and validates it against its request. Never throws.
   *
   * @returns The result as the agent can read it from the output, or the issues if the value contains no valid result
   * for this request.
   */
  parseResult(output: unknown, request: AskUserRequest): ParseResult<AskUserResult>;
}

/** A dialect of an agent that asks with a tool. Another model can be offered the same tool. */
export interface ToolDialect<A = unknown, E = A> extends AgentDialect<A, E> {
  /** The tool, with its exact name and schema. Its `dialect` is this dialect without `tool`. */
  readonly tool: ToolSpec<A, E>;
}

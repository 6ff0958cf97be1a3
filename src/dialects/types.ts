import type { Answered, AskUserResult, Ended } from '../core/answer/types.js';
import type { Issue, ParseResult } from '../core/question/issues.js';
import type { ToolInputSchema } from '../core/question/json-schema.js';
import type { Limits } from '../core/question/limits.js';
import type { ParseOptions } from '../core/question/parse-request.js';
import type { AskUserRequest } from '../core/question/types.js';

/**
 * How one agent family writes requests and reads results.
 *
 * `A` is what its agent gets for an answered request, `E` for every other ending.
 */
export interface Dialect<A, E = A> {
  readonly name: string;
  /** The family's own limits. `parse` reports what is beyond them as warnings, or as issues with `{ strict: true }`. */
  readonly limits: Limits;
  /** What its wire format can represent, where that is known: a dialog does not offer what is `false` here. */
  readonly carries?: Pick<Carries, 'skipped' | 'discuss'>;
  /** Never throws. */
  parse(input: unknown, options?: ParseOptions): ParseResult<AskUserRequest>;
  formatResult(result: Answered, request: AskUserRequest): A;
  formatResult(result: Ended, request: AskUserRequest): E;
  /** Every status has a defined form; errors are returned, never thrown. */
  formatResult(result: AskUserResult, request: AskUserRequest): A | E;
  /** What the model reads. Only an answered request's text may look like an answer. */
  toModelText(result: AskUserResult, request: AskUserRequest): string;
}

/** What the model is offered. Its own export beside the dialect, so that a dialog does not carry the text. */
export interface ToolSpec<A, E = A> {
  readonly dialect: Dialect<A, E>;
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly label?: string;
  readonly description: string;
  readonly inputSchema: ToolInputSchema;
  /** An ending without an answer is the tool's error, which its host throws; otherwise it is a result like any other. */
  readonly throwsEndings?: boolean;
  /** What the agent is told where its host has no way to ask anybody. */
  readonly noChannel?: string;
  /** The first thing in an input that the family's own tool refuses, in its own words; `undefined` if it takes it. */
  refuses?(input: unknown): Issue | undefined;
}

/**
 * What becomes of an answer to a request as `formatRequest` writes it. The table of agents is made of it, and the tests hold
 * every dialect to it. Where a family has other ways to ask, too, `lossesOf` says what one of those has room for.
 */
export interface Carries {
  /** What an answer is filed under. `one`: there is only one question. */
  readonly keyedBy: 'text' | 'header' | 'id' | 'position' | 'one';
  /** How a choice is named: by `label`, where equal labels are one; by the option's own `value`; by its `position`. */
  readonly choice: 'label' | 'value' | 'position';
  /** Several choices: a list, one text joined with `", "`, or no room for more than one. */
  readonly several: 'list' | 'joined' | 'one';
  /** The person's own words: apart from the choices, among them, or no room for them. */
  readonly custom: 'apart' | 'among' | 'none';
  /** Remarks beside an answer. */
  readonly notes: boolean;
  /** The chosen option's preview. */
  readonly previews: boolean;
  /** A question that was left out is never taken for one that was answered. Where all were, some read it as declined. */
  readonly skipped: boolean;
  /** The agent can be told that the user wants to discuss the questions before answering. */
  readonly discuss: boolean;
  /** Endings that `parseResult` reads back as themselves; it reads any other as one of these. */
  readonly endings: readonly Ended['status'][];
}

/**
 * A dialect of an agent or a protocol that is in use, in both directions.
 *
 * `Dialect` is what shows a question and hands back the answer. This is what translates between agents besides.
 */
export interface AgentDialect<A = unknown, E = A> extends Dialect<A, E> {
  /** The agent or protocol, and its tool, as its users call them. */
  readonly agent: string;
  readonly carries: Carries;
  /** This family alone writes such a request. Never throws. */
  recognises(input: unknown): boolean;
  /**
   * A request as this family writes it: the arguments of its tool, or what its host sends to a client.
   *
   * @returns with a warning, `lost`, for each thing that the wire has no room for, and one for each limit of the family's own
   * tool that the request is beyond; with the issues where the wire can't carry the request at all.
   */
  formatRequest(request: AskUserRequest): ParseResult<unknown>;
  /**
   * A result as this family's agent gets it, read back and checked against its request. Never throws.
   *
   * @returns what `formatResult` was given, as far as the wire carries it (`lossesOf` says how far).
   */
  parseResult(wire: unknown, request: AskUserRequest): ParseResult<AskUserResult>;
}

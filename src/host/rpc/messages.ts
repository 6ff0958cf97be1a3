import type { OutputAnswer } from '../../core/answer/output.js';
import type { Ended, Reply } from '../../core/answer/types.js';
import type { Issue } from '../../core/question/issues.js';
import type { Constraints, PreviewFormat, QuestionInput } from '../../core/question/types.js';

/**
 * Identifies one instance of the `requestId`. The side that asks mints it, and the answering side repeats it, so that a late response
 * settles no newer instance. A peer may leave it out.
 */
type InstanceId = string;

/** A request, from the side that asks. */
export interface RpcRequest {
  readonly type: 'ask_user_request';
  readonly requestId: string;
  readonly instanceId?: InstanceId;
  /** As the `ask_user` tool has them, each with its id and, where a protocol enforces such, its constraints. */
  readonly questions: readonly (QuestionInput & { readonly constraints?: Constraints })[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly conversationId?: string;
  /** Who asks, for the person to see. */
  readonly asker?: string;
  readonly previewFormat?: PreviewFormat;
  readonly allowSkip?: true;
  readonly allowDecline?: true;
  readonly allowPartial?: true;
}

/** An answer of the `ask_user` tool's, or its text or texts alone. */
export type RpcAnswer =
  | string
  | readonly string[]
  | (Partial<Omit<OutputAnswer, 'answer'>> & { readonly answer?: string | readonly string[] });

/** A reply; without `questionId` it is to the question at its place. */
export type RpcReply = Omit<Reply, 'questionId'> & { readonly questionId?: string };

interface ResponseTo {
  readonly type: 'ask_user_response';
  readonly requestId: string;
  readonly instanceId?: InstanceId;
  /** Names this response: sent again with the same key, it is not refused. */
  readonly key?: string;
}

/** What came of a request, from the side that answers. Where there are `replies`, they count. */
export type RpcResponse = ResponseTo &
  (
    | { readonly answers: readonly RpcAnswer[]; readonly replies?: readonly RpcReply[] }
    | { readonly replies: readonly RpcReply[] }
    | { readonly answered?: false; readonly cancelled: true; readonly reason?: string }
    | { readonly answered?: false; readonly connectionLost: true; readonly reason?: string }
    | { readonly answered?: false; readonly status: Ended['status']; readonly reason?: string }
  );

/** The request has ended otherwise: nobody is to answer it any more. */
export interface RpcCancel {
  readonly type: 'ask_user_cancel';
  readonly requestId: string;
  readonly instanceId?: InstanceId;
  /** How it ended; `answered` by another client. */
  readonly status: Ended['status'] | 'answered' | 'orphaned';
  /** Why, for people. */
  readonly reason: string;
}

/**
 * A response that was refused, and has changed nothing; or, from the side that answers, a request that can't be shown.
 *
 * - `unknown`: no such request, or one that ended so long ago that it is forgotten.
 * - `already_resolved`: it had ended before.
 * - `invalid`: `issues` say what is wrong. The request is still pending.
 * - `orphaned`: nobody waits for the answer.
 * - `unavailable`: nobody can be shown the request.
 */
export interface RpcError {
  readonly type: 'ask_user_error';
  /** Absent where what was refused named none. */
  readonly requestId?: string;
  readonly instanceId?: InstanceId;
  readonly code: 'unknown' | 'already_resolved' | 'invalid' | 'orphaned' | 'unavailable';
  /** For developers. */
  readonly message: string;
  readonly issues?: readonly Issue[];
}

/** Everything that the two sides write, one JSON object a line. */
export type RpcMessage = RpcRequest | RpcResponse | RpcCancel | RpcError;

/**
 * Something that went wrong, and that no caller hears of otherwise.
 *
 * - `not_utf8`, `not_json`, `not_object`, `too_long`: a line that was skipped.
 * - `refused`: the peer refused a response, or can't show a request.
 * - `duplicate`: a second request with an id that is open; it was skipped.
 * - `unread`: so much waited for a peer that reads nothing, that the channel was closed.
 * - `handler`: a handler threw, gave no result of its request, or gave a wish to discuss, which was sent as a plain decline.
 * - `failed`: a failure of this side's own.
 */
export interface RpcProblem {
  readonly code:
    | 'not_utf8'
    | 'not_json'
    | 'not_object'
    | 'too_long'
    | 'refused'
    | 'duplicate'
    | 'unread'
    | 'handler'
    | 'failed';
  readonly message: string;
  readonly requestId?: string | undefined;
  /** The start of a line that was skipped: at most 200 characters. */
  readonly line?: string | undefined;
  readonly issues?: readonly Issue[] | undefined;
  readonly cause?: unknown;
}

/** What every end of a channel takes. */
export interface RpcOptions {
  /**
   * Longer lines are not read: they are skipped, and not kept. Nor are they written: a request that needs one can't be shown.
   * In bytes, without the line feed; give both ends the same. @default 10000000
   */
  readonly maxLineBytes?: number | undefined;
  /**
   * What may wait for a peer that reads slowly, in bytes, besides what was pending when it came. Beyond that the channel ends.
   *
   * @default 10000000
   */
  readonly maxQueuedBytes?: number | undefined;
  /** Hears of what was skipped or refused. @default console.error of its message */
  readonly onProblem?: ((problem: RpcProblem) => void) | undefined;
  /** Gets the other messages of a channel that several protocols share. @default they are ignored */
  readonly onMessage?: ((message: Readonly<Record<string, unknown>>) => void) | undefined;
}

/** One end of a channel. */
export interface RpcPeer {
  /** Resolves when the channel has ended, whoever ended it. */
  readonly closed: Promise<void>;
  /** Writes what there is to say, and lets go of the channel. A peer that reads nothing holds it up for a few seconds at most. */
  close(): Promise<void>;
}

import type { AnsweredOutput } from '../../core/answer/output.js';
import type { UnansweredResult, Reply } from '../../core/answer/types.js';
import type { Allow } from '../../core/flow/allow.js';
import type { Issue } from '../../core/question/issues.js';
import type {
  Constraints,
  OptionInput,
  PreviewFormat,
  QuestionInput,
  QuestionOption,
} from '../../core/question/types.js';

/**
 * Id of one instance of the `requestId`. The asking side mints it and the answering side repeats it, so that a late
 * response does not settle a newer instance. A peer may omit it.
 */
type InstanceId = string;

/** A request from the asking side. */
export interface RpcRequest {
  readonly type: 'ask_user_request';
  readonly requestId: string;
  readonly instanceId?: InstanceId;
  /**
   * Questions in the input format of `parseRequest`, with optional constraints, and with `recommended` in options. This
   * package sends each `id`.
   */
  readonly questions: readonly (Omit<QuestionInput, 'options'> & {
    readonly options?: readonly (string | (OptionInput & Pick<QuestionOption, 'recommended'>))[];
    readonly constraints?: Constraints;
  })[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly conversationId?: string;
  /** Display name of who asks. */
  readonly asker?: string;
  readonly previewFormat?: PreviewFormat;
  /** `false` if the agent does not wait for the answers. */
  readonly blocking?: false;
  /** What the user may do besides answering every question. */
  readonly allow?: Allow;
  /** Whether the asking side can reply to a question of the user, as `ask_user_ask_back`. Earlier versions omit it. */
  readonly askBack?: true;
}

/** A question of the user to the agent, from the answering side. The request stays open. */
export interface RpcAskBack {
  readonly type: 'ask_user_ask_back';
  readonly requestId: string;
  readonly instanceId?: InstanceId;
  readonly questionId: string;
  /** At most 2,000 characters. */
  readonly text: string;
  /** Identifies the exchange in its request. After a failed exchange, the same key asks again. */
  readonly key: string;
}

/** The reply to an `ask_user_ask_back`, from the asking side. Without `reply`, the exchange has failed. */
export interface RpcAskBackReply {
  readonly type: 'ask_user_ask_back_reply';
  readonly requestId: string;
  readonly instanceId?: InstanceId;
  readonly key: string;
  /** Text of the agent, at most 10,000 bytes of UTF-8. */
  readonly reply?: string;
  /** Message for developers, of a failed exchange. */
  readonly reason?: string;
}

/** An answer of the `ask_user` tool, or only its text or texts. */
export type RpcAnswer =
  | string
  | readonly string[]
  | (Partial<Omit<AnsweredOutput['answers'][number], 'answer'>> & { readonly answer?: string | readonly string[] });

/** A reply. Without `questionId`, it belongs to the question at the same index. */
export type RpcReply = Omit<Reply, 'questionId'> & { readonly questionId?: string };

interface ResponseTo {
  readonly type: 'ask_user_response';
  readonly requestId: string;
  readonly instanceId?: InstanceId;
  /** Idempotency key: the same response with the same key is accepted again. */
  readonly key?: string;
}

/** The outcome of a request, from the answering side. `replies` take precedence over `answers`. */
export type RpcResponse = ResponseTo &
  (
    | { readonly answers: readonly RpcAnswer[]; readonly replies?: readonly RpcReply[] }
    | { readonly replies: readonly RpcReply[] }
    | { readonly answered?: false; readonly cancelled: true; readonly reason?: string }
    | { readonly answered?: false; readonly connectionLost: true; readonly reason?: string }
    | { readonly answered?: false; readonly status: UnansweredResult['status']; readonly reason?: string }
    | {
        readonly answered?: false;
        readonly status: 'declined';
        /** The user wants to discuss the questions first. `reason` is the message. */
        readonly discuss: true;
        readonly reason?: string;
        /** ID of the question that the user wants to discuss, if it is a certain one. */
        readonly about?: string;
        /** The answers so far. */
        readonly replies?: readonly RpcReply[];
      }
  );

/** Withdraws a request that was settled elsewhere, is orphaned, or was replaced by another instance. */
export interface RpcCancel {
  readonly type: 'ask_user_cancel';
  readonly requestId: string;
  readonly instanceId?: InstanceId;
  /** Status of the request. `answered` means that another client or the host answered it. */
  readonly status: UnansweredResult['status'] | 'answered' | 'orphaned';
  /** Reason for the user. */
  readonly reason: string;
}

/**
 * A refused message.
 *
 * - `unknown`: There is no such request or instance.
 * - `already_resolved`: The request was settled before.
 * - `invalid`: The response or the request is invalid. See `issues`.
 * - `orphaned`: The request is orphaned.
 * - `unavailable`: The request could not be shown, the handler's result is invalid or could not be written, or the
 *   response could not be stored.
 */
export interface RpcError {
  readonly type: 'ask_user_error';
  /** Absent if the refused message had none. */
  readonly requestId?: string;
  readonly instanceId?: InstanceId;
  readonly code: 'unknown' | 'already_resolved' | 'invalid' | 'orphaned' | 'unavailable';
  /** Message for developers. */
  readonly message: string;
  readonly issues?: readonly Issue[];
}

/** Any message of the two sides, one JSON object per line. */
export type RpcMessage = RpcRequest | RpcResponse | RpcAskBack | RpcAskBackReply | RpcCancel | RpcError;

/**
 * An error that no caller receives.
 *
 * - `not_utf8`, `not_json`, `not_object`, `too_long`: A line was skipped.
 * - `refused`: The peer refused a message, or a request could not be written.
 * - `duplicate`: A second request with a pending id was skipped, because its questions differ or are invalid.
 * - `unread`: The channel was closed, because the peer does not read.
 * - `handler`: A handler threw, or its result is invalid or could not be written.
 * - `failed`: This side failed.
 */
export interface RpcErrorEvent {
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
  /** First 200 UTF-16 code units of a line that was skipped as `not_json` or `not_object`. */
  readonly line?: string | undefined;
  readonly issues?: readonly Issue[] | undefined;
  readonly cause?: unknown;
}

/** Options of both sides of a channel. */
export interface RpcOptions {
  /**
   * Maximum length of a line, in bytes without the line feed. Longer lines are skipped, and a request that needs one
   * cannot be shown. Use the same value on both sides.
   *
   * @default 10000000
   */
  readonly maxLineBytes?: number | undefined;
  /**
   * Limit of queued bytes for a slow peer, without the initially pending requests. If another line is written after the
   * queue has reached it, the channel ends.
   *
   * @default 10000000
   */
  readonly maxQueuedBytes?: number | undefined;
  /** Called with each `RpcErrorEvent`. By default, its message is logged with `console.error`. */
  readonly onError?: ((problem: RpcErrorEvent) => void) | undefined;
  /** Called with messages whose `type` this side does not handle. They are ignored by default. */
  readonly onMessage?: ((message: Readonly<Record<string, unknown>>) => void) | undefined;
}

/** One end of a channel. */
export interface RpcPeer {
  /** Resolves when the channel has ended. */
  readonly closed: Promise<void>;
  /** Writes the queued messages and closes the channel, within a few seconds even if the peer does not read. */
  close(): Promise<void>;
}

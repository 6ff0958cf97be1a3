import type { AskUserResult, Reply } from '../../../../src/core/answer/types.js';
import type { Allow } from '../../../../src/core/flow/allow.js';
import type { AskUserRequest } from '../../../../src/core/question/types.js';

/** What the server writes into the page. */
export interface AppSettings {
  /** Name of the tool that only the page calls. */
  readonly tool: string;
  /** Proves that a call comes from a page of this server. A client gives pages to the user, not to the model. */
  readonly key: string;
  /** Display name of the agent. */
  readonly asker: string;
  /** What the user may do besides answering all questions and cancelling. */
  readonly allow: Allow;
  /** Whether the page can read the questions by itself, while the model writes them. */
  readonly canStream: boolean;
  readonly version: string;
}

/** Arguments of the tool that only the page calls. */
export type AppCall =
  | {
      /** Binds the page to the call whose questions it shows. */
      readonly action: 'open';
      readonly key: string;
      /** The input of that call. */
      readonly input: unknown;
      /** The ID of that call, if the client states it. */
      readonly id?: string | number | undefined;
      /** The language of the client, if it is not that of the page. */
      readonly locale?: string | undefined;
    }
  | { readonly action: 'answer'; readonly token: string; readonly replies: readonly Reply[] }
  | { readonly action: 'cancel'; readonly token: string; readonly reason?: string | undefined }
  | {
      readonly action: 'decline';
      readonly token: string;
      readonly reason?: string | undefined;
      readonly discuss?: true | undefined;
      readonly about?: string | undefined;
      readonly replies?: readonly Reply[] | undefined;
    }
  | { readonly action: 'unavailable'; readonly token: string; readonly reason: string }
  /** Stores texts under their keys, and removes those that are empty. */
  | { readonly action: 'draft'; readonly token: string; readonly drafts: Readonly<Record<string, string>> };

/** What a page receives when it opens a call. */
export interface Opened {
  /** Proves that a call comes from a page that is bound to this request. */
  readonly token: string;
  /** The request. Its ID is the same whenever the same questions are asked. */
  readonly request: AskUserRequest;
  /** The drafts of all pages, by their keys. */
  readonly drafts: Readonly<Record<string, string>>;
  /** Script that adds the messages of the language that was asked for. */
  readonly script?: string | undefined;
}

/** Result of a call of the page, as structured content. */
export type Outcome =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /**
       * - `unbound`: The call has no valid key or token.
       * - `waiting`: No such call has arrived yet.
       * - The others are those of a broker.
       */
      readonly code: 'unbound' | 'waiting' | 'too_large' | 'invalid' | 'unknown' | 'already_resolved' | 'orphaned';
      readonly message: string;
    };

/** What became of the questions. */
export interface Settled {
  readonly request: AskUserRequest;
  readonly result: AskUserResult;
}

/** Names of what only the page reads, in the `_meta` of results. A client does not give it to the model. */
export const OPENED = 'ask-user/opened';
export const SETTLED = 'ask-user/settled';
/** The same of the page itself: its key. */
export const KEY = 'ask-user/key';

export const DIALOG_URI = 'ui://ask-user/dialog.html';

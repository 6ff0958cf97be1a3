import type { Exchange } from '../../core/flow/types.js';
import { defined } from '../../core/guards.js';
import type { Issue } from '../../core/question/issues.js';
import { toShown, type AskBackIssue } from '../store/exchanges.js';
import type { Requests } from '../store/requests.js';
import type { StoredRequest } from '../store/types.js';
import { getLateResult } from './requests.js';
import type { Publisher } from './publisher.js';
import type { AskUserBroker, AskBackResult } from './types.js';

const ISSUES: Readonly<Record<Exclude<AskBackIssue, 'not_offered'>, Issue>> = {
  unknown: { code: 'unknown', path: 'questionId', message: 'Must be the id of a question of this request.' },
  key: {
    code: 'key',
    path: 'key',
    message: 'Must have 1 to 255 characters, and must not be the key of another question to the agent.',
  },
  waiting: {
    code: 'waiting',
    path: 'questionId',
    message: 'The agent has not replied to the last question about this yet. Wait for the reply.',
  },
  blank: { code: 'blank', path: 'text', message: 'Must not be empty.' },
  too_long: { code: 'too_long', path: 'text', message: 'Must have at most 2,000 characters.' },
  too_many: {
    code: 'too_many',
    path: 'questionId',
    message: 'The agent was asked 20 times about this, the most possible.',
  },
  full: {
    code: 'full',
    path: 'text',
    message: 'The questions to the agent and its replies about this request have reached their limit of 256,000 bytes.',
  },
};

export interface AskBackOptions {
  readonly requests: Requests;
  readonly publisher: Publisher;
}

/** Returns the exchanges of a request that was read here, as users see them. */
export const shownExchanges = (requests: Requests, stored: StoredRequest): readonly Exchange[] =>
  requests.exchanges(stored).map((one) => toShown(one, stored.askBack?.offered === true));

export function createAskBack({ requests, publisher }: AskBackOptions): Pick<AskUserBroker, 'askBack' | 'exchanges'> {
  return {
    async askBack(requestId, { questionId, text, key, by, instanceId: named }): Promise<AskBackResult> {
      const stored = await publisher.readCurrent(requestId);
      if (!stored || (named ?? stored.instanceId) !== stored.instanceId) return { ok: false, code: 'unknown' };
      const { instanceId } = stored;
      const asked = defined<Pick<Exchange, 'key' | 'questionId' | 'text' | 'by'>>({ key, questionId, text, by });
      const refused = await requests.askBack(requestId, { instanceId, asked });
      const now = await publisher.refresh(requestId);
      if (refused && refused !== 'not_offered') return { ok: false, code: 'invalid', issues: [ISSUES[refused]] };
      if (!refused && now?.instanceId === instanceId) return { ok: true, revision: now.askBack?.revision ?? 0 };
      if (now?.state === 'awaiting_user_response') return { ok: false, code: 'not_offered' };
      const late = getLateResult(now);
      return late.ok || late.code === 'invalid' ? { ok: false, code: 'unknown' } : { ok: false, code: late.code };
    },
    async exchanges(requestId, questionId) {
      const stored = await publisher.readCurrent(requestId);
      const all = stored ? shownExchanges(requests, stored) : [];
      return questionId === undefined ? all : all.filter((one) => one.questionId === questionId);
    },
  };
}

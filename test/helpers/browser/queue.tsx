import { act, render } from '@testing-library/react';
import { StrictMode, type ComponentProps, type ReactNode } from 'react';
import { vi } from 'vitest';
import { AskUserQueue, type DraftStorage } from '../../../src/react/index.js';
import type { ConnectionIssue } from '../../../src/react/queue/queue-parts.js';
import { wire, type ScriptedClient } from '../scripted-client.js';
import { field } from './card.js';
import { DATABASE, NAME } from './questions.js';

export type QueueProps = Omit<ComponentProps<typeof AskUserQueue>, 'client'>;

/** Renders a host page with the queue between two buttons. */
export function mount(first: ScriptedClient, props: QueueProps = {}, around = (page: ReactNode) => page) {
  const draw = (more: QueueProps & { client?: ScriptedClient }) => (
    <StrictMode>
      {around(
        <>
          <button type="button">Before</button>
          <AskUserQueue client={first} {...props} {...more} />
        </>,
      )}
    </StrictMode>
  );
  const view = render(draw({}));
  return { ...view, update: (more: QueueProps & { client?: ScriptedClient }) => view.rerender(draw(more)) };
}

export const say = (act_: () => void) => act(async () => act_());
// Of three conversations, so that none is a later round of another.
export const q1 = () => wire('q1', [NAME], { asker: 'Ada' });
export const q2 = () => wire('q2', [DATABASE], { asker: 'Bo', conversationId: 'c2' });
export const q3 = () => wire('q3', [{ question: 'Which port?' }], { asker: 'Cy', conversationId: 'c3' });
export const answered = (answer: string) =>
  ({
    status: 'answered',
    answers: [
      {
        questionId: 'q1',
        question: NAME.question,
        answer,
        text: answer,
        wasCustom: true,
        selected: [],
        custom: answer,
      },
    ],
  }) as const;
export const text = (name: string) => document.querySelector(`[data-ask-user="${name}"]`)?.textContent;
export const live = () =>
  [...document.querySelectorAll('[data-ask-user="card"] > :is([role="status"], [role="alert"])')].map(
    (one) => one.textContent,
  );
export const nameField = () => field(/name of/);

export function memory(): DraftStorage & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    get: (key) => texts.get(key),
    set: (key, value) => void texts.set(key, value),
    remove: (key) => void texts.delete(key),
  };
}

/** Disconnects the client long enough for the queue to show it. */
export async function cut(client: ScriptedClient, connection: ConnectionIssue = 'offline'): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await say(() => client.connect(connection));
  await act(() => vi.advanceTimersByTimeAsync(1001));
  vi.useRealTimers();
}

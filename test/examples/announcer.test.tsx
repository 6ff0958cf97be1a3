// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import type { UIMessage } from 'ai';
import { afterEach, expect, it } from 'vitest';
import { ReplyAnnouncer } from '../../examples/chat/page/announcer.js';

afterEach(cleanup);

const reply = (text: string): UIMessage[] => [{ id: 'm', role: 'assistant', parts: [{ type: 'text', text }] }];

it('announces a reply whose last text arrives after the agent has stopped', () => {
  const { rerender } = render(<ReplyAnnouncer messages={reply('SQLite')} isBusy />);
  expect(screen.getByRole('status').textContent).toBe('');
  // The transcript and the state of the agents arrive on different connections.
  rerender(<ReplyAnnouncer messages={reply('SQLite')} isBusy={false} />);
  rerender(<ReplyAnnouncer messages={reply('SQLite it is.')} isBusy={false} />);
  expect(screen.getByRole('status').textContent).toBe('SQLite it is.');
});

it('does not announce a reply of a restored conversation', () => {
  const { rerender } = render(<ReplyAnnouncer messages={[]} isBusy={false} />);
  rerender(<ReplyAnnouncer messages={reply('SQLite it is.')} isBusy={false} />);
  expect(screen.getByRole('status').textContent).toBe('');
});

it('announces Markdown without its markup', () => {
  const { rerender } = render(<ReplyAnnouncer messages={[]} isBusy />);
  const text =
    'The *plan* for `api`:\n\n- **Name:** orders\\_api\n- [guide](https://example.com)\n\n| A | B |\n| - | - |\n| 1 | 2 |';
  rerender(<ReplyAnnouncer messages={reply(text)} isBusy={false} />);
  expect(screen.getByRole('status').textContent).toBe('The plan for api:\nName: orders_api\nguide\nA, B\n1, 2');
});

// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { MessageText } from '../../examples/chat/page/message-text.js';
import { quote } from '../../examples/chat/server/script/answers.js';

afterEach(cleanup);

describe('the text of a message', () => {
  it('is rendered as Markdown if the agent wrote it', () => {
    render(<MessageText isUser={false} text={'The plan:\n\n- **Database:** `SQLite`'} />);
    expect(screen.getByRole('listitem').textContent).toBe('Database: SQLite');
    expect(screen.getByText('Database:').localName).toBe('strong');
  });

  it('is rendered verbatim if the user typed it', () => {
    render(<MessageText isUser text="Use **SQLite**" />);
    expect(screen.getByText('Use **SQLite**')).toBeTruthy();
  });

  it.each([
    'orders_api_v2 and *not* orders',
    'a `command` with \\ and ~~tildes~~',
    'AT&amp;T',
    '[here](https://example.com), or ana@example.com at www.example.com',
    'two lines\n- of which one\n1. is no list',
    '# no heading\n> no quote\n+ no list',
  ])('quotes the user verbatim: %j', (text) => {
    const { container } = render(<MessageText isUser={false} text={`You wrote: ${quote(text)}.`} />);
    expect(container.textContent).toBe(`You wrote: “${text}”.`);
    expect(container.querySelectorAll('a, em, del, code, li, blockquote')).toHaveLength(0);
  });
});

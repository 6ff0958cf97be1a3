import { act, render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, it, vi } from 'vitest';
import { AskUserQueue } from '../../../src/react/index.js';
import { button, cleanUpAfterEach } from '../../helpers/browser/card.js';
import { fill } from '../../helpers/browser/keys.js';
import { withLook, type Look } from '../../helpers/browser/media.js';
import { DATABASE, NAME } from '../../helpers/browser/questions.js';
import { createScriptedClient, wire, type ScriptedClient } from '../../helpers/scripted-client.js';
import '../../../src/styles/index.css';

cleanUpAfterEach();

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
const LOOKS: [string, Look][] = [
  ['light', { 'prefers-color-scheme': 'light' }],
  ['dark', { 'prefers-color-scheme': 'dark' }],
  ['forced colors', { 'forced-colors': 'active' }],
];
const ANSWER = {
  ...{ questionId: 'q1', question: NAME.question, answer: 'orders', text: 'orders', custom: 'orders' },
  ...{ wasCustom: true, selected: [] },
};
const STATES: [string, (client: ScriptedClient) => unknown][] = [
  ['pending', () => {}],
  ['answered elsewhere', (client) => client.end('q1', { status: 'answered', answers: [ANSWER] }, { by: 'Ana' })],
  [
    'answered elsewhere with long texts',
    async (client) => {
      await fill(screen.getByRole('textbox'), 'mine '.repeat(200));
      const long = { ...ANSWER, custom: 'theirs '.repeat(200) };
      client.end('q1', { status: 'answered', answers: [long] }, { by: 'Ana' });
    },
  ],
  ['orphaned', (client) => client.orphan('q1')],
  ['offline', (client) => client.connect('offline')],
];

describe.each(LOOKS)('the %s look', (_look, features) => {
  withLook(features);

  it.each(STATES)('has no axe violations in a queue that is %s [R-QUEUE]', async (_state, reach) => {
    const client = createScriptedClient(wire('q1', [NAME]), wire('q2', [DATABASE]));
    const { container } = render(
      <main>
        <h1>Chat</h1>
        <AskUserQueue client={client} headingLevel={2} />
      </main>,
    );
    // Focus keeps the settled request on the page.
    screen.getByRole('textbox').focus();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await act(async () => {
      await reach(client);
      await vi.advanceTimersByTimeAsync(1001);
    });
    vi.useRealTimers();
    const { violations, passes } = await axe.run(container, { runOnly: TAGS, resultTypes: ['violations'] });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect(passes.length).toBeGreaterThan(10);
  });
});

describe('a queue on a narrow page', () => {
  it.each(['ltr', 'rtl'] as const)('overflows nowhere and has a large enough button (%s) [R-QUEUE]', async (dir) => {
    const client = createScriptedClient(wire('q1', [NAME]), wire('q2', [DATABASE]));
    render(
      <div dir={dir} style={{ inlineSize: '320px' }} data-testid="page">
        <AskUserQueue client={client} />
      </div>,
    );
    const page = screen.getByTestId('page');
    expect(page.scrollWidth).toBe(320);
    await fill(screen.getByRole('textbox'), 'mine'.repeat(200));
    await act(async () => client.end('q1', { status: 'answered', answers: [ANSWER] }, { by: 'Ana'.repeat(60) }));
    expect(page.scrollWidth).toBe(320);
    const { width, height } = button('Next question').getBoundingClientRect();
    expect([width >= 24, height >= 24]).toEqual([true, true]);
  });
});

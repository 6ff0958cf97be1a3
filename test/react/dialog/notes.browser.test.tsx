import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { AskUserResult } from '../../../src/core/index.js';
import { claudeCode, kimi, mastra, mcpElicitation, piAskUser, type AgentDialect } from '../../../src/dialects/index.js';
import { AskUser, AskUserDialog, useAskUser, useQuestion } from '../../../src/react/index.js';
import claudeForm from '../../fixtures/forms/claude-agent-acp-0.101.0.json' with { type: 'json' };
import codexForm from '../../fixtures/forms/codex-acp-2.6.0.json' with { type: 'json' };
import { button, cleanUpAfterEach, click, field, problem, radio, tab } from '../../helpers/browser/card.js';
import { fill, press } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';

cleanUpAfterEach();

const DATABASE = { question: 'Which database?', header: 'Database', options: ['PostgreSQL', 'SQLite'] };
const addNote = () => screen.queryByRole('button', { name: 'Add a note' });
const noteField = () => screen.queryByRole('textbox', { name: /^Note/ });

function askAs(dialect: AgentDialect | undefined, input: unknown) {
  const results: AskUserResult[] = [];
  const outputs: unknown[] = [];
  const onSubmit = (output: unknown, { result }: { result: AskUserResult }) => {
    outputs.push(output);
    results.push(result);
  };
  render(<AskUserDialog dialect={dialect} input={input} onSubmit={onSubmit} allow={{ skip: true, partial: true }} />);
  return { results, outputs };
}

describe('a card', () => {
  it.each([undefined, claudeCode])('offers a note if the wire has a field for it: %#', (dialect) => {
    askAs(dialect, { questions: [DATABASE] });
    expect(addNote()).toBeVisible();
  });

  it('offers no note if the wire has none, before and after an answer', async () => {
    const { outputs } = askAs(kimi, { questions: [DATABASE] });
    expect(addNote()).toBeNull();
    await click(radio('SQLite'));
    expect([addNote(), noteField()]).toEqual([null, null]);
    await click(button('Submit'));
    expect(outputs).toMatchObject([{ answers: { 'Which database?': 'SQLite' } }]);
  });

  it('offers a note once an option is selected if the wire has a field only then', async () => {
    const { outputs } = askAs(piAskUser, { question: 'Which?', options: ['A', 'B'], allowMultiple: false });
    expect(addNote()).toBeNull();
    await click(radio('Other'));
    expect(addNote()).toBeNull();
    await click(radio('B'));
    await click(button('Add a note'));
    await fill(field(/^Note/), 'why');
    await click(button('Submit'));
    expect(outputs).toMatchObject([{ response: { selections: ['B'], comment: 'why' } }]);
  });

  it('shows a note that it restores although the wire has no field for it, and sends it only once it is removed', async () => {
    const kept = new Map<string, string>();
    const draftStorage = {
      get: (key: string) => kept.get(key) ?? null,
      set: (key: string, text: string) => void kept.set(key, text),
      remove: (key: string) => void kept.delete(key),
    };
    const onSubmit = vi.fn<() => void>();
    const page = (dialect: AgentDialect) => (
      <AskUserDialog
        dialect={dialect}
        input={{ questions: [DATABASE] }}
        requestId="r1"
        draftStorage={draftStorage}
        onSubmit={onSubmit}
      />
    );
    const before = render(page(claudeCode));
    await click(radio('SQLite'));
    await click(button('Add a note'));
    await fill(field(/^Note/), 'for now');
    await expect.poll(() => [...kept.values()].join('')).toContain('for now');
    before.unmount();
    render(page(kimi));
    expect(await screen.findByRole('textbox', { name: /^Note/ })).toHaveValue('for now');
    await click(button('Submit'));
    expect(problem()?.textContent).toContain('The note can’t be sent');
    expect(onSubmit).not.toHaveBeenCalled();
    await fill(field(/^Note/), '');
    await click(button('Submit'));
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('closes an empty note that cannot be sent, but not under the caret', async () => {
    askAs(piAskUser, { question: 'Which?', options: ['A', 'B'], allowMultiple: false });
    await click(radio('B'));
    await click(button('Add a note'));
    expect(noteField()).toBeVisible();
    await mouseClick(radio('Other'));
    expect(noteField()).toBeNull();
    await click(radio('A'));
    await fill(field(/^Note/), 'why');
    await mouseClick(radio('Other'));
    field(/^Note/).focus();
    await fill(field(/^Note/), '');
    expect(document.activeElement).toBe(noteField());
    await mouseClick(radio('Other'));
    expect(noteField()).toBeNull();
  });
});

describe('a form', () => {
  it('of codex-acp offers the note that its field takes, and none where it has no field', async () => {
    const { outputs } = askAs(mcpElicitation, codexForm);
    expect(addNote()).toBeNull();
    await click(radio('Row'));
    await click(button('Add a note'));
    await fill(field(/^Note/), 'for now');
    await mouseClick(tab(/^Token/));
    expect(addNote()).toBeNull();
    await fill(field(/Which token/), 't');
    await click(button('Review'));
    await click(button('Submit answers'));
    const content = { lock: 'Row', lock_note: 'for now', token: 't' };
    expect(outputs).toEqual([{ action: 'accept', content }]);
  });

  it('of claude-agent-acp offers a note for its single choice only', async () => {
    askAs(mcpElicitation, claudeForm);
    await click(radio('Table'));
    expect(addNote()).toBeVisible();
    await mouseClick(tab(/^Targets/));
    await click(screen.getByRole('checkbox', { name: 'Node' }));
    expect(addNote()).toBeNull();
  });

  it('keeps a note that cannot be sent beside own words, shows it, and says so', async () => {
    const { outputs } = askAs(mcpElicitation, { ...claudeForm, requestedSchema: single() });
    await click(radio('Table'));
    await click(button('Add a note'));
    await fill(field(/^Note/), 'for now');
    await click(radio('Other'));
    await fill(field(/^Other/), 'LR');
    await press('Enter');
    const text = 'The note can’t be sent with this answer. Change the answer or remove the note.';
    expect(problem()?.textContent).toBe(text);
    expect(noteField()).toHaveValue('for now');
    expect(outputs).toEqual([]);
    await fill(field(/^Note/), '');
    expect(problem()).toBeUndefined();
    await click(button('Submit'));
    expect(outputs).toEqual([{ action: 'accept', content: { question_0_custom: 'LR' } }]);
  });
});

const single = () => {
  const { question_0, question_0_custom } = claudeForm.requestedSchema.properties;
  return { type: 'object', properties: { question_0, question_0_custom } };
};

describe('the parts and the hook', () => {
  it('offer no note if the wire has none', async () => {
    const Watch = () => <p>{`allows notes: ${useQuestion().isNotesShown}`}</p>;
    const page = (dialect: AgentDialect | undefined) => (
      <AskUser.Root dialect={dialect} input={{ question: 'Which?', options: ['A', 'B'] }}>
        <AskUser.Card>
          <AskUser.Questions>
            {(_, index) => (
              <AskUser.Question index={index}>
                <AskUser.Options />
                <AskUser.Notes />
                <AskUser.AddNote />
                <Watch />
              </AskUser.Question>
            )}
          </AskUser.Questions>
        </AskUser.Card>
      </AskUser.Root>
    );
    const view = render(page(undefined));
    expect(addNote()).toBeVisible();
    expect(screen.getByText('allows notes: true')).toBeVisible();
    view.unmount();
    render(page(mastra));
    expect(addNote()).toBeNull();
    expect(screen.getByText('allows notes: false')).toBeVisible();
  });

  it('refuse a note that a host enters all the same, and keep it', async () => {
    const onSubmit = vi.fn<() => void>();
    const Own = () => {
      const ask = useAskUser({ dialect: kimi, input: [{ question: 'Which?', options: ['A', 'B'] }] }, { onSubmit });
      const question = ask.questions[0]!;
      return (
        <div {...ask.getRootProps()}>
          <label>
            A <input {...question.options[0]?.getInputProps()} />
          </label>
          <label>
            Remark <textarea {...question.getNotesProps()} />
          </label>
          <p>{question.issue?.code}</p>
          <button {...ask.getPrimaryProps()}>Send</button>
        </div>
      );
    };
    render(<Own />);
    await click(radio('A'));
    await fill(screen.getByRole('textbox', { name: 'Remark' }), 'why');
    await click(button('Send'));
    expect(onSubmit).not.toHaveBeenCalled();
    expect(screen.getByText('allowNotes')).toBeVisible();
    await fill(screen.getByRole('textbox', { name: 'Remark' }), '');
    await click(button('Send'));
    expect(onSubmit).toHaveBeenCalledOnce();
  });
});

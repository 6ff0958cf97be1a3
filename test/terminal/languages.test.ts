import { describe, expect, it } from 'vitest';
import { STATUSES } from '../../src/core/answer/statuses.js';
import type { AskUserResult } from '../../src/core/answer/types.js';
import { de, deTerminal } from '../../src/messages/languages/de.js';
import { receiptLines } from '../../src/terminal/receipt.js';
import { createSession } from '../../src/terminal/session.js';
import { plainTheme } from '../../src/terminal/theme.js';
import type { AskUserLanguage } from '../../src/messages/types.js';
import { languageNamed, LANGUAGES } from '../messages/helpers.js';
import { atTerminal, DATABASE, FEATURES, keysOf, NAME, requestOf } from './at-terminal.js';

const ALL = { allow: { skip: true, decline: true, discuss: true, partial: true }, softLimit: 10 };
const request = requestOf([{ ...DATABASE, options: ['Ja', 'Ja\u200b'] }, NAME, FEATURES], [{ required: false }]);
const german = (...keys: string[]) =>
  atTerminal(request, ALL, deTerminal)
    .press(...keys)
    .screen();

describe('a session in German [R-MESSAGES]', () => {
  it('is created with the messages of the language', () => {
    const session = createSession({ ...request, asker: 'Bot' }, { messages: deTerminal, theme: plainTheme });
    session.shown(0);
    expect(session.frame(500).lines.join('\n')).toContain(' 3 Fragen von Bot\n');
    for (const key of keysOf('1')) session.press(key, 1_000);
    for (const key of keysOf('esc')) session.press(key, 2_000);
    expect(session.frame(3_000).lines.join('\n')).toContain('Bot erfährt, dass Sie abgebrochen haben.');
  });

  it.each<[string, string[], string[]]>([
    [
      'a question',
      [],
      ['✓ Senden →', 'Freiwillige Angabe.', 'Unsichtbare Zeichen', 'Ja (Option 1)', '3. Etwas anderes (eigene Antwort'],
    ],
    ['Other without a text', ['end', 'enter'], ['│ (eigene Antwort eingeben)', '! Geben Sie Ihre Antwort ein oder']],
    ['a note', ['ctrl+n'], ['Notiz (optional):']],
    ['a skip', ['tab', 'ctrl+s', 'shift+tab'], ['übersprungen']],
    ['a missing answer', ['tab', 'enter'], ['! Geben Sie Ihre Antwort ein.']],
    ['refused answers', ['1', 'shift+tab', 'enter'], ['! Noch nicht beantwortet: Service Name und Features']],
    ['a length', ['tab', 'zehn Zeich'], ['10 von 10 empfohlenen Zeichen']],
    ['a long answer', ['tab', 'elf Zeichen'], ['11 Zeichen, 1 mehr als die empfohlenen 10']],
    [
      'Review',
      ['1', 'shift+tab'],
      ['Überprüfen Sie Ihre Antworten', '! Noch nicht beantwortet', 'Antworten senden', 'Bisherige Antworten senden'],
    ],
    ['a decline', ['1', 'ctrl+x'], ['Eine Antwort verwerfen?', 'nicht antworten möchten.', '1. Weiter antworten']],
    ['a discussion', ['ctrl+t'], ['Fragen zuerst besprechen?', '> Was sollte vorher geklärt werden? (optional)']],
    ['a message not sent', ['ctrl+t', 'Wozu?', 'esc', 'esc'], ['Ihre Nachricht wird nicht gesendet.']],
  ])('shows %s in German', (_, keys, texts) => {
    for (const text of texts) expect(german(...keys)).toContain(text);
  });

  it('has its keys in German, and English ones with the messages of a dialog', () => {
    const hints = (messages: AskUserLanguage) =>
      atTerminal(requestOf([DATABASE]), {}, messages)
        .frame()
        .lines.find((line) => line.includes(' • '));
    expect(hints(deTerminal)).toBe('  ↑↓ bewegen • 1-9 direkt auswählen • Enter auswählen • Esc abbrechen');
    expect(hints(de)).toBe('  ↑↓ navigate • 1-9 quick select • Enter to select • Esc to cancel');
  });

  it('says how much of a long question is not shown', () => {
    const long = requestOf([{ ...NAME, question: 'word '.repeat(900) }]);
    expect(atTerminal(long, {}, deTerminal).screen()).toMatch(/↓ \d+ weitere Zeilen \(PgDn\)/);
  });

  it('has nothing in English', () => {
    const english = Object.values(languageNamed('en').terminal).filter((text) => typeof text === 'string');
    const screens = [german(), german('end', 'enter'), german('shift+tab'), german('1', 'esc'), german('ctrl+t')];
    for (const text of english.filter((one) => one.length > 6)) expect(screens.join('\n')).not.toContain(text);
  });

  it('replaces only the messages that the host passes', () => {
    const terminal = atTerminal(request, {}, { other: 'Etwas anderes' });
    expect(terminal.screen()).toContain('3. Etwas anderes (type your answer)');
  });
});

describe.each(Object.entries(LANGUAGES))('a session in %s [R-MESSAGES]', (_name, { terminal: messages }) => {
  const keysIn = (line = '') => line.match(/Ctrl\+.|Enter|Esc|Space|Tab/g);

  it.each<[string, readonly unknown[], string[], string[]]>([
    ['options', [DATABASE], [], ['Enter', 'Esc', 'Ctrl+S', 'Ctrl+X', 'Ctrl+T', 'Ctrl+N']],
    ['a multi-select question', [FEATURES], [], ['Space', 'Enter', 'Esc', 'Ctrl+S', 'Ctrl+X', 'Ctrl+T', 'Ctrl+N']],
    ['Review', [DATABASE, NAME], ['shift+tab'], ['Tab', 'Enter', 'Esc', 'Ctrl+X', 'Ctrl+T', 'Ctrl+E']],
    ['a discussion', [DATABASE], ['ctrl+t'], ['Enter', 'Esc', 'Enter']],
  ])('shows the same keys for %s in 80 columns', (_, questions, keys, expected) => {
    const terminal = atTerminal(requestOf(questions), ALL, messages).press(...keys);
    const lines = terminal.frame().lines.filter((line) => line.includes(' • '));
    expect(keysIn(lines.join(' '))).toEqual(expected);
  });

  it('shows at least the keys that send and cancel in 40 columns', () => {
    const terminal = atTerminal(request, ALL, messages);
    const lines = terminal.frame(40).lines.filter((line) => line.includes(' • '));
    expect(keysIn(lines.join(' '))).toEqual(expect.arrayContaining(['Enter', 'Esc', 'Ctrl+S']));
  });

  it('shows whole hints in 40 columns', () => {
    for (const keys of [[], ['tab'], ['shift+tab'], ['ctrl+n'], ['1', 'esc'], ['esc'], ['ctrl+t']]) {
      const { lines } = atTerminal(request, { ...ALL, confirmCancel: 'always' }, messages)
        .press(...keys)
        .frame(40);
      expect(lines.slice(-3).join('\n')).not.toContain('…');
    }
  });
});

describe.each(Object.entries(LANGUAGES))('the receipt in %s [R-MESSAGES]', (_name, { messages }) => {
  const asked = { ...request, asker: 'Bot' };
  const lines = (result: AskUserResult) => receiptLines(asked, result, { messages, theme: plainTheme });

  it.each(STATUSES.filter((status) => status !== 'answered'))('of %s is the title in the dialog', (status) => {
    const result = { status, reason: '', issues: [] } as AskUserResult;
    expect(lines(result)).toEqual([messages.settled[status].replaceAll('{asker}', 'Bot')]);
  });

  it('of a discussion has its title and the quoted message', () => {
    expect(lines({ status: 'declined', discuss: true, reason: 'Why?' })).toEqual([
      messages.settled.discussed.replaceAll('{asker}', 'Bot'),
      `  ${messages.quote('Why?')}`,
    ]);
  });

  it('of skipped questions has the words of the dialog', () => {
    const terminal = atTerminal(asked, ALL, messages).press('ctrl+s', 'ctrl+s', '1', 'enter', 'enter');
    const [first, second] = lines(terminal.result()!);
    expect(terminal.result()?.status).toBe('answered');
    expect([first, second]).toEqual([`– Database: ${messages.leftBlank}`, `– Service Name: ${messages.skipped}`]);
  });
});

import { render, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { describe, expect, it, vi } from 'vitest';
import { AskUser, AskUserDialog, useAskUser } from '../../../src/react/index.js';
import {
  ask,
  button,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  focused,
  frame,
  radio,
  confirmation,
} from '../../helpers/browser/card.js';
import { press, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';
import { inSight } from '../../helpers/browser/sight.js';

cleanUpAfterEach();

const PRESENTATIONS = ['inline', 'modal'] as const;

describe('two cards on one page', () => {
  it('handle their keys, collapse and ask for confirmation separately (A7, A38)', async () => {
    const first = ask([DATABASE], { requestId: 'first', asker: 'One', around: (card) => card });
    const second = ask([NAME], { requestId: 'second', asker: 'Two', around: (card) => card });
    field(/name of the service/).focus();
    await typeKeys('1');
    expect([chosen(), field(/name of the service/).value]).toEqual([[], '1']);
    await mouseClick(screen.getAllByRole('button', { name: 'Collapse' })[0]!);
    expect([screen.queryByRole('radio'), field(/name of the service/).checkVisibility()]).toEqual([null, true]);
    field(/name of the service/).focus();
    await press('Escape');
    expect(confirmation()).toHaveAccessibleName('Discard 1 answer?');
    await press('Enter');
    expect([first.onCancel.mock.calls, second.onCancel.mock.calls]).toEqual([[], []]);
  });

  it('leave the keys to a modal above, and focus returns to the card below (A68)', async () => {
    const below = ask([FEATURES], { requestId: 'below', around: (card) => card });
    const box = screen.getByRole('checkbox', { name: 'REST API' });
    box.focus();
    await press(' ');
    const above = ask([DATABASE], { requestId: 'above', presentation: 'modal', around: (card) => card });
    await press('Escape');
    expect([above.onCancel.mock.calls.length, below.onCancel.mock.calls.length]).toEqual([1, 0]);
    expect(document.activeElement).toBe(box);
    expect(chosen()).toEqual(['REST API']);
  });
});

describe.each(PRESENTATIONS)('a card (%s) in a shadow root (A108)', (presentation) => {
  /** Copies the page's styles, as a host's web component does. */
  function Shadow({ children }: { children: ReactNode }) {
    const [root, setRoot] = useState<ShadowRoot>();
    return (
      <div
        data-testid="shadow"
        ref={(element) => {
          if (!element || element.shadowRoot) return;
          const shadow = element.attachShadow({ mode: 'open' });
          for (const style of document.querySelectorAll('style')) shadow.append(style.cloneNode(true));
          setRoot(shadow);
        }}
      >
        {root && createPortal(children, root)}
      </div>
    );
  }

  it('supports keys, tabs, confirmations and collapsing', async () => {
    const { onCancel, onSubmit } = ask(THREE, { presentation, around: (card) => <Shadow>{card}</Shadow> });
    await frame();
    const shadow = screen.getByTestId('shadow').shadowRoot!;
    const all = (selector: string) => [...shadow.querySelectorAll<HTMLElement>(selector)];
    const named = (text: string) => all('button').find((one) => one.textContent?.startsWith(text))!;
    const active = () => shadow.activeElement?.textContent;
    const control = (at: number) => all('[data-ask-user="control"]')[at]!;
    const on = () => all('[aria-checked="true"]').map(({ id }) => id.at(-1));

    // Keys in a new modal wait, unless the user has pressed the pointer in it.
    control(0).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
    control(0).focus();
    await press('ArrowDown');
    expect([on(), shadow.activeElement]).toEqual([['1'], control(1)]);
    await press('3');
    expect([on(), shadow.activeElement]).toEqual([['2'], control(2)]);
    await press('0');
    expect(shadow.activeElement?.localName).toBe('textarea');
    await typeKeys('12');
    expect((shadow.activeElement as HTMLTextAreaElement).value).toBe('12');
    await press('Enter');
    expect(active()).toContain('Which features');

    const tabs = () => all('[role="tab"]');
    tabs()[1]!.focus();
    await press('ArrowRight');
    expect([shadow.activeElement, tabs()[2]?.getAttribute('aria-selected')]).toEqual([tabs()[2], 'true']);
    await press('ArrowLeft');
    await press('Home');
    expect([shadow.activeElement, tabs()[0]?.getAttribute('aria-selected')]).toEqual([tabs()[0], 'true']);
    await press('Tab');
    expect(shadow.activeElement).toBe(control(3));

    await press('Escape');
    expect([active(), inSight(named('Discard answers'))]).toEqual(['Keep answering', true]);
    await press('Enter');
    expect(shadow.activeElement).toBe(control(3));
    all('[data-ask-user="collapse"]')[0]!.click();
    await frame();
    expect(active()).toBe('Continue');
    await press('Enter');
    expect(shadow.activeElement).toBe(control(3));
    await press('Escape');
    await click(named('Discard answers'));
    expect([onCancel.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 0]);
  });
});

describe('a card that changes while focus is inside', () => {
  it.each([
    ['inline', 'modal'],
    ['modal', 'inline'],
  ] as const)('moves focus to the heading when it changes from %s to %s (A67)', (before, after) => {
    const { update } = ask([NAME], { presentation: before });
    field(/name of/).focus();
    update([NAME], { presentation: after });
    expect(focused()).toBe('title Question from Assistant');
  });

  it.each([
    ['inline', 'modal'],
    ['modal', 'inline'],
  ] as const)(
    'stays inert with focus in the confirmation when it changes from %s to %s (A67)',
    async (before, after) => {
      const { update } = ask([DATABASE], { presentation: before, confirmCancel: 'always' });
      await click(radio('SQLite'));
      await click(button('Cancel'));
      update([DATABASE], { presentation: after, confirmCancel: 'always' });
      expect(document.querySelector<HTMLElement>('[data-ask-user="body"]')?.inert).toBe(true);
      expect(focused()).toBe('button Keep answering');
    },
  );

  it('makes a new body inert during a confirmation', async () => {
    const draw = (key: string) => (
      <AskUser.Root questions={[DATABASE]} confirmCancel="always">
        <AskUser.Card>
          <AskUser.Body key={key}>
            <AskUser.Title />
            <AskUser.Actions />
          </AskUser.Body>
        </AskUser.Card>
      </AskUser.Root>
    );
    const { rerender } = render(draw('a'));
    await click(button('Cancel'));
    rerender(draw('b'));
    expect(document.querySelector<HTMLElement>('[data-ask-user="body"]')?.inert).toBe(true);
  });
});

describe('a card in an iframe', () => {
  it('is answered by mouse and keyboard if it is rendered into the frame', async () => {
    const onSubmit = vi.fn();
    const onCancel = vi.fn();
    const frameElement = document.createElement('iframe');
    document.body.append(frameElement);
    const inner = frameElement.contentDocument!;
    const at = inner.body.appendChild(inner.createElement('div'));
    const view = render(<AskUserDialog questions={[DATABASE]} onSubmit={onSubmit} onCancel={onCancel} />, {
      container: at,
    });
    const controls = () => [...inner.querySelectorAll<HTMLElement>('[data-ask-user="control"]')];
    await mouseClick(controls()[0]!);
    expect(controls()[0]?.getAttribute('aria-checked')).toBe('true');
    controls()[0]!.focus();
    await press('ArrowDown');
    expect([controls()[1]?.getAttribute('aria-checked'), inner.activeElement]).toEqual(['true', controls()[1]]);
    await press('Enter');
    expect(onSubmit).toHaveBeenCalledOnce();
    view.unmount();
    frameElement.remove();
    expect(onCancel).not.toHaveBeenCalled();
  });

  const within = (drawn: ReactNode) => {
    const frameElement = document.body.appendChild(document.createElement('iframe'));
    const inner = frameElement.contentDocument!;
    const view = render(<>{createPortal(drawn, inner.body)}</>);
    frameElement.focus();
    const leave = () => {
      view.unmount();
      frameElement.remove();
    };
    return { inner, leave };
  };

  it('shows the preview of the focused option in a portal [R-PREVIEW]', async () => {
    const options = [{ label: 'Flat', preview: 'src' }, 'Deep'];
    const { inner, leave } = within(<AskUserDialog questions={[{ question: 'Which?', options }]} />);
    inner.querySelector<HTMLElement>('[data-ask-user="control"]')!.focus();
    await frame();
    expect(inner.querySelector('[data-ask-user="preview-text"]')?.textContent).toBe('src');
    leave();
  });

  it('handles the keys of a UI with the hook in a portal', async () => {
    const Own = () => {
      const { questions, getRootProps } = useAskUser([DATABASE]);
      return (
        <div {...getRootProps()}>
          <input {...questions[0]?.options[0]?.getInputProps()} />
          <output>{questions[0]?.draft.selected.join()}</output>
        </div>
      );
    };
    const { inner, leave } = within(<Own />);
    inner.querySelector('input')!.focus();
    await press('2');
    expect(inner.querySelector('output')?.textContent).toBe('1');
    leave();
  });
});

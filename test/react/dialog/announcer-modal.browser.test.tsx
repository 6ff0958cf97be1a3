import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { AskUserAnnouncer, AskUserDialog } from '../../../src/react/index.js';
import { accessibilityTree } from '../../helpers/browser/accessibility-tree.js';
import { cleanUpAfterEach } from '../../helpers/browser/card.js';
import { DATABASE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

/** Renders a host app with the card in the page and a host modal beside it. */
const open = (modal: ReactNode) =>
  render(
    <AskUserAnnouncer>
      <main>
        <button type="button">Behind</button>
        <AskUserDialog questions={[DATABASE]} />
      </main>
      {modal}
    </AskUserAnnouncer>,
  );

/** Hides everything except the modal and the live regions, as Radix and the package `aria-hidden` do. */
function hideOthers(modal: Element, at: Element = document.body): void {
  const spared = [modal, ...document.querySelectorAll('[aria-live]')];
  for (const one of at.children) {
    if (spared.includes(one)) continue;
    if (spared.some((kept) => one.contains(kept))) hideOthers(modal, one);
    else one.setAttribute('aria-hidden', 'true');
  }
}

/** Roles and names in the accessibility tree. */
const told = async () => (await accessibilityTree()).map(({ role, name }) => `${role} ${name}`.trim());
const regions = (lines: readonly string[]) => lines.filter((line) => line === 'status' || line === 'alert');

describe('the announcer while a host modal is open', () => {
  it('stays exposed if the modal hides everything except live regions [A80]', async () => {
    open(
      <div role="dialog" aria-modal="true" aria-label="Settings">
        <button type="button">Save</button>
      </div>,
    );
    hideOthers(screen.getByRole('dialog'));
    const lines = await told();
    expect([lines.includes('button Save'), lines.includes('button Behind')]).toEqual([true, false]);
    // The announcer has two regions, and the card has two.
    expect(regions(lines)).toEqual(['status', 'alert', 'status', 'alert']);
  });

  it('is not exposed behind a native modal, which makes the page inert (known limit) [A80]', async () => {
    open(
      <dialog aria-label="Settings">
        <button type="button">Save</button>
      </dialog>,
    );
    document.querySelector('dialog')?.showModal();
    const lines = await told();
    expect([lines.includes('button Save'), lines.includes('button Behind')]).toEqual([true, false]);
    expect(regions(lines)).toEqual([]);
  });

  it('is exposed if it is rendered inside the native modal [A80]', async () => {
    open(
      <dialog aria-label="Settings">
        <AskUserAnnouncer>
          <button type="button">Save</button>
        </AskUserAnnouncer>
      </dialog>,
    );
    document.querySelector('dialog')?.showModal();
    expect(regions(await told())).toEqual(['status', 'alert']);
  });
});

import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { AskUserAnnouncer, AskUserDialog } from '../../src/react/index.js';
import { accessibilityTree } from '../helpers/browser/accessibility-tree.js';
import { cleanUpAfterEach } from '../helpers/browser/card.js';
import { DATABASE } from '../helpers/browser/questions.js';

cleanUpAfterEach();

/** A host's app: the card in the page, and a modal of the host's beside it. */
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

/** As Radix and the package `aria-hidden` do it: everything but the modal and live regions, and what holds those. */
function hideOthers(modal: Element, at: Element = document.body): void {
  const spared = [modal, ...document.querySelectorAll('[aria-live]')];
  for (const one of at.children) {
    if (spared.includes(one)) continue;
    if (spared.some((kept) => one.contains(kept))) hideOthers(modal, one);
    else one.setAttribute('aria-hidden', 'true');
  }
}

/** The roles and names that assistive technology is given. */
const told = async () => (await accessibilityTree()).map(({ role, name }) => `${role} ${name}`.trim());
const regions = (lines: readonly string[]) => lines.filter((line) => line === 'status' || line === 'alert');

describe('the announcer, while a modal of the host’s is open', () => {
  it('stays to be heard where the modal hides all but live regions [A80]', async () => {
    open(
      <div role="dialog" aria-modal="true" aria-label="Settings">
        <button type="button">Save</button>
      </div>,
    );
    hideOthers(screen.getByRole('dialog'));
    const lines = await told();
    expect([lines.includes('button Save'), lines.includes('button Behind')]).toEqual([true, false]);
    // The announcer's two, then the card's.
    expect(regions(lines)).toEqual(['status', 'alert', 'status', 'alert']);
  });

  it('is not there behind a native one, which makes all of the page inert (known limit) [A80]', async () => {
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

  it('is there if it stands in the native one, around the card in it [A80]', async () => {
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

import type { Page } from 'playwright';

/** Answers the one question that is open with these options, by keyboard alone, and sends it. */
export async function answer(page: Page, ...options: readonly string[]): Promise<void> {
  for (const name of options) {
    const control = page.getByRole('radio', { name }).or(page.getByRole('checkbox', { name }));
    // Where the focus has just followed the user, Space and Enter wait for half a second.
    do {
      await control.focus();
      await page.keyboard.press('Space');
    } while (!(await control.isChecked()));
  }
  await page.keyboard.press('Enter');
}

/** Cancels what is open; what was entered is discarded on purpose. */
export async function cancel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel' }).click();
  const discard = page.getByRole('dialog').getByRole('button', { name: /^Discard/ });
  if (await discard.isVisible()) await discard.click();
}

import type { Page } from 'playwright';

/** Answers the one pending question with these options by keyboard, and submits it. */
export async function answer(page: Page, ...options: readonly string[]): Promise<void> {
  for (const name of options) {
    const control = page.getByRole('radio', { name }).or(page.getByRole('checkbox', { name }));
    // Space and Enter wait for 500 ms after focus has followed the user.
    do {
      await control.focus();
      await page.keyboard.press('Space');
    } while (!(await control.isChecked()));
  }
  await page.keyboard.press('Enter');
}

/** Cancels the pending question and discards what was entered. */
export async function cancel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel' }).click();
  const discard = page.getByRole('dialog').getByRole('button', { name: /^Discard/ });
  if (await discard.isVisible()) await discard.click();
}

import type { Page } from 'playwright';
import { inject } from 'vitest';
import { openChat, type ChatPage } from './chat-page.js';

/** Opens a tab on a shared chat, or on a new one without an address. */
export async function openShared(address = `${inject('quick')}/shared`): Promise<ChatPage> {
  const chat = await openChat(address);
  await chat.page.getByText(/^You’re Guest \d+/).waitFor();
  return chat;
}

/** The transcript, without the live region that repeats some of it. */
export const log = (page: Page) => page.getByRole('log');
export const database = (page: Page) => page.getByRole('heading', { name: 'Which database should we use?' });
export const features = (page: Page) => page.getByRole('heading', { name: 'Which features should we include?' });
export const field = (page: Page) => page.getByRole('textbox', { name: 'Other Your answer' });
export const receipt = (page: Page, name = 'Setup assistant was answered') => page.getByRole('group', { name });

/** Selects Other in the question, and types into its field. */
export async function typeOther({ page, enterQuestion, press, type }: ChatPage, text: string): Promise<void> {
  await enterQuestion();
  await press('0');
  await field(page).waitFor();
  await type(text);
}
/** The notice that one more question is pending. */
export const oneMore = (page: Page) => page.getByText(/^1 more .*waiting/).first();

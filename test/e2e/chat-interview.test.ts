import { afterEach, expect, it } from 'vitest';
import { expectAccessible, expectFocus, openChat, type ChatPage } from './helpers/chat-page.js';

let chat: ChatPage;
afterEach(async () => {
  const { problems } = chat;
  await chat.close();
  expect(problems).toEqual([]);
});

/** Waits for a round, and answers its questions by digits. */
async function answerRound(first: string): Promise<void> {
  const { page, press } = chat;
  await page.getByRole('heading', { name: first }).waitFor();
  await chat.enterQuestion();
  for (let question = 1; question <= 3; question++) {
    await press('1');
    await press('Enter');
  }
  await page.getByText('3 of 3 answered').last().waitFor();
  await press('Enter');
}

it('holds an interview by keyboard only, with a question that waits, a reply, a discussion and a change', async () => {
  chat = await openChat();
  const { page, composer, requests, activate, press, type, heard } = chat;
  const title = (text: string) => page.getByRole('heading', { name: text }).waitFor();
  await activate(/^Interview/);
  await answerRound('Who will use the service?');

  // The agent goes on without the name, and asks the next round.
  await title('3 questions from Setup assistant · Round 2, 3 answered so far');
  await expectAccessible(page);
  const name = page.getByRole('region', { name: /What should the service be called\?/ });
  await chat.tabTo(name.getByRole('button', { name: 'Continue' }), 'Shift+Tab');
  await press('Enter');
  await chat.tabTo(name.getByRole('textbox'));
  await type('fjord');
  await expectAccessible(page);
  await press('Enter');
  await page.getByText('User was asked "What should the service be called?" and answered "fjord".').waitFor();
  await page.getByText('Sent with your next answer').waitFor();

  // The user asks about the second question, and keeps what was entered.
  await title('What does it store?');
  await chat.enterQuestion();
  await press('1');
  await press('Enter');
  await title('How long must the data be kept?');
  await activate('Ask about this');
  await type('Why does it matter?');
  await press('Enter');
  await heard('A year answers most questions of customers.');
  await expectAccessible(page);

  // After a discussion, the agent asks again, and the answers so far are offered.
  await activate('Discuss instead');
  await type('What does it cost?');
  await activate('Send and discuss');
  await heard("You'd like to discuss the data first");
  await page.getByText('Sent with your next message').waitFor();
  await expectFocus(composer);
  await chat.say('I see.');
  await page.getByText('You have already answered 1 of these 3 questions.').first().waitFor();
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  await activate('Use my answers');
  await page.getByRole('checkbox', { name: 'Orders', checked: true }).waitFor();
  await expectAccessible(page);

  // The user changes an earlier answer while the agent waits.
  await activate('Change answer to Users');
  await expectFocus(page.getByRole('heading', { name: 'Who will use the service?' }));
  await press('2');
  await press('Enter');
  await page.getByText('Your change is sent as a message.').waitFor();
  await expectAccessible(page);
  await page.reload();
  await page.getByText(/now chose "Our customers"\.$/).waitFor();
  await page.getByText('Sent with your next answer').waitFor();

  // The answers of the round and the change go to the agent in one request.
  await chat.enterQuestion();
  const before = requests.length;
  await press('Enter');
  await title('How long must the data be kept?');
  for (let question = 2; question <= 3; question++) {
    await press('1');
    await press('Enter');
  }
  await page.getByText('3 of 3 answered').last().waitFor();
  await press('Enter');
  await title('Where must the data stay?');
  expect(requests.length - before).toBe(1);
  expect(await page.getByText('Sent with your next answer').count()).toBe(0);

  await answerRound('Where must the data stay?');
  await title('3 questions from Setup assistant · Round 4, 9 answered so far');
  await answerRound('When should it go live?');
  await heard("That's all I need.");
  for (const line of ['Users: “Our customers”', 'Name: “fjord”', 'Retention: “One year (Recommended)”']) {
    await page.getByRole('listitem').filter({ hasText: line }).waitFor();
  }
  await expectFocus(composer);
  await expectAccessible(page);
});

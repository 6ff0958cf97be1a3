import { describe, expect, it } from 'vitest';
import { DATABASE, DEPLOYMENT, FEATURES, NAME, startChat } from './helpers/script-chat.js';

const headers = ({ questions }: { questions: readonly { header: string }[] }) => questions.map(({ header }) => header);

/** Starts a chat that has reached the question about the deployment. */
async function atDeployment(details: Record<string, string> = {}) {
  const chat = startChat();
  await chat.say('Set up a service');
  await chat.answer({ [DATABASE]: 'SQLite' });
  const turn = await chat.answer({
    [FEATURES]: 'REST API',
    'How should the SQLite file be backed up?': 'A nightly copy',
    [NAME]: 'orders-api',
    ...details,
  });
  return { chat, turn };
}

/** Starts a chat that has reached the last question. */
async function atReadme() {
  const { chat } = await atDeployment();
  const turn = await chat.answer({ [DEPLOYMENT]: 'Kubernetes' });
  return { chat, turn };
}

describe('the scripted assistant', () => {
  it('first asks about the database, with a recommendation and descriptions', async () => {
    const { text, questions } = await startChat().say('Set up a service');
    expect(text).toBe("Happy to help. Before I set anything up, I'd like to know a few things.");
    expect(questions).toHaveLength(1);
    expect(questions[0]).toMatchObject({
      question: DATABASE,
      multiSelect: false,
      options: [
        { label: 'PostgreSQL (Recommended)', description: 'Battle-tested relational database' },
        { label: 'SQLite' },
        { label: 'MongoDB' },
      ],
    });
  });

  it.each([
    ['PostgreSQL (Recommended)', 'PostgreSQL it is: a safe choice for orders.', 'Who should run PostgreSQL?'],
    ['SQLite', 'SQLite it is: one file and nothing to run.', 'How should the SQLite file be backed up?'],
    ['MongoDB', 'MongoDB it is: your orders will be documents.', 'How should orders be stored in MongoDB?'],
    ['CockroachDB', 'Got it: CockroachDB.', 'How much data will the service hold after a year?'],
  ])('replies to %s and asks the question that follows from it', async (answer, said, followUp) => {
    const chat = startChat();
    await chat.say('Set up a service');
    const turn = await chat.answer({ [DATABASE]: answer });
    expect(turn.text).toContain(said);
    expect(turn.questions.map(({ question }) => question)).toEqual([FEATURES, followUp, NAME]);
  });

  it('asks a multi-select question, a question with context, and a question without options in one call', async () => {
    const chat = startChat();
    await chat.say('Set up a service');
    const { questions } = await chat.answer({ [DATABASE]: 'SQLite' });
    expect(questions.map(({ multiSelect, options }) => [multiSelect, options.length])).toEqual([
      [true, 4],
      [false, 2],
      [false, 0],
    ]);
    expect(questions[1]?.context).toContain('a lost disk is lost data');
  });

  it('separates several selected options from the custom text after them', async () => {
    const { turn } = await atDeployment({ [FEATURES]: 'Authentication, Background jobs, Audit log, 90 days' });
    expect(turn.text).toContain('Authentication and Background jobs will be included.');
    expect(turn.text).toContain('Got it: Audit log, 90 days.');
    expect(turn.text).toContain("I'll call the service orders-api.");
    expect(turn.questions[0]?.context).toBe('Background jobs need a process that keeps running.');
  });

  it('does not take a text for an option if it only begins with the option’s label', async () => {
    const { turn } = await atDeployment({ [FEATURES]: 'REST APIs for partners' });
    expect(turn.text).toContain('Got it: REST APIs for partners.');
    expect(turn.text).not.toContain('will be included');
  });

  it('continues after a cancelled question and leaves it undecided', async () => {
    const chat = startChat();
    await chat.say('Set up a service');
    const turn = await chat.cancel();
    expect(turn.text).toBe("No problem. I'll leave the database open for now.");
    expect(headers(turn)).toEqual(['Features', 'Size', 'Name']);
  });

  it('asks again after a message superseded the question', async () => {
    const chat = startChat();
    const first = await chat.say('Set up a service');
    const turn = await chat.supersede('Is SQLite enough for 2 GB?');
    expect(turn.text).toBe(
      'You wrote: “Is SQLite enough for 2 GB?”. Noted. My question about the database is still open, so here it is again.',
    );
    expect(turn.questions).toEqual(first.questions);
    expect(turn.callId).not.toBe(first.callId);
  });

  it('leaves a question open after two messages, or if the user asks to skip it', async () => {
    const chat = startChat();
    await chat.say('Set up a service');
    await chat.supersede('Hm.');
    const twice = await chat.supersede('Hm?');
    expect(twice.text).toBe("You wrote: “Hm?”. I'll leave the database open.");
    expect(headers(twice)).toContain('Features');
    const skipped = await chat.supersede('Skip that, please');
    expect(skipped.text).toContain("I'll leave the details open.");
    expect(headers(skipped)).toEqual(['Deployment']);
  });

  it('continues if a question could not be shown', async () => {
    const chat = startChat();
    await chat.say('Set up a service');
    const again = await chat.fail();
    expect(again.text).toContain('could not be shown');
    expect(headers(again)).toEqual(['Database']);
    expect(headers(await chat.fail())).toContain('Features');
  });

  it('asks again each time it was stopped, and reports the stop correctly', async () => {
    const chat = startChat();
    await chat.say('Set up a service');
    for (const _ of [1, 2, 3]) {
      const again = await chat.stopped();
      expect(again.text).toContain('I was stopped.');
      expect(again.text).not.toContain('could not be shown');
      expect(headers(again)).toEqual(['Database']);
    }
  });

  it('gives the length of a long answer in user-perceived characters', async () => {
    const { chat, turn } = await atReadme();
    const question = turn.questions[0]?.question ?? '';
    expect(question).toBe('How should the README introduce orders-api?');
    const long = `${'ab '.repeat(832)}🙂🙂🙂🙂`;
    const { text } = await chat.answer({ [question]: long });
    expect(text).toContain("That's a detailed brief — 2,500 characters.");
    expect(text).not.toContain(long);
    expect(text).toContain('…” (2,500 characters)');
  });

  it('ends with a summary that quotes every answer and names what is open', async () => {
    const { chat } = await atDeployment({ [FEATURES]: 'Authentication, Webhooks' });
    const { questions } = await chat.cancel();
    const { text, callId } = await chat.answer({ [questions[0]?.question ?? '']: 'One line' }, { x: 'In English.' });
    expect(callId).toBeUndefined();
    expect(text).toContain('Your note: “In English.”.');
    expect(text.split('\n').filter((line) => line.startsWith('- '))).toEqual([
      '- **Database:** “SQLite”',
      '- **Features:** “Authentication”, “Webhooks”',
      '- **Backup:** “A nightly copy”',
      '- **Name:** “orders-api”',
      '- **Deployment:** left open',
      '- **README:** “One line”',
    ]);
  });

  it('answers a message after the plan without asking another question', async () => {
    const { chat } = await atReadme();
    await chat.cancel();
    const turn = await chat.say('Thanks!');
    expect(turn.text).toBe('You wrote: “Thanks!”. The plan is complete; start a new chat to plan another service.');
    expect(turn.questions).toEqual([]);
  });
});

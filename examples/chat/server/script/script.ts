import { choiceOf, listed, quote, roundOf } from './answers.js';
import { database } from './topics/database.js';
import { deployment } from './topics/deployment.js';
import { details } from './topics/details.js';
import { INTERVIEW } from './topics/interview.js';
import { readme } from './topics/readme.js';
import { release } from './topics/release.js';
import type { Conversation, Round, Topic, Turn } from './types.js';

/** Topics of the setup assistant. */
export const SERVICE: readonly Topic[] = [database, details, deployment, readme];
/** Topics of the release assistant. */
export const RELEASES: readonly Topic[] = [release];

/** What the first message asks for: an interview, or a service. */
const topicsFor = ({ firstText }: Conversation): readonly Topic[] =>
  /\binterview\b/i.test(firstText) ? INTERVIEW : SERVICE;

/** Maximum number of times a question is asked. After that, it stays open. */
const ATTEMPTS = 2;

const wantsToMoveOn = (text: string): boolean => /\b(skip|move on|go on|never mind|later|leave it)\b/i.test(text);

/** Whether the script asks nothing more about a topic. */
function isSettled({ name }: Topic, conversation: Conversation): boolean {
  // A stopped round does not count as an attempt.
  const rounds = conversation.rounds.filter(({ topic, outcome }) => topic === name && outcome.kind !== 'stopped');
  const kind = rounds.at(-1)?.outcome.kind;
  if (kind === 'answered' || kind === 'cancelled' || kind === 'waiting') return true;
  if ((kind === 'superseded' || kind === 'discussed') && wantsToMoveOn(conversation.userText)) return true;
  // A user who discusses a question wants to be asked again.
  return rounds.filter(({ outcome }) => outcome.kind !== 'discussed').length >= ATTEMPTS;
}

function afterRound(round: Round, topic: Topic): string {
  switch (round.outcome.kind) {
    case 'answered':
      return [topic.reply(round), leftOut(round), remarks(round)].filter(Boolean).join(' ');
    case 'discussed':
      return discussion(round, topic);
    case 'waiting':
      return `While you think about ${topic.title}, let's go on.`;
    case 'cancelled':
      return `No problem. I'll leave ${topic.title} open for now.`;
    case 'superseded':
      return `My question about ${topic.title} was skipped, so it stays open.`;
    case 'stopped':
      return `I was stopped. My question about ${topic.title} is still open, so here it is again.`;
    case 'failed':
      return `My question about ${topic.title} could not be shown, so it stays open.`;
  }
}

/** Names the questions that the user left unanswered. */
function leftOut({ questions, outcome }: Round): string {
  const open = questions.filter(({ question }) => outcome.kind === 'answered' && !outcome.answers.has(question));
  if (open.length === 0) return '';
  return `You left ${listed(open.map(({ header }) => header))} open, and I won't decide for you.`;
}

/** Repeats the drafts of a user who wants to discuss, and waits for a message. Drafts are not answers. */
function discussion({ questions, outcome }: Round, { title }: Topic): string {
  if (outcome.kind !== 'discussed') return '';
  const { message, answers } = outcome;
  const said = questions.flatMap(({ question, header }) => {
    const answer = answers.get(question);
    return answer === undefined ? [] : [`${header}: ${quote(answer)}`];
  });
  const wish = `You'd like to discuss ${title} first${message ? `: ${quote(message)}.` : '.'}`;
  const soFar = said.length > 0 ? ` So far you have ${listed(said)}, which I don't take as answers yet.` : '';
  return `${wish}${soFar} Tell me what matters to you, and I'll ask again.`;
}

function remarks({ outcome }: Round): string {
  if (outcome.kind !== 'answered' || outcome.notes.size === 0) return '';
  return `Your note: ${[...outcome.notes.values()].map(quote).join(', ')}.`;
}

const said = ({ userText }: Conversation): string => `You wrote: ${quote(userText)}.`;

/** Repeats the answers in the newest message. */
function noted({ rounds, told }: Conversation): string {
  const headerOf = (question: string) =>
    rounds.flatMap(({ questions }) => questions).find((one) => one.question === question)?.header ?? 'Your answer';
  return told
    .map(({ question, answer, isChange }) => `${headerOf(question)}${isChange ? ' is now' : ':'} ${quote(answer)}.`)
    .join(' ');
}

/** Returns the reply to a message that the user sent instead of an answer. */
function afterMessage(conversation: Conversation, topic: Topic): string {
  const wrote = said(conversation);
  return isSettled(topic, conversation)
    ? `${wrote} I'll leave ${topic.title} open.`
    : `${wrote} Noted. My question about ${topic.title} is still open, so here it is again.`;
}

function reaction(conversation: Conversation, topics: readonly Topic[]): string {
  const round = conversation.rounds.at(-1);
  const topic = topics.find(({ name }) => name === round?.topic);
  if (!round || !topic) return "Happy to help. Before I set anything up, I'd like to know a few things.";
  if (conversation.last === 'tool') return afterRound(round, topic);
  const told = noted(conversation);
  if (told && isSettled(topic, conversation)) return `${told} Let's go on.`;
  if (told) return `${told} My question about ${topic.title} is still open, so here it is again.`;
  const isOpen = round.outcome.kind === 'superseded' || round.outcome.kind === 'discussed';
  if (isOpen) return afterMessage(conversation, topic);
  return `${said(conversation)} Let's go on.`;
}

function summary(conversation: Conversation, topics: readonly Topic[]): string {
  const lines = topics.flatMap((topic) => {
    const round = roundOf(conversation, topic.name);
    if (round?.outcome.kind === 'waiting') return [line(round.questions[0]?.header ?? '', 'not answered yet')];
    if (round?.outcome.kind !== 'answered') return [line(topic.title.replace(/^(?:the )?(.)/, capital), 'left open')];
    const { answers } = round.outcome;
    return round.questions.map((question) => {
      const answer = answers.get(question.question);
      if (answer === undefined) return line(question.header, 'left open');
      const { labels, custom } = choiceOf(question, answer);
      return line(question.header, [...labels, ...(custom ? [custom] : [])].map(quote).join(', '));
    });
  });
  return `That's all I need. Here is the plan:\n\n${lines.join('\n')}\n\nStart a new chat to plan another service.`;
}

const line = (name: string, decision: string): string => `- **${name}:** ${decision}`;
const capital = (_: string, letter: string): string => letter.toUpperCase();

/** Returns the reply if the newest message asks about a question of the script. The texts are those of `replyTo`. */
export function replyIn(conversation: Conversation, topics = topicsFor(conversation)): string | undefined {
  const [, asked] = /^Your question: (.*)\n\nI ask: /.exec(conversation.userText) ?? [];
  if (asked === undefined) return undefined;
  for (const { questions, explain } of topics) {
    const question = questions(conversation).find((one) => one.question === asked);
    const reply = question && explain?.[question.header];
    if (reply) return reply;
  }
  return 'Choose what fits best. You can change your answer later.';
}

/** Returns the next turn. Pure: the same conversation always results in the same text and question. */
export function nextTurn(conversation: Conversation, topics = topicsFor(conversation)): Turn {
  const topic = topics.find((candidate) => !isSettled(candidate, conversation));
  const isDiscussed = conversation.last === 'tool' && conversation.rounds.at(-1)?.outcome.kind === 'discussed';
  if (isDiscussed) return { text: reaction(conversation, topics) };
  if (topic) {
    return {
      text: reaction(conversation, topics),
      ask: { topic: topic.name, questions: topic.questions(conversation), canWait: topic.canWait === true },
    };
  }
  const told = noted(conversation);
  if (conversation.last === 'user' && told) return { text: `${told}\n\n${summary(conversation, topics)}` };
  const newest = conversation.rounds.at(-1)?.outcome.kind;
  const toldAlready = conversation.last === 'user' && newest !== 'superseded' && newest !== 'discussed';
  return {
    text: toldAlready
      ? `You wrote: ${quote(conversation.userText)}. The plan is complete; start a new chat to plan another service.`
      : `${reaction(conversation, topics)}\n\n${summary(conversation, topics)}`,
  };
}

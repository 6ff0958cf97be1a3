import { choiceOf, listed, quote, roundOf } from './answers.js';
import { database } from './topics/database.js';
import { deployment } from './topics/deployment.js';
import { details } from './topics/details.js';
import { readme } from './topics/readme.js';
import { release } from './topics/release.js';
import type { Conversation, Round, Topic, Turn } from './types.js';

/** Topics of the setup assistant. */
export const SERVICE: readonly Topic[] = [database, details, deployment, readme];
/** Topics of the release assistant. */
export const RELEASES: readonly Topic[] = [release];

/** Maximum number of times a question is asked. After that, it stays open. */
const ATTEMPTS = 2;

const wantsToMoveOn = (text: string): boolean => /\b(skip|move on|go on|never mind|later|leave it)\b/i.test(text);

/** Whether the script asks nothing more about a topic. */
function isSettled({ name }: Topic, conversation: Conversation): boolean {
  // A stopped round does not count as an attempt.
  const rounds = conversation.rounds.filter(({ topic, outcome }) => topic === name && outcome.kind !== 'stopped');
  const kind = rounds.at(-1)?.outcome.kind;
  if (kind === 'answered' || kind === 'cancelled') return true;
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

/** Returns the reply to a message that the user sent instead of an answer. */
function afterMessage(conversation: Conversation, topic: Topic): string {
  const wrote = `You wrote: ${quote(conversation.userText)}.`;
  return isSettled(topic, conversation)
    ? `${wrote} I'll leave ${topic.title} open.`
    : `${wrote} Noted. My question about ${topic.title} is still open, so here it is again.`;
}

function reaction(conversation: Conversation, topics: readonly Topic[]): string {
  const round = conversation.rounds.at(-1);
  const topic = topics.find(({ name }) => name === round?.topic);
  if (!round || !topic) return "Happy to help. Before I set anything up, I'd like to know a few things.";
  if (conversation.last === 'tool') return afterRound(round, topic);
  const isOpen = round.outcome.kind === 'superseded' || round.outcome.kind === 'discussed';
  if (isOpen) return afterMessage(conversation, topic);
  return `You wrote: ${quote(conversation.userText)}. Let's go on.`;
}

function summary(conversation: Conversation, topics: readonly Topic[]): string {
  const lines = topics.flatMap((topic) => {
    const round = roundOf(conversation, topic.name);
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

/** Returns the next turn. Pure: the same conversation always results in the same text and question. */
export function nextTurn(conversation: Conversation, topics: readonly Topic[] = SERVICE): Turn {
  const topic = topics.find((candidate) => !isSettled(candidate, conversation));
  const isDiscussed = conversation.last === 'tool' && conversation.rounds.at(-1)?.outcome.kind === 'discussed';
  if (isDiscussed) return { text: reaction(conversation, topics) };
  if (topic) {
    return {
      text: reaction(conversation, topics),
      ask: { topic: topic.name, questions: topic.questions(conversation) },
    };
  }
  const newest = conversation.rounds.at(-1)?.outcome.kind;
  const toldAlready = conversation.last === 'user' && newest !== 'superseded' && newest !== 'discussed';
  return {
    text: toldAlready
      ? `You wrote: ${quote(conversation.userText)}. The plan is complete; start a new chat to plan another service.`
      : `${reaction(conversation, topics)}\n\n${summary(conversation, topics)}`,
  };
}

import { choiceOf, quote, roundOf } from './answers.js';
import { database } from './topics/database.js';
import { deployment } from './topics/deployment.js';
import { details } from './topics/details.js';
import { readme } from './topics/readme.js';
import { release } from './topics/release.js';
import type { Conversation, Round, Topic, Turn } from './types.js';

/** What a whole service takes. */
export const SERVICE: readonly Topic[] = [database, details, deployment, readme];
/** What the agent beside it takes care of. */
export const RELEASES: readonly Topic[] = [release];

/** A question is asked this often; after that it is left open rather than pressed. */
const ATTEMPTS = 2;

const wantsToMoveOn = (text: string): boolean => /\b(skip|move on|go on|never mind|later|leave it)\b/i.test(text);

/** Whether nothing more is to be asked about a topic. */
function isSettled({ name }: Topic, conversation: Conversation): boolean {
  // Being stopped says nothing about a question.
  const rounds = conversation.rounds.filter(({ topic, outcome }) => topic === name && outcome.kind !== 'stopped');
  const kind = rounds.at(-1)?.outcome.kind;
  if (kind === 'answered' || kind === 'cancelled') return true;
  if (kind === 'superseded' && wantsToMoveOn(conversation.userText)) return true;
  return rounds.length >= ATTEMPTS;
}

function afterRound(round: Round, topic: Topic): string {
  switch (round.outcome.kind) {
    case 'answered':
      return topic.reply(round) + remarks(round);
    case 'cancelled':
      return `No problem, I'll not decide ${topic.title} for you. That stays open.`;
    case 'superseded':
      return `My question about ${topic.title} was set aside, so it stays open.`;
    case 'stopped':
      return `I was stopped. My question about ${topic.title} is still open, so here it is again.`;
    case 'failed':
      return `My question about ${topic.title} could not be shown, so it stays open.`;
  }
}

function remarks({ outcome }: Round): string {
  if (outcome.kind !== 'answered' || outcome.notes.size === 0) return '';
  return ` Your note: ${[...outcome.notes.values()].map(quote).join(', ')}.`;
}

/** What the agent says to a chat message that came in place of an answer. */
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
  if (round.outcome.kind === 'superseded') return afterMessage(conversation, topic);
  return `You wrote: ${quote(conversation.userText)}. Let's go on.`;
}

function summary(conversation: Conversation, topics: readonly Topic[]): string {
  const lines = topics.flatMap((topic) => {
    const round = roundOf(conversation, topic.name);
    if (round?.outcome.kind !== 'answered') return [`- ${topic.title.replace(/^the (.)/, capital)}: left open`];
    const { answers } = round.outcome;
    return round.questions.map((question) => {
      const { labels, custom } = choiceOf(question, answers.get(question.question) ?? '');
      return `- ${question.header}: ${[...labels, ...(custom ? [custom] : [])].map(quote).join(', ')}`;
    });
  });
  return `That's all I need. Here is the plan:\n${lines.join('\n')}\nStart a new chat to plan another service.`;
}

const capital = (_: string, letter: string): string => letter.toUpperCase();

/** Pure: the same conversation always leads to the same words and the same question. */
export function nextTurn(conversation: Conversation, topics: readonly Topic[] = SERVICE): Turn {
  const topic = topics.find((candidate) => !isSettled(candidate, conversation));
  if (topic) {
    return {
      text: reaction(conversation, topics),
      ask: { topic: topic.name, questions: topic.questions(conversation) },
    };
  }
  const toldAlready = conversation.last === 'user' && conversation.rounds.at(-1)?.outcome.kind !== 'superseded';
  return {
    text: toldAlready
      ? `You wrote: ${quote(conversation.userText)}. The plan is complete; start a new chat to plan another service.`
      : `${reaction(conversation, topics)}\n\n${summary(conversation, topics)}`,
  };
}

const CHATS = {
  '/': { about: 'This chat is kept in this tab.', other: '/shared', link: 'Start a shared chat' },
  '/shared': {
    about: 'Anyone with the address can read this chat and answer.',
    other: '/',
    link: 'Start a private chat',
  },
} as const;

interface OtherChatProps {
  current: keyof typeof CHATS;
}

/** Shows who can see this chat, and links to the other kind. */
export function OtherChat({ current }: OtherChatProps) {
  const { about, other, link } = CHATS[current];
  return (
    <p className="chat-other">
      {about} <a href={other}>{link}</a>
    </p>
  );
}

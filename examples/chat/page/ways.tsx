const WAYS = [
  { path: '/', name: 'One window', about: 'the page runs the chat and hands the answers back' },
  { path: '/shared', name: 'Two windows, one agent', about: 'the agent waits on the server, any window may answer' },
];

/** The two ways this example asks. */
export function Ways({ current }: { current: '/' | '/shared' }) {
  return (
    <nav aria-label="Ways to ask" className="chat-ways">
      <ul>
        {WAYS.map(({ path, name, about }) => (
          <li key={path}>
            <a href={path} aria-current={path === current ? 'page' : undefined}>
              {name}
            </a>
            : {about}
          </li>
        ))}
      </ul>
    </nav>
  );
}

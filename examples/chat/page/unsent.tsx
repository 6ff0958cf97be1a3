/** Renders the user's changes and late answers until they are sent. */
export function Unsent({ texts, hint }: { texts: readonly string[]; hint: string }) {
  return texts.map((text, at) => (
    // Two changes can be alike, and none moves.
    <article key={at} className="chat-message chat-message-user" data-waiting="true">
      <h2 className="chat-hidden">You</h2>
      <p className="chat-text" dir="auto">
        {text}
      </p>
      <p className="chat-state">{hint}</p>
    </article>
  ));
}

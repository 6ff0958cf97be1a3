/** An arrow that points up. */
export const SendIcon = () => (
  <svg className="chat-icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <path d="M10 16V4.5M4.75 9.5 10 4.25l5.25 5.25" />
  </svg>
);

/** A filled square. */
export const StopIcon = () => (
  <svg className="chat-icon chat-icon-filled" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <rect x="5" y="5" width="10" height="10" rx="2" />
  </svg>
);

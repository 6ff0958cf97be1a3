/** Renders text with `code` between backticks. */
export function InlineCode({ text }: { text: string }) {
  return (
    <span>{text.split('`').map((part, i) => (i % 2 === 1 ? <code key={`${i} ${part}`}>{part}</code> : part))}</span>
  );
}

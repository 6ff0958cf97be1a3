import { useState } from 'react';

interface CopyButtonProps {
  text: string | (() => string);
  /** Accessible name, if it differs from the visible one. */
  label?: string;
  children?: string;
}

/** Copies a text, and shows whether that worked until the pointer or the focus leaves. */
export function CopyButton({ text, label, children = 'Copy' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'Copied' | 'Not copied'>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setOutcome('Copied');
    } catch {
      setOutcome('Not copied');
    }
  };
  const forget = () => setOutcome(undefined);
  return (
    <>
      <button type="button" aria-label={label} onClick={copy} onBlur={forget} onPointerLeave={forget}>
        {outcome ?? children}
      </button>
      <span role="status" className="playground-hidden">
        {outcome}
      </span>
    </>
  );
}

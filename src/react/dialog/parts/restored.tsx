import { useContext, useEffect, type ReactNode } from 'react';
import { part } from '../anatomy.js';
import { RestoredContext, useAsk } from '../context.js';
import { ActionButton } from './button.js';

export function Restored(): ReactNode {
  const { messages, engine } = useAsk();
  const restored = useContext(RestoredContext);
  const [text, button] = restored?.getTexts(messages) ?? [];
  useEffect(() => {
    if (text) engine.announce(text);
  }, [engine, text]);
  return (
    restored && (
      <p {...part('restored')}>
        <span>{`${text} `}</span>
        <ActionButton act={restored.toggle}>{button}</ActionButton>
      </p>
    )
  );
}

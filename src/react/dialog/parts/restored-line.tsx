import { useEffect, type ReactNode } from 'react';
import type { RestoredDrafts } from '../../drafts/restored-drafts.js';
import { part } from '../anatomy.js';
import { useAsk } from '../context.js';
import { ActionButton } from './button.js';
import { Notice } from './notice.js';

/** Says that drafts were restored, and offers to start over. */
export function RestoredLine({ restored }: { restored: RestoredDrafts }): ReactNode {
  const { messages, engine } = useAsk();
  const [text, button] = restored.getTexts(messages);
  useEffect(() => engine.announce(text), [engine, text]);
  return (
    <Notice>
      <p {...part('restored')}>
        <span>{`${text} `}</span>
        <ActionButton act={restored.toggle}>{button}</ActionButton>
      </p>
    </Notice>
  );
}

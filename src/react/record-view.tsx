import type { ComponentType, ReactNode } from 'react';
import { part } from './anatomy.js';
import type { RecordBodyProps } from './record-body.js';
import { Copyable } from './parts/copyable.js';
import { withAsker } from './text/asker.js';

export interface RecordViewProps extends RecordBodyProps {
  /** What is drawn under the title. A card loads it late: `undefined` until then, `null` if it can't be loaded. */
  Body: ComponentType<RecordBodyProps> | null | undefined;
  asker: string | undefined;
  headingLevel: number;
  /** Beside the title: when that was. */
  time?: ReactNode;
  /** At the end. */
  children?: ReactNode;
}

/** A settled request as it stays: how it ended, and what was asked and answered. */
export function RecordView({ Body, asker, headingLevel, time, children, ...record }: RecordViewProps): ReactNode {
  const { status, answers, unsent, messages, titleId } = record;
  const texts = unsent?.flat() ?? [];
  // Heard together with the heading, which has the focus: what a user would else have to look for.
  const described = unsent && [texts.length > 0 && `${titleId}-unsent`, answers.length > 0 && `${titleId}-given`];
  const Heading = `h${headingLevel}` as 'h3';
  const title = (
    <Heading
      {...part('title')}
      {...(titleId !== undefined && {
        id: titleId,
        tabIndex: -1,
        'aria-describedby': described?.filter(Boolean).join(' ') || undefined,
      })}
    >
      <bdi>{withAsker(messages.settled[status], asker ?? messages.asker)}</bdi>
    </Heading>
  );
  return (
    <div {...part('settled')} data-status={status}>
      {time ? (
        <div {...part('settled-header')}>
          {title}
          {time}
        </div>
      ) : (
        title
      )}
      {Body ? <Body {...record} /> : Body === null && <Copyable texts={texts} messages={messages} />}
      {children}
    </div>
  );
}

import type { ComponentType, ReactNode } from 'react';
import { part } from '../dialog/anatomy.js';
import type { RecordBodyProps } from './record-body.js';
import { UnsentTexts } from '../dialog/parts/copyable.js';
import { withAsker } from '../text/asker.js';

export interface RecordViewProps extends RecordBodyProps {
  /**
   * Component for the content below the title. A settled card loads it later: `undefined` until then, `null` if it
   * cannot be loaded.
   */
  Body: ComponentType<RecordBodyProps> | null | undefined;
  headingLevel: number;
  time?: ReactNode;
  children?: ReactNode;
}

export function RecordView({ Body, headingLevel, time, children, ...record }: RecordViewProps): ReactNode {
  const { status, answers, unsent, messages, titleId } = record;
  const texts = unsent?.flat() ?? [];
  // Screen readers read these elements with the focused heading, so the user does not have to search for them.
  const unsentId = Body !== undefined && texts.length > 0 ? `${titleId}-unsent` : undefined;
  const described = [unsentId, Body && unsent && answers.length > 0 && `${titleId}-given`];
  const Heading = `h${headingLevel}` as 'h3';
  const title = (
    <Heading
      {...part('title')}
      {...(titleId !== undefined && {
        id: titleId,
        tabIndex: -1,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
      })}
    >
      <bdi>{withAsker(messages.settled[status], messages)}</bdi>
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
      {Body ? <Body {...record} /> : Body === null && <UnsentTexts id={unsentId} texts={texts} messages={messages} />}
      {children}
    </div>
  );
}

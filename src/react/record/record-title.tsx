import type { ReactNode } from 'react';
import type { DialogMessages } from '../../messages/types.js';
import { part } from '../dialog/anatomy.js';
import { withAsker } from '../text/asker.js';

export interface RecordTitleProps {
  status: keyof DialogMessages['settled'];
  messages: DialogMessages;
  headingLevel: number;
  /** ID of the heading. With it, the heading can be focused. */
  titleId?: string | undefined;
  describedBy?: string | undefined;
}

export function RecordTitle({ status, messages, headingLevel, titleId, describedBy }: RecordTitleProps): ReactNode {
  const Heading = `h${headingLevel}` as 'h3';
  return (
    <Heading
      {...part('title')}
      id={titleId}
      tabIndex={titleId === undefined ? undefined : -1}
      aria-describedby={describedBy}
    >
      <bdi>{withAsker(messages.settled[status], messages)}</bdi>
    </Heading>
  );
}

import type { ReactNode } from 'react';
import { part } from '../dialog/anatomy.js';
import type { RecordBodyProps } from './record-body.js';
import { UnsentTexts } from '../dialog/parts/copyable.js';
import { RecordTitle, type RecordTitleProps } from './record-title.js';

export interface RecordViewProps extends RecordTitleProps, Pick<RecordBodyProps, 'unsent'> {
  titleId: string;
  /** Content below the title: `undefined` until its file is loaded, `null` if that cannot be loaded. */
  body: ReactNode;
  /** Whether the body contains answers. */
  hasAnswers?: boolean;
  children?: ReactNode;
}

/** Renders the view of a card whose request has ended. */
export function RecordView({ body, hasAnswers, unsent, children, ...title }: RecordViewProps): ReactNode {
  const { status, messages, titleId } = title;
  const texts = unsent?.flat() ?? [];
  // Screen readers read these elements with the focused heading, so the user does not have to search for them.
  const unsentId = body !== undefined && texts.length > 0 ? `${titleId}-unsent` : undefined;
  const described = [unsentId, body && unsent && hasAnswers && `${titleId}-given`];
  return (
    <div {...part('settled')} data-status={status}>
      <RecordTitle {...title} describedBy={described.filter(Boolean).join(' ') || undefined} />
      {body === null ? <UnsentTexts id={unsentId} texts={texts} messages={messages} /> : body}
      {children}
    </div>
  );
}

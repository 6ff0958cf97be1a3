'use client';

import { AskUserDialog, type AnsweredOutput, type AskUserDialogProps, type UnansweredOutput } from 'react-ask-user';
import { cn } from '@/lib/utils';

export function AskUser<A = AnsweredOutput, E = UnansweredOutput>({ className, ...props }: AskUserDialogProps<A, E>) {
  return <AskUserDialog {...props} className={cn('ask-user', className)} />;
}

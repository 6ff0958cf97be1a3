'use client';

import { AskUserDialog, type AskUserDialogProps } from 'react-ask-user';
import { cn } from '@/lib/utils';

export function AskUser<A, E>({ className, ...props }: AskUserDialogProps<A, E>) {
  return <AskUserDialog {...props} className={cn('ask-user', className)} />;
}

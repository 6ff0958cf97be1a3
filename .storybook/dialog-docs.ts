import { AskUser, AskUserDialog } from 'react-ask-user';

interface Documented {
  __docgenInfo?: { description?: string; props?: Record<string, unknown> };
}

/**
 * The dialog takes every prop of the root but its children. react-docgen reads them there; through the dialog's own type,
 * which is made of others, it sees none.
 */
export function documentDialog(): void {
  const dialog = AskUserDialog as Documented;
  const root = AskUser.Root as Documented;
  const { children: _, ...props } = root.__docgenInfo?.props ?? {};
  dialog.__docgenInfo = { ...dialog.__docgenInfo, props };
}

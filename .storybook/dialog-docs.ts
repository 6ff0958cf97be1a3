import { AskUser, AskUserDialog } from 'react-ask-user';

interface Documented {
  __docgenInfo?: { description?: string; props?: Record<string, unknown> };
}

/**
 * Copies the docs of the root's props to the dialog, which takes all of them except `children`. The dialog's type is
 * composed of other types, from which react-docgen reads nothing.
 */
export function documentDialog(): void {
  const dialog = AskUserDialog as Documented;
  const root = AskUser.Root as Documented;
  const { children: _, ...props } = root.__docgenInfo?.props ?? {};
  dialog.__docgenInfo = { ...dialog.__docgenInfo, props };
}

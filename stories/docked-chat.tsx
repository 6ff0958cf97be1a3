import { useRef, useState, type ComponentProps } from 'react';
import { AskUserDialog } from 'react-ask-user';

type DockedChatProps = ComponentProps<typeof AskUserDialog> & {
  /**
   * Text in the composer when the question arrives.
   * @default ''
   */
  message?: string;
};

/** A chat in which the question takes the place of the composer until it is collapsed or settled. */
export function DockedChat({ message = '', onSubmit, onCancel, ...props }: DockedChatProps) {
  const composer = useRef<HTMLTextAreaElement>(null);
  const [isOpen, setIsOpen] = useState(true);
  const [isCollapsed, setIsCollapsed] = useState(false);
  return (
    <div style={{ display: 'grid', gridTemplateRows: '1fr auto', minBlockSize: '90vh', maxInlineSize: 720 }}>
      <p>I have read the repository. Before I go on I need to know something.</p>
      <div style={{ display: 'grid', gap: 8 }}>
        {isOpen && (
          <AskUserDialog
            {...props}
            presentation="dock"
            composerRef={composer}
            collapsed={isCollapsed}
            onCollapsedChange={setIsCollapsed}
            onSubmit={(wire, details) => {
              setIsOpen(false);
              return onSubmit?.(wire, details);
            }}
            onCancel={(wire, details) => {
              setIsOpen(false);
              return onCancel?.(wire, details);
            }}
          />
        )}
        <form hidden={isOpen && !isCollapsed}>
          <textarea
            ref={composer}
            aria-label="Message"
            defaultValue={message}
            rows={2}
            style={{ boxSizing: 'border-box', inlineSize: '100%', padding: 12, font: 'inherit' }}
          />
        </form>
      </div>
    </div>
  );
}

import type { ClipboardEvent, DragEvent } from 'react';

export interface FileHandlers {
  onPaste: (event: ClipboardEvent<HTMLElement>) => void;
  onDragOver: (event: DragEvent<HTMLElement>) => void;
  onDrop: (event: DragEvent<HTMLElement>) => void;
}

// A word processor or a spreadsheet adds a picture of its text. In jsdom, an event has no data.
const hasFiles = (data: DataTransfer | null): boolean =>
  data != null && data.types.includes('Files') && !data.types.includes('text/rtf');

/**
 * Calls `refuse` when a file is pasted or dropped. The browser pastes text that comes with it as usual. A dropped file does not
 * replace the page.
 */
export function fileHandlers(refuse: () => void): FileHandlers {
  return {
    onPaste({ clipboardData }) {
      if (hasFiles(clipboardData)) refuse();
    },
    onDragOver(event) {
      // Otherwise the browser opens the file.
      if (hasFiles(event.dataTransfer)) event.preventDefault();
    },
    onDrop(event) {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      refuse();
    },
  };
}

import type { ClipboardEvent, DragEvent } from 'react';

type FileEvent = ClipboardEvent<HTMLElement> | DragEvent<HTMLElement>;

export interface FileHandlers {
  onPaste: (event: ClipboardEvent<HTMLElement>) => void;
  onDragOver: (event: DragEvent<HTMLElement>) => void;
  onDrop: (event: DragEvent<HTMLElement>) => void;
}

export function fileHandlers(refuse: () => void): FileHandlers {
  const onFiles = (event: FileEvent) => {
    const types = ('dataTransfer' in event ? event.dataTransfer : event.clipboardData)?.types;
    // Accept text from a word processor or a spreadsheet, which adds a picture of it. In jsdom, an event has no data.
    if (!types?.includes('Files') || types.includes('text/rtf')) return;
    // Without this, the browser opens the file.
    if (event.type !== 'paste') event.preventDefault();
    if (event.type !== 'dragover') refuse();
  };
  return { onPaste: onFiles, onDragOver: onFiles, onDrop: onFiles };
}

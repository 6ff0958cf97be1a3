export { announceArrival } from '../focus/announce-arrival.js';
export { focusOnceShown, focusOpenCard } from '../focus/focus-once-shown.js';
export { followViewport } from '../dialog/follow-viewport.js';
export { keepTallest } from '../dialog/keep-tallest.js';
export { HintKeys } from '../dialog/parts/hint-keys.js';
export { MoreButton } from '../dialog/parts/more-button.js';
export { PreviewPane } from '../dialog/parts/preview-pane.js';
export { ReviewItems } from '../dialog/parts/review-items.js';
export { RecordBody } from '../record/record-body.js';

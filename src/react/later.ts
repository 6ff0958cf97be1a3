export { announceArrival } from './arrival.js';
export { focusOnceShown, focusOpenCard } from './focus-once-shown.js';
export { keepTallest } from './keep-tallest.js';
export { HintKeys } from './parts/hint-keys.js';
export { MoreButton } from './parts/more-button.js';
export { PreviewPane } from './parts/preview-pane.js';
export { ReviewItems } from './parts/review-items.js';
export { RecordBody } from './record-body.js';

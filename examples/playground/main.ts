import './page.css';
import { mountPlayground } from './mount.js';

const container = document.querySelector<HTMLElement>('#playground');
if (container) mountPlayground(container);

import { hydrateRoot } from 'react-dom/client';
import { Demo } from './demo.js';

const container = document.querySelector('#demo');
if (container) hydrateRoot(container, <Demo />);

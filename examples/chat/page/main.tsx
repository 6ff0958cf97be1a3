import 'react-ask-user/styles.css';
import './styles/tokens.css';
import './styles/layout.css';
import './styles/controls.css';
import './styles/welcome.css';
import './styles/transcript.css';
import './styles/composer.css';
import './styles/shared.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { SharedApp } from './shared-chat/shared-app.js';

const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(<StrictMode>{location.pathname === '/shared' ? <SharedApp /> : <App />}</StrictMode>);
}

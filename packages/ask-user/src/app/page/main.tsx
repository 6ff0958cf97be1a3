import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { AskUserDialog, type AskUserRequest } from 'react-ask-user';
import 'react-ask-user/styles.css';
import type { AppSettings } from '../wire.js';
import { createCard, type Card } from './card.js';
import './app.css';

function View({ card, settings, id }: { card: Card; settings: AppSettings; id: string }) {
  const state = useSyncExternalStore(card.subscribe, card.getState);
  const { input, isComplete, opened, storage, settled, messages, isGone } = state;
  if (isGone || (!input && !settled)) return null;
  const { asker, allow, canStream } = settings;
  // Nothing was entered in a card that was never open, so that it shows what it was told.
  const isReceipt = settled?.request && !opened;
  const request: AskUserRequest | undefined = isReceipt ? settled.request : opened?.request;
  return (
    <AskUserDialog
      key={isReceipt ? 'receipt' : 'card'}
      requestId={id}
      {...(request ? { request: { ...request, requestId: id } } : { input: canStream ? input : {} })}
      asker={asker}
      streaming={!settled && (canStream ? !isComplete : !opened)}
      result={settled?.result}
      allow={allow}
      draftStorage={storage}
      messages={messages}
      onSubmit={(_, { replies }) => card.submit(replies)}
      onCancel={(_, { result, replies }) => card.end(result, replies)}
      // If the server does not learn it, it has refused the questions itself.
      onError={(_, { result }) => void card.end(result, []).catch(() => {})}
    />
  );
}

const settings = JSON.parse(document.querySelector('#settings')!.textContent) as AppSettings;
const element = document.querySelector<HTMLElement>('#card')!;
const id = `card-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`;
const card = createCard(element, settings, id);
createRoot(element).render(<View card={card} settings={settings} id={id} />);

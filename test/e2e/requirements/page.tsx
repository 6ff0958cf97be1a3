import { createRoot } from 'react-dom/client';
import { AskUserQueue, useAskUserClient } from 'react-ask-user';
import { createAskUserClient } from 'react-ask-user/client';
import 'react-ask-user/styles.css';

const parameters = new URLSearchParams(location.search);
const client = createAskUserClient({
  url: '/ask-user',
  headers: {
    'x-conversation': parameters.get('conversation') ?? '',
    'x-user': parameters.get('user') ?? '',
  },
});

/** Shows the pending questions, or the field of the chat if no question is pending. */
function Page() {
  const { requests, connection } = useAskUserClient(client);
  return (
    <>
      <h1>Agent</h1>
      <p>Connection: {connection}</p>
      <AskUserQueue client={client} />
      {requests.length === 0 && <input aria-label="Message" />}
    </>
  );
}

createRoot(document.getElementById('root')!).render(<Page />);

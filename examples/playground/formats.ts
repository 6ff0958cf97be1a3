// The formats of all agents, in one file that loads after the page.
export { DIALECTS, detectDialect, getLosses } from 'react-ask-user/dialects';

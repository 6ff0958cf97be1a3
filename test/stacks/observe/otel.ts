import { trace, type Span } from '@opentelemetry/api';
import type { AskUserBroker } from 'react-ask-user/server';

/** Records a span for every question: ids, counts and the status, but no text. Returns a function that stops it. */
export function traceQuestions(broker: AskUserBroker, tracer = trace.getTracer('react-ask-user')) {
  const spans = new Map<string, Span>();
  return broker.subscribe((event) => {
    const { instanceId, conversationId, askedAt, request } = event.request;
    if (event.type === 'awaiting_user_response' && !spans.has(instanceId)) {
      const attributes = {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'ask_user',
        'gen_ai.tool.call.id': request.requestId,
        'gen_ai.conversation.id': conversationId,
        'ask_user.questions': request.questions.length,
      };
      spans.set(instanceId, tracer.startSpan('ask_user', { startTime: askedAt, attributes }));
    }
    const span = spans.get(instanceId);
    if (event.type === 'orphaned') span?.addEvent('ask_user.orphaned');
    if (event.type !== 'settled') return;
    span?.setAttribute('ask_user.status', event.settlement.result.status);
    span?.end(event.settlement.settledAt);
    spans.delete(instanceId);
  });
}

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { formatTraceparent } from './traceparent.ts';
import { SPAN_KIND, type Span, type Tracer } from './tracer.ts';

/** What `fetch` of Node publishes of each request. */
interface FetchMessage {
  request: { origin?: string | URL; method: string; addHeader(name: string, value: string): unknown };
  response?: { statusCode: number };
}

/** A span for each `fetch` that a request or job waits for, until its headers; the header names the trace. Returns how to stop. */
export function traceFetches(tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>();
  const listeners: Record<string, (message: FetchMessage) => void> = {
    'undici:request:create': ({ request }) => {
      const { method, origin } = request;
      const span = tracer.startChild({
        name: method,
        kind: SPAN_KIND.client,
        attributes: { 'http.request.method': method, 'server.address': new URL(String(origin)).host },
      });
      if (span === undefined) return;
      spans.set(request, span);
      request.addHeader('traceparent', formatTraceparent(span));
    },
    'undici:request:headers': ({ request, response }) => {
      const status = response?.statusCode ?? 0;
      const attributes = { 'http.response.status_code': status };
      tracer.end(spans.get(request), { attributes, hasFailed: status >= 400 });
    },
    'undici:request:error': ({ request }) => tracer.end(spans.get(request), { hasFailed: true }),
  };
  const subscriptions = Object.entries(listeners).map(
    ([channel, listener]) => [channel, (message: unknown) => listener(message as FetchMessage)] as const,
  );
  for (const [channel, listener] of subscriptions) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of subscriptions) unsubscribe(channel, listener);
  };
}

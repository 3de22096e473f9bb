import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseTraceparent } from './traceparent.ts';
import { SPAN_KIND, type Span, type Tracer } from './tracer.ts';

/** A span for each request, named by its route: raw addresses may contain personal data. */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id, headers, routeOptions } = request;
    const span = tracer.startRoot(
      {
        name: method,
        kind: SPAN_KIND.server,
        attributes: {
          'http.request.method': method,
          'okolo.request_id': id,
          ...(routeOptions.url !== undefined && { 'http.route': routeOptions.url }),
        },
      },
      parseTraceparent(headers.traceparent),
    );
    if (span !== undefined) spans.set(request, span);
    tracer.run(span, done);
  });
  // A body arrives by events of its socket, which know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => tracer.run(spans.get(request), done));

  const end = (request: FastifyRequest, status: number): void =>
    tracer.end(spans.get(request), {
      name: `${request.method} ${request.routeOptions.url ?? 'none'}`,
      attributes: { 'http.response.status_code': status },
      hasFailed: status >= 500,
    });
  app.addHook('onResponse', (request, reply, done) => {
    end(request, reply.statusCode);
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    end(request, CLIENT_CLOSED);
    done();
  });
}

/** As nginx counts requests whose sender went away. */
const CLIENT_CLOSED = 499;

import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { SPAN_KIND, type Span, type Tracer } from './tracer.ts';

const TEXT_MAX = 2000;

type Query = (this: pg.Client, ...input: unknown[]) => unknown;
type Callback = (error: Error | null | undefined, ...rest: unknown[]) => void;

/**
 * A span for each statement of this process that a request or job waits for: its text, never its values. Returns how to
 * stop.
 */
export function traceDatabase(tracer: Tracer): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const query = prototype.query;
  prototype.query = function traced(...input) {
    const span = tracer.startChild(describe(input[0]));
    if (span === undefined) return query.apply(this, input);
    const last = input.at(-1);
    if (typeof last === 'function') {
      const callback: Callback = (error, ...rest) => {
        tracer.end(span, { hasFailed: error !== null && error !== undefined });
        (last as Callback)(error, ...rest);
      };
      return query.apply(this, [...input.slice(0, -1), callback]);
    }
    return followResult(tracer, span, query.apply(this, input));
  };
  const restorePool = keepCallers();
  return () => {
    prototype.query = query;
    restorePool();
  };
}

/** Who waits for a connection is called by whoever gives one back, and would be taken for a part of that one's work. */
function keepCallers(): () => void {
  const prototype = pg.Pool.prototype as unknown as { connect: (this: pg.Pool, callback?: Callback) => unknown };
  const { connect } = prototype;
  prototype.connect = function kept(callback) {
    return connect.call(this, callback && AsyncLocalStorage.bind(callback));
  };
  return () => {
    prototype.connect = connect;
  };
}

/** Cursors and streams are no promises; their rows are read as whoever asked goes on. */
function followResult(tracer: Tracer, span: Span, result: unknown): unknown {
  if (result instanceof Promise) {
    result.then(
      () => tracer.end(span),
      () => tracer.end(span, { hasFailed: true }),
    );
  } else tracer.end(span);
  return result;
}

function describe(statement: unknown) {
  const { text: given, name } = isConfig(statement) ? statement : { text: statement, name: undefined };
  const text = typeof given === 'string' ? given.trim() : '';
  const [, named] = /^-- named (\S+)/.exec(text) ?? [];
  const [verb = 'query'] = /[a-z]+/i.exec(text.replace(/^(\s*--.*\n)+/, '')) ?? [];
  return {
    name: typeof name === 'string' ? name : (named ?? verb.toLowerCase()),
    kind: SPAN_KIND.client,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': verb.toUpperCase(),
      'db.query.text': text.slice(0, TEXT_MAX),
    },
  };
}

const isConfig = (statement: unknown): statement is { text?: unknown; name?: unknown } =>
  typeof statement === 'object' && statement !== null;

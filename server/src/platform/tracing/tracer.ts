import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { SpanExporter } from './otlp-exporter.ts';
import type { TraceParent } from './traceparent.ts';

/** Numbers of OTLP. */
export const SPAN_KIND = { server: 2, client: 3, consumer: 5 } as const;

export type Attributes = Record<string, string | number>;

export interface Span extends TraceParent {
  parentSpanId: string | undefined;
  name: string;
  kind: (typeof SPAN_KIND)[keyof typeof SPAN_KIND];
  startedAt: number;
  endedAt: number | undefined;
  attributes: Attributes;
  hasFailed: boolean;
}

interface SpanStart extends Pick<Span, 'name' | 'kind'> {
  attributes?: Attributes;
}

/** Milliseconds since 1970 that never run backwards. */
const now = (): number => performance.timeOrigin + performance.now();

/** Starts and ends spans; the span that is current is found by whatever runs because of it. */
export class Tracer {
  readonly #exporter: SpanExporter;
  readonly #ratio: number;
  readonly #current = new AsyncLocalStorage<Span | undefined>();

  constructor(exporter: SpanExporter, ratio: number) {
    this.#exporter = exporter;
    this.#ratio = ratio;
  }

  /** A span that belongs to no other one here. Undefined for traces that the ratio leaves out. */
  startRoot(start: SpanStart, parent?: TraceParent): Span | undefined {
    const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
    // Decided by the trace, so that all nodes record the same ones.
    if (Number.parseInt(traceId.slice(-12), 16) / 2 ** 48 >= this.#ratio) return undefined;
    return create(start, traceId, parent?.spanId);
  }

  /** A span inside the current one. Undefined without one: what nobody waits for makes no traces. */
  startChild(start: SpanStart): Span | undefined {
    const parent = this.#current.getStore();
    return parent && create(start, parent.traceId, parent.spanId);
  }

  run<T>(span: Span | undefined, work: () => T): T {
    return this.#current.run(span, work);
  }

  /** Ends a span once; later calls change nothing. */
  end(span: Span | undefined, { attributes = {}, hasFailed = false, name = span?.name }: Partial<Span> = {}): void {
    if (span === undefined || span.endedAt !== undefined) return;
    span.endedAt = now();
    span.name = name ?? span.name;
    span.hasFailed = hasFailed;
    Object.assign(span.attributes, attributes);
    // A full batch is sent at once, and the sending belongs to no request: its spans would be sent in turn, without end.
    this.#current.run(undefined, () => this.#exporter.add(span));
  }
}

function create({ name, kind, attributes = {} }: SpanStart, traceId: string, parentSpanId: string | undefined): Span {
  return {
    traceId,
    spanId: randomBytes(8).toString('hex'),
    parentSpanId,
    name,
    kind,
    startedAt: now(),
    endedAt: undefined,
    attributes: { ...attributes },
    hasFailed: false,
  };
}

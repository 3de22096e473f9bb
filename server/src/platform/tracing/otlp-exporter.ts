import type { BaseLogger } from 'pino';
import type { Config } from '../config.ts';
import type { Attributes, Span } from './tracer.ts';

const SEND_EVERY_MS = 2000;
const SENT_AT_ONCE = 500;
/** Spans kept while the collector is slow; further ones are dropped. */
const KEPT_MAX = 5000;
const ANSWER_MS = 5000;
const COMPLAIN_EVERY_MS = 60_000;
const STATUS_ERROR = 2;

/**
 * Sends spans to a collector: OTLP over HTTP with JSON (https://opentelemetry.io/docs/specs/otlp/#otlphttp). A batch that
 * was not taken is dropped, because traces are not worth the memory that keeping them costs.
 */
export class SpanExporter {
  readonly #config: NonNullable<Config['tracing']>;
  readonly #log: BaseLogger;
  readonly #timer: NodeJS.Timeout;
  #waiting: Span[] = [];
  #dropped = 0;
  #sending: Promise<void> | undefined;
  #complainedAt = 0;

  constructor(config: NonNullable<Config['tracing']>, log: BaseLogger) {
    this.#config = config;
    this.#log = log;
    this.#timer = setInterval(() => void this.flush(), SEND_EVERY_MS).unref();
  }

  add(span: Span): void {
    if (this.#waiting.length >= KEPT_MAX) this.#dropped += 1;
    else this.#waiting.push(span);
    if (this.#waiting.length >= SENT_AT_ONCE) void this.flush();
  }

  /** Sends what waits, one batch after another. Never throws. */
  async flush(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, SENT_AT_ONCE);
      try {
        await this.#send(batch);
      } catch (error) {
        this.#dropped += batch.length + this.#waiting.length;
        this.#waiting = [];
        this.#complain((error as Error).message);
      }
    }
  }

  async #send(batch: readonly Span[]): Promise<void> {
    const { endpoint, headers } = this.#config;
    const response = await fetch(`${endpoint}/v1/traces`, {
      redirect: 'error',
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(toOtlp(batch, this.#config.serviceName)),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the collector answered ${response.status}`);
  }

  #complain(reason: string): void {
    if (Date.now() - this.#complainedAt < COMPLAIN_EVERY_MS) return;
    this.#complainedAt = Date.now();
    this.#log.warn({ reason, dropped: this.#dropped }, 'traces could not be sent and were dropped');
    this.#dropped = 0;
  }
}

function toOtlp(spans: readonly Span[], serviceName: string) {
  return {
    resourceSpans: [
      {
        resource: { attributes: toAttributes({ 'service.name': serviceName, 'process.pid': process.pid }) },
        scopeSpans: [{ scope: { name: 'okolo' }, spans: spans.map(toOtlpSpan) }],
      },
    ],
  };
}

function toOtlpSpan({ traceId, spanId, parentSpanId, name, kind, startedAt, endedAt, attributes, hasFailed }: Span) {
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind,
    startTimeUnixNano: toNanoseconds(startedAt),
    endTimeUnixNano: toNanoseconds(endedAt ?? startedAt),
    attributes: toAttributes(attributes),
    status: hasFailed ? { code: STATUS_ERROR } : {},
  };
}

const toNanoseconds = (milliseconds: number): string => `${BigInt(Math.round(milliseconds * 1000))}000`;

const toAttributes = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
  }));

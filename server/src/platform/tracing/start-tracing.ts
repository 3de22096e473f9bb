import type { BaseLogger } from 'pino';
import type { Config } from '../config.ts';
import { SpanExporter } from './otlp-exporter.ts';
import { traceDatabase } from './trace-database.ts';
import { traceFetches } from './trace-fetches.ts';
import { Tracer } from './tracer.ts';

export interface Tracing {
  tracer: Tracer;
  /** Sends the spans that ended so far. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/** Traces statements and fetches of the whole process; requests and jobs are traced by whoever starts them. */
export function startTracing(config: NonNullable<Config['tracing']>, log: BaseLogger): Tracing {
  const exporter = new SpanExporter(config, log);
  const tracer = new Tracer(exporter, config.ratio);
  const stops = [traceDatabase(tracer), traceFetches(tracer)];
  return {
    tracer,
    flush: () => exporter.flush(),
    async stop() {
      for (const stop of stops) stop();
      await exporter.stop();
    },
  };
}

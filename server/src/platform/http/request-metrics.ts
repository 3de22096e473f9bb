import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Histogram buckets in seconds, from a cached response to one that the client gave up on. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const CLASSES = ['1xx', '1xx', '2xx', '3xx', '4xx', '5xx'] as const;
const NANOSECONDS = 1e9;

interface Series {
  observe(seconds: number): void;
}

/**
 * Measures request durations by route template: raw addresses may contain personal data and are unlimited in number.
 * Each series is looked up once, so that a request costs one addition.
 */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'okolo_request_duration_seconds',
    help: 'Requests by route and class of status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [registry],
  });
  const known = new Map<string, Map<string, Series[]>>();

  function seriesOf(request: FastifyRequest, statusCode: number): Series {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    const routes = known.get(method) ?? remember(known, method, new Map<string, Series[]>());
    const classes = routes.get(route) ?? remember(routes, route, []);
    const index = Math.min(Math.trunc(statusCode / 100), 5);
    classes[index] ??= durations.labels({ method, route, status: CLASSES[index] ?? '5xx' });
    return classes[index];
  }

  app.addHook('onResponse', (request, reply, done) => {
    seriesOf(request, reply.statusCode).observe(reply.elapsedTime / 1000);
    done();
  });
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): Value {
  map.set(key, value);
  return value;
}

/** Metrics of this process: memory, CPU time and event loop delay. */
export function measureProcess(app: FastifyInstance, registry: Registry): void {
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  app.addHook('onClose', async () => void loop.disable());
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  };
  gauge('okolo_event_loop_delay_p99_seconds', 'How late the loop is, 99 of 100, since the last scrape', () => {
    const late = loop.percentile(99) / NANOSECONDS;
    loop.reset();
    return Number.isFinite(late) ? late : 0;
  });
  gauge('okolo_process_memory_bytes', 'Memory of this process', () => process.memoryUsage.rss());
  new Counter({
    name: 'okolo_process_cpu_seconds_total',
    help: 'Time on the processor since the start',
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  gauge('okolo_process_uptime_seconds', 'How long this process runs', () => process.uptime());
}

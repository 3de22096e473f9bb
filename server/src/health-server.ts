import { type FastifyInstance, type FastifyServerFactory, fastify } from 'fastify';
import type { BaseLogger } from 'pino';
import { Registry } from 'prom-client';
import type { Config } from './platform/config.ts';
import type { Services } from './platform/domain/services.ts';
import { Failure } from './platform/failure.ts';
import { allowDraining } from './platform/http/drain.ts';
import { toErrorResponse } from './platform/http/error-response.ts';
import { registerHealth } from './platform/http/health.ts';
import { openServer } from './platform/http/open-server.ts';
import { measureProcess } from './platform/http/request-metrics.ts';
import { toFailure } from './platform/http/to-failure.ts';
import { texts } from './platform/texts.ts';
import { measureBackground, measureDisk, registerMetrics } from './staff/operations/metrics.routes.ts';

interface HealthParts {
  config: HealthConfig;
  log: BaseLogger;
}

type HealthConfig = Pick<Config, 'host' | 'metricsToken' | 'dataDir' | 'tls'>;

/** `/healthz`, `/readyz` and `/metrics` of a process that runs jobs and serves no pages. Returns how to close the port. */
export function startJobsHealth(services: Services, port: number): Promise<() => Promise<void>> {
  return startHealthServer(services, port, (app) => {
    registerHealth(app, services);
    registerMetrics(app, services, measureBackground(app, services));
  });
}

/** The same for a media node on its own, which is ready while its process takes connections. */
export function startMediaHealth(
  { config, log, isReady }: HealthParts & { isReady: () => boolean },
  port: number,
): Promise<() => Promise<void>> {
  return startHealthServer({ config, log }, port, (app) => {
    app.get('/healthz', async () => ({ status: 'ok' }));
    app.get('/readyz', async () => {
      if (!isReady()) throw new Failure('not_ready');
      return { status: 'ready' };
    });
    const registry = new Registry();
    measureProcess(app, registry);
    measureDisk(registry, config);
    registerMetrics(app, { config }, registry);
  });
}

async function startHealthServer(
  { config, log }: HealthParts,
  port: number,
  register: (app: FastifyInstance) => void,
): Promise<() => Promise<void>> {
  const open = openServer(config, log);
  const serverFactory: FastifyServerFactory = (handle) => open({}, handle);
  const app = fastify({ serverFactory });
  allowDraining(app);
  app.setErrorHandler((error, _request, reply) => {
    const failure = error instanceof Failure ? error : toFailure(error);
    const { status, headers, body } = toErrorResponse(failure, texts, 'ru');
    return reply.code(status).headers(headers).send(body);
  });
  register(app);
  await app.listen({ host: config.host, port });
  return () => app.close();
}

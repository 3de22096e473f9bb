import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { Counter, Gauge, Registry } from 'prom-client';
import type { Config } from '../../platform/config.ts';
import type { Standby } from '../../platform/database/standby/standby.ts';
import type { Services } from '../../platform/domain/services.ts';
import { isLocal } from '../../platform/http/local-request.ts';
import { measureProcess, measureRequests } from '../../platform/http/request-metrics.ts';
import { measureDiskUse } from './find-warnings.ts';
import { type GaugeSnapshot, measureGauges } from './measure-gauges.public.ts';

/** Metrics that need queries are cached for this time, because several scrapers may come every few seconds. */
const FRESH_MS = 10_000;

export function measureNode(app: FastifyInstance, services: Services): Registry {
  const registry = measureBackground(app, services);
  measureRequests(app, registry);
  new Gauge({
    name: 'okolo_sockets',
    help: 'Open sockets of this node',
    registers: [registry],
    collect() {
      this.set(app.socketDoor.count());
    },
  });
  new Counter({
    name: 'okolo_answers_from_memory_total',
    help: 'Anonymous answers that lay ready',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(services.publicCache.served());
    },
  });
  if (app.standby !== undefined) measureStandby(registry, app.standby);
  return registry;
}

function measureStandby(registry: Registry, standby: Standby): void {
  new Counter({
    name: 'okolo_standby_reads_total',
    help: 'Reads that the standby may answer, by the server that did',
    labelNames: ['server'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [server, count] of Object.entries(standby.served)) this.inc({ server }, count);
    },
  });
  new Gauge({
    name: 'okolo_standby_up',
    help: '1 while the standby answers reads of this node',
    registers: [registry],
    collect() {
      this.set(Number(standby.state === 'up'));
    },
  });
  new Gauge({
    name: 'okolo_standby_lag_seconds',
    help: 'How long ago the primary was where the standby is',
    registers: [registry],
    collect() {
      this.set(standby.lagMs / 1000);
    },
  });
}

/** Metrics of a process that serves no pages. */
export function measureBackground(app: FastifyInstance, services: Services): Registry {
  // One registry per application, because a process may contain two.
  const registry = new Registry();
  measureProcess(app, registry);
  measureDisk(registry, services.config);
  measurePool(registry, services);
  measureProduct(registry, services);
  return registry;
}

/** Each process tells of the disk under its own DATA_DIR. */
export function measureDisk(registry: Registry, { dataDir }: Pick<Config, 'dataDir'>): void {
  new Gauge({
    name: 'okolo_disk_used_ratio',
    help: 'Used share of the disk of DATA_DIR',
    registers: [registry],
    async collect() {
      this.set(await measureDiskUse(dataDir));
    },
  });
}

/** `GET /metrics` for Prometheus: from localhost, or with METRICS_TOKEN. Fails with not_found for everybody else. */
export function registerMetrics(
  app: FastifyInstance,
  { config }: { config: Pick<Config, 'metricsToken'> },
  registry: Registry,
): void {
  app.get('/metrics', { config: { rateLimit: false } }, async (request, reply) => {
    if (!isLocal(request) && !hasMetricsToken(request, config.metricsToken)) return reply.callNotFound();
    reply.header('cache-control', 'no-store').type(registry.contentType);
    return registry.metrics();
  });
}

function hasMetricsToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const given = /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined || given === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

function measurePool(registry: Registry, { pool }: Services): void {
  new Gauge({
    name: 'okolo_database_connections',
    help: 'Connections of this node to the database',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
    },
  });
  new Gauge({
    name: 'okolo_database_waiting',
    help: 'Queries of this node that wait for a connection',
    registers: [registry],
    collect() {
      this.set(pool.waitingCount);
    },
  });
}

interface ProductGauges extends GaugeSnapshot {
  packets: number;
  casesOpen: number;
  casesOverdue: number;
}

/** Metrics from the database, equal on every node. Without the database they are omitted; the others stay. */
function measureProduct(registry: Registry, services: Services): void {
  let last: { at: number; measured: Promise<ProductGauges | undefined> } | undefined;
  const measure = (): Promise<ProductGauges | undefined> => {
    const at = Date.now();
    if (last === undefined || at - last.at > FRESH_MS) last = { at, measured: measureAll(services) };
    return last.measured;
  };
  const gauge = (name: string, help: string, read: (measured: ProductGauges) => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const measured = await measure();
        if (measured === undefined) this.remove();
        else this.set(read(measured));
      },
    });
  };
  gauge('okolo_people_connected', 'People with an open socket on any node', (now) => now.peopleConnected);
  gauge('okolo_storage_bytes', 'What files take, by what the rows say', (now) => now.storageBytes);
  gauge('okolo_queue_age_seconds', 'How long the oldest job that could run waits', (now) => now.queueAgeSeconds);
  gauge('okolo_media_rooms', 'Rooms of calls and streams with somebody in them', (now) => now.mediaRooms);
  gauge('okolo_media_people', 'People in rooms of calls and streams', (now) => now.mediaPeople);
  gauge(
    'okolo_media_packets_forwarded',
    'Packets that the media nodes sent on since they started',
    (now) => now.packets,
  );
  gauge('okolo_moderation_cases_open', 'Cases that wait for a decision of staff', (now) => now.casesOpen);
  gauge('okolo_moderation_cases_overdue', 'Those of them whose time is over', (now) => now.casesOverdue);
  new Gauge({
    name: 'okolo_jobs',
    help: 'Jobs of the queue by name and state',
    // Not `job`: Prometheus names the scraped service by that label.
    labelNames: ['task', 'state'] as const,
    registers: [registry],
    async collect() {
      const measured = await measure();
      this.reset();
      for (const { name, ...depth } of measured?.queue ?? []) {
        for (const state of ['waiting', 'running', 'planned', 'dead'] as const)
          this.set({ task: name, state }, depth[state]);
      }
    },
  });
}

async function measureAll(services: Services): Promise<ProductGauges | undefined> {
  try {
    const { rows } = await sql<{ open: number; overdue: number }>`
      select count(*) as open, count(*) filter (where due_at < ${services.clock()}) as overdue
      from moderation_cases where state <> 'resolved'`.execute(services.db);
    const [cases = { open: 0, overdue: 0 }] = rows;
    const snapshot = await measureGauges(services);
    return {
      ...snapshot,
      packets: services.mediaRooms.load().packets,
      casesOpen: cases.open,
      casesOverdue: cases.overdue,
    };
  } catch (error) {
    services.log.warn({ reason: (error as Error).message }, 'the metrics could not be collected');
    return undefined;
  }
}

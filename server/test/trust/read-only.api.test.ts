import { paymentsApi } from '@app/contract/money/payments';
import { pushApi } from '@app/contract/notifications/notifications';
import { authApi } from '@app/contract/people/auth';
import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { buildServices } from '../../src/build-services.ts';
import { saveDeviceZone } from '../../src/notifications/notifications/save-device-zone.public.ts';
import type { Services } from '../../src/platform/domain/services.ts';
import { endpointName } from '../../src/platform/http/bind.ts';
import { changesState } from '../../src/platform/http/guards.ts';
import { PATIENT_LIMITS } from '../patient-limits.ts';
import { type Actor, addressOf, createWorld, encodeBody, type World } from '../world.ts';
import { MATRIX } from './matrix.ts';
import type { ActorKind, Row } from './row.ts';
import { createStage, type Stage } from './scene.ts';

/** Marked as reads so that no idempotency key is asked for; the last one tries the registration and takes it back. */
const NO_READS: readonly AnyEndpoint[] = [paymentsApi.yookassaWebhook, paymentsApi.sandboxWebhook, authApi.checkSignUp];

let world: World;
let stage: Stage;
/** A node on the same database, whose connections refuse writes. */
let reader: { app: FastifyInstance; db: Services['db']; close(): Promise<void> };

beforeAll(async () => {
  world = await createWorld();
  stage = await createStage(world);
  // Keys of an installation are made when they are first needed.
  await world.call(await world.user(), pushApi.key);
  const { connection, direct = connection } = world.database;
  const { services, close } = await buildServices({
    config: world.services.config,
    log: pino({ level: 'silent' }),
    connection: { ...direct, options: '-c default_transaction_read_only=on' },
    limits: PATIENT_LIMITS,
  });
  const app = await createApp(services);
  reader = {
    app,
    db: services.db,
    async close() {
      await app.close();
      await close();
    },
  };
});

afterAll(async () => {
  await reader.close();
  await world.close();
});

const onlyReads = ({ endpoint }: Row): boolean =>
  !changesState(endpoint) || (endpoint.readsOnly === true && !NO_READS.includes(endpoint));

async function ask(actor: Actor | null, row: Row, input: Awaited<ReturnType<Row['input']>>) {
  const { payload, headers } = encodeBody(input);
  const response = await reader.app.inject({
    method: row.endpoint.method,
    url: addressOf(row.endpoint, input),
    headers: {
      ...headers,
      ...(actor && { cookie: `token=${actor.token}; csrftoken=reading`, 'x-csrftoken': 'reading' }),
      ...input.headers,
    },
    payload,
  });
  return response.statusCode === 200 ? 'ok' : response.json().code;
}

const READERS: readonly ActorKind[] = ['anonymous', 'paid', 'owner', 'superuser'];

/** What staff look at is recorded first, so without a record they see nothing. */
const RECORDED = new Set([
  ...['GET /api/admin/invitation-codes', 'GET /api/admin/invitations', 'GET /api/admin/payers'],
  ...['GET /api/admin/payers/{user_id}', 'GET /api/admin/payments', 'GET /api/admin/payments/{id}'],
  ...['GET /api/admin/registrations', 'GET /api/audit', 'GET /api/board/{id}', 'GET /api/boards'],
  ...['GET /api/boards/stats/{id}', 'GET /api/comments/history', 'GET /api/complains', 'GET /api/feedback'],
  ...['GET /api/feedback/{user_id}/thread', 'GET /api/moderation/cases', 'GET /api/moderation/cases/{id}'],
  ...['GET /api/moderation/rules/{id}/hits', 'GET /api/moderation/waves/groups'],
  ...['GET /api/publish/comment/history/{id}', 'GET /api/users', 'GET /api/users/invite_history/{user_id}'],
  ...['GET /api/users/{id}', 'GET /api/users/{id}/account', 'POST /api/moderation/rules/try'],
]);

// Before the others, because a write that is refused ends its connection, and the call beside it.
test.each(['/sitemap.xml', '/sitemap/pages.xml', '/sitemap/ads-1.xml'])(
  'a database that takes no writes answers GET %s',
  async (url) => {
    const { statusCode, headers } = await reader.app.inject(url);
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  },
);

test.each(MATRIX.filter(onlyReads))('a database that takes no writes answers $case', async (row) => {
  const scene = await stage.scene();
  const input = await row.input(scene);
  // Long enough ago for this use to be written down.
  await world.services.db
    .updateTable('sessions')
    .set({ last_seen_at: new Date(0) })
    .execute();
  for (const kind of READERS.filter((one) => row.who[one] === 'ok')) {
    const answer = await ask(await stage.actor(kind, scene), row, input);
    const isRecorded = kind === 'superuser' && RECORDED.has(endpointName(row.endpoint));
    expect.soft(answer, kind).toMatch(isRecorded ? /^(ok|not_ready)$/ : /^ok$/);
  }
});

test('a database that takes no writes renders pages in the zone that the device tells', async () => {
  const { id } = await world.user();
  expect(await saveDeviceZone(reader.db, id, 'Asia/Omsk')).toEqual({ rendered: 'Asia/Omsk', chosen: null });
});

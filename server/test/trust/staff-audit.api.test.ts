import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changesState } from '../../src/platform/http/guards.ts';
import { createWorld, type World } from '../world.ts';
import { MATRIX } from './matrix.ts';
import { type ActorKind, OTHER_USERS, type Row } from './row.ts';
import { createStage, type Stage } from './scene.ts';

const STAFF = ['manager', 'admin', 'superuser'] as const satisfies readonly ActorKind[];

let world: World;
let stage: Stage;
beforeAll(async () => {
  world = await createWorld();
  stage = await createStage(world);
});
afterAll(() => world.close());

/** Calls for staff only, and calls about own content that staff may make too. */
const byRight = ({ endpoint, who }: Row): boolean =>
  endpoint.access === 'staff' || OTHER_USERS.every((kind) => who[kind] !== 'ok');

/** Calls without an effect, which the audit log does not contain. */
const NOTHING_TO_DO: readonly string[] = [
  'DELETE /api/boards/archive/delete: blocked',
  'POST /api/reference/import',
  'PUT /api/admin/invitations',
];

const STAFF_ACTIONS = MATRIX.filter(
  (row) =>
    changesState(row.endpoint) &&
    !row.endpoint.readsOnly &&
    !NOTHING_TO_DO.includes(row.case) &&
    byRight(row) &&
    STAFF.some((kind) => row.who[kind] === 'ok'),
);

/** Reads about no user, or of counters. */
const ABOUT_NOBODY: readonly string[] = [
  'GET /api/admin/documents',
  'GET /api/admin/documents/{name}',
  'GET /api/admin/registrations/count',
  'GET /api/admin/site',
  'GET /api/announcements/all',
  'GET /api/approvals',
  'GET /api/approvals/counts',
  'GET /api/boards/review',
  'GET /api/features',
  'GET /api/feedback/unread',
  'GET /api/jobs/dead',
  'GET /api/moderation/counts',
  'GET /api/moderation/pictures',
  'GET /api/moderation/rules',
  'GET /api/moderation/waves',
  'GET /api/moderation/waves/{id}',
  'GET /api/promotion/tariffs',
  'GET /api/safe-places',
  'GET /api/statistics',
  'GET /api/stopwords',
];

/** Reads by staff. Viewing a hidden ad is only recorded when its phone number is revealed. */
const STAFF_LOOKS = MATRIX.filter(
  (row) =>
    (!changesState(row.endpoint) || row.endpoint.readsOnly) &&
    !ABOUT_NOBODY.includes(row.case) &&
    !row.case.startsWith('GET /api/boards/similar/{id}') &&
    byRight(row) &&
    STAFF.some((kind) => row.who[kind] === 'ok'),
);

async function lastEntry(actorId: number): Promise<{ id: number; action: string } | undefined> {
  const { rows } = await sql<{ id: number; action: string }>`
    select id, action from audit_entries where actor_id = ${actorId} order by id desc limit 1`.execute(
    world.services.db,
  );
  return rows[0];
}

describe('what staff do about others, and what they look at, is in the log', () => {
  test.each([...STAFF_ACTIONS, ...STAFF_LOOKS])('$case', async (row) => {
    for (const kind of STAFF.filter((one) => row.who[one] === 'ok')) {
      const scene = await stage.scene();
      const input = await row.input(scene);
      const actor = await stage.actor(kind, scene);
      if (actor === null) throw new Error('staff are somebody');
      const before = await lastEntry(actor.id);
      const { statusCode } = await world.call(actor, row.endpoint, input);
      stage.endSession(kind);
      const after = await lastEntry(actor.id);
      const isNoted = after !== undefined && after.id !== before?.id;
      expect.soft({ kind, statusCode, isNoted }).toEqual({ kind, statusCode: 200, isNoted: true });
      expect.soft(after?.action ?? '').toMatch(/^[a-z_]+\.[a-z_]+$/);
    }
  });
});

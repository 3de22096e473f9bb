import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changesState } from '../../src/platform/guards.ts';
import { createWorld, type World } from '../world.ts';
import { MATRIX } from './matrix.ts';
import { type ActorKind, type Row, STRANGERS } from './row.ts';
import { createStage, type Stage } from './scene.ts';

const STAFF = ['manager', 'admin', 'superuser'] as const satisfies readonly ActorKind[];

let world: World;
let stage: Stage;
beforeAll(async () => {
  world = await createWorld();
  stage = await createStage(world);
});
afterAll(() => world.close());

/** Calls that staff alone make, and calls about somebody's own thing that staff make besides. */
const byRight = ({ endpoint, who }: Row): boolean =>
  endpoint.access === 'staff' || STRANGERS.every((kind) => who[kind] !== 'ok');

/** Rows of calls that find nothing to do: nothing happens, and there is nothing to write down. */
const NOTHING_TO_DO: readonly string[] = [
  'DELETE /api/boards/archive/delete: blocked',
  'POST /api/reference/import',
  'PUT /api/admin/invitations',
];

/** Changes that staff make as staff. What everybody with a subscription may do is not theirs as staff. */
const STAFF_ACTIONS = MATRIX.filter(
  (row) =>
    changesState(row.endpoint) &&
    !row.endpoint.readsOnly &&
    !NOTHING_TO_DO.includes(row.case) &&
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

describe('what staff do about others is in the log', () => {
  test.each(STAFF_ACTIONS)('$case', async (row) => {
    for (const kind of STAFF.filter((one) => row.who[one] === 'ok')) {
      const scene = await stage.scene();
      const input = await row.input(scene);
      const actor = await stage.actor(kind, scene);
      if (actor === null) throw new Error('staff are somebody');
      const before = await lastEntry(actor.id);
      const { statusCode } = await world.call(actor, row.endpoint, input);
      const after = await lastEntry(actor.id);
      const isNoted = after !== undefined && after.id !== before?.id;
      expect.soft({ kind, statusCode, isNoted }).toEqual({ kind, statusCode: 200, isNoted: true });
      expect.soft(after?.action ?? '').toMatch(/^[a-z_]+\.[a-z_]+$/);
    }
  });
});

import { sql } from 'kysely';
import type { Email } from '../src/platform/mail/email.ts';
import type { World } from './world.ts';

export async function emailsTo({ services }: Pick<World, 'services'>, address: string): Promise<Email[]> {
  const { rows } = await sql<{ payload: Email }>`
    select payload from graphile_worker._private_jobs
    where payload->>'to' = ${address} order by id`.execute(services.db);
  return rows.map((row) => row.payload);
}

export async function codeTo(world: Pick<World, 'services'>, address: string): Promise<string> {
  const letters = await emailsTo(world, address);
  return String(letters.findLast((letter) => 'code' in letter.values)?.values.code);
}

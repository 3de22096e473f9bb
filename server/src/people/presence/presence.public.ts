import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';

export interface Presence {
  online: boolean;
  /** To the minute; null for users who were never connected. */
  lastSeen: Date | null;
}

/** SQL condition over columns of the caller's query: connected to any node, whoever may know. */
export function isConnected(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from presences join presence_nodes using (node)
    where presences.user_id = ${userId} and presence_nodes.alive_until > now())`;
}

export interface PresenceRow {
  id: number;
  online: boolean;
  at: Date | null;
}

/** Columns of {@link PresenceRow} besides the id, in the caller's query. */
export const presenceColumns = (userId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${isConnected(userId)} as online,
    (select date_trunc('minute', last_seen.at) from last_seen where last_seen.user_id = ${userId}) as at`;

export const toPresence = ({ online, at }: PresenceRow): Presence => ({ online, lastSeen: at });

/** Returns which users are connected to any node. The caller checks whether the viewer may know. */
export async function findPresence(db: Db, ids: readonly number[]): Promise<Map<number, Presence>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<PresenceRow>`
    select asked.id, ${presenceColumns(sql`asked.id`)} from unnest(${ids}::bigint[]) as asked (id)`.execute(db);
  return new Map(rows.map((row) => [row.id, toPresence(row)]));
}

export async function erasePresence(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('presences').where('user_id', '=', userId).execute();
  await tx.deleteFrom('last_seen').where('user_id', '=', userId).execute();
}

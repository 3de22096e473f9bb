import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';

interface Row {
  person_id: number;
}

interface CircleListSource {
  table: 'friends' | 'friend_requests' | 'blocks' | 'mutes' | 'hidden_suggestions';
  mine: string;
  theirs: string;
  what?: RawBuilder<unknown>;
}

export async function exportCircleOf(db: Db, userId: number): Promise<ExportedData> {
  const list = ({ table, mine, theirs, what }: CircleListSource) =>
    iteratePages<Row>(async (after, limit) => {
      const { rows } = await sql<Row>`
        select u.id as person_id, case when u.deleted_at is null and u.status = 'active' then u.firstname || ' ' || u.lastname end as name
          ${what ? sql`, ${what}` : sql``}
        from ${sql.table(table)} t join users u on u.id = t.${sql.ref(theirs)}
        where t.${sql.ref(mine)} = ${userId} and u.id > ${after?.person_id ?? 0} order by u.id limit ${limit}`.execute(
        db,
      );
      return rows;
    });
  return {
    friends: list({
      table: 'friends',
      mine: 'user_id',
      theirs: 'friend_id',
      what: sql`t.since, t.is_relative as relative`,
    }),
    requests_sent: list({ table: 'friend_requests', mine: 'from_id', theirs: 'to_id', what: sql`t.created_at` }),
    requests_received: list({
      table: 'friend_requests',
      mine: 'to_id',
      theirs: 'from_id',
      what: sql`t.created_at, t.hidden_at is not null as hidden`,
    }),
    blocked: list({ table: 'blocks', mine: 'user_id', theirs: 'blocked_id', what: sql`t.created_at` }),
    muted: list({
      table: 'mutes',
      mine: 'user_id',
      theirs: 'muted_id',
      what: sql`nullif(t.until, 'infinity') as until`,
    }),
    hidden_suggestions: list({ table: 'hidden_suggestions', mine: 'user_id', theirs: 'hidden_id' }),
  };
}

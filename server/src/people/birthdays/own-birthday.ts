import { celebratedOn } from '@app/contract/people/birthday-calendar';
import type { Birthday, BirthdayDraft, OwnBirthday } from '@app/contract/people/birthdays';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer, Viewer } from '../../platform/http/viewer.ts';
import { visibleTo } from '../relationships/relationships.public.ts';
import { IS_ACTIVE_USER } from '../users/search/name-search.public.ts';

interface OwnAnswer {
  birthday: OwnBirthday | null;
}

/** The day has begun somewhere on Earth. */
const FARTHEST_AHEAD_MS = 14 * 3_600_000;

export async function getOwnBirthday(db: Db, { userId }: SignedInViewer): Promise<OwnAnswer> {
  const { rows } = await sql<OwnBirthday>`
    select day, month, year, audience from birthdays where user_id = ${userId} and day is not null`.execute(db);
  return { birthday: rows[0] ?? null };
}

export async function setOwnBirthday(
  { db, clock }: Services,
  { userId }: SignedInViewer,
  birthday: BirthdayDraft,
): Promise<OwnAnswer> {
  const now = clock();
  const latest = new Date(now.getTime() + FARTHEST_AHEAD_MS).toISOString().slice(0, 10);
  if (birthday.year !== null && celebratedOn(birthday, birthday.year) > latest)
    throw new Failure('invalid_input', { fields: { year: 'errors.field.invalid' } });
  // `reminded_on` stays: who moves a birthday reminds friends once a year all the same.
  await db
    .insertInto('birthdays')
    .values({ ...birthday, user_id: userId, changed_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...birthday, changed_at: now }))
    .execute();
  return { birthday };
}

export async function removeOwnBirthday({ db, clock }: Services, { userId }: SignedInViewer): Promise<OwnAnswer> {
  await db
    .updateTable('birthdays')
    .set({ day: null, month: null, year: null, audience: 'me', changed_at: clock() })
    .where('user_id', '=', userId)
    .execute();
  return { birthday: null };
}

/** Answers null for whoever is not shown it, as for who has none. */
export async function findBirthdayOf(db: Db, viewer: Viewer, id: number): Promise<{ birthday: Birthday | null }> {
  const { rows } = await sql<Birthday>`-- named ${sql.raw(viewer.userId === null ? 'birthday-for-guests' : 'birthday')}
    select b.day, b.month, b.year from birthdays b join users u on u.id = b.user_id
    where b.user_id = ${id} and b.day is not null and ${IS_ACTIVE_USER} and ${visibleTo(viewer, sql`b.user_id`, sql`b.audience`)}`.execute(
    db,
  );
  return { birthday: rows[0] ?? null };
}

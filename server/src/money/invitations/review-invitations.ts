import type { invitationsApi, ReviewedInvitation } from '@app/contract/money/invitations';
import type { BodyOf, QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import { type RawBuilder, sql } from 'kysely';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import { containsPattern } from '../../platform/database/like-pattern.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { closeCases } from '../../trust/moderation/close-cases.public.ts';
import { creditReward } from './credit-reward.ts';
import { stateAfterReview } from './invitation-state.ts';

type Query = QueryOf<(typeof invitationsApi)['review']>;

interface Row {
  id: number;
  inviter: ReviewedInvitation['inviter'];
  invitee: ReviewedInvitation['invitee'];
  source: ReviewedInvitation['source'];
  state: ReviewedInvitation['state'];
  reason: ReviewedInvitation['reason'];
  registered_at: Date;
  paid_at: Date | null;
  same_address: number;
  same_device: number;
  same_mailbox: number;
  reviewed_at: Date | null;
  review_comment: string;
  reviewer: string | null;
}

const userJson = (alias: string): RawBuilder<unknown> => sql`json_build_object(
  'id', ${sql.ref(`${alias}.id`)}, 'login', ${sql.ref(`${alias}.login`)},
  'firstname', ${sql.ref(`${alias}.firstname`)}, 'lastname', ${sql.ref(`${alias}.lastname`)})`;

/** Served by the indexes invitations_address, _device and _mailbox. */
const SAME = (column: 'address_hash' | 'device_hash' | 'mailbox_hash'): RawBuilder<number> => sql`
  (select count(*)::int from invitations other where other.${sql.ref(column)} = i.${sql.ref(column)})`;

const FROM = sql`from invitations i join users a on a.id = i.inviter_id join users b on b.id = i.invitee_id`;

function conditionOf({ state, alike, search: q }: Query): RawBuilder<boolean> {
  const words = q && containsPattern(q);
  const isNamed = words
    ? sql`and (a.login ilike ${words} or b.login ilike ${words}
        or concat_ws(' ', a.firstname, a.lastname) ilike ${words} or concat_ws(' ', b.firstname, b.lastname) ilike ${words})`
    : sql``;
  if (alike !== undefined) {
    return sql`exists (select from invitations one where one.id = ${alike} and (
      one.id = i.id or one.address_hash = i.address_hash or one.device_hash = i.device_hash or one.mailbox_hash = i.mailbox_hash)) ${isNamed}`;
  }
  return state === 'review' ? sql`i.state = 'review' ${isNamed}` : sql`i.reviewed_at is not null ${isNamed}`;
}

async function listReviewedRows(db: Db, query: Query): Promise<Row[]> {
  const { state, alike, page, size } = query;
  const isWaiting = alike === undefined && state === 'review';
  const order = isWaiting ? sql`i.registered_at, i.id` : sql`coalesce(i.reviewed_at, i.registered_at) desc, i.id desc`;
  const { rows } = await sql<Row>`
    select i.id, ${userJson('a')} as inviter, ${userJson('b')} as invitee, i.source, i.state, i.reason, i.registered_at, i.paid_at,
      ${SAME('address_hash')} as same_address, ${SAME('device_hash')} as same_device, ${SAME('mailbox_hash')} as same_mailbox,
      i.reviewed_at, i.review_comment, staff.login as reviewer
    ${FROM} left join users staff on staff.id = i.reviewed_by
    where ${conditionOf(query)} order by ${order} limit ${size} offset ${(page - 1) * size}`.execute(db);
  return rows;
}

export async function listForReview(
  { db, clock }: Services,
  viewer: SignedInViewer,
  query: Query,
): Promise<ResponseOf<(typeof invitationsApi)['review']>> {
  const [rows, counted] = await Promise.all([
    listReviewedRows(db, query),
    sql<{ total: number }>`select count(*)::int as total ${FROM} where ${conditionOf(query)}`.execute(db),
    recordStaffAction(db, viewer, clock(), {
      action: 'invitations.review',
      details: { list: 'invitations', ...query },
    }),
  ]);
  return { list: rows.map(presentReviewedInvitation), total: counted.rows[0]?.total ?? 0 };
}

function presentReviewedInvitation({
  registered_at,
  paid_at,
  reviewed_at,
  review_comment,
  reviewer,
  ...row
}: Row): ReviewedInvitation {
  return {
    ...row,
    registered: registered_at.toISOString(),
    paid: paid_at?.toISOString() ?? null,
    decided:
      reviewed_at === null ? null : { by: reviewer ?? '', at: reviewed_at.toISOString(), comment: review_comment },
  };
}

/**
 * Decides each invitation separately; those decided in the meantime stay. Points of newcomers who have paid are
 * credited in the same transaction.
 */
export async function decideInvitations(
  services: Services,
  viewer: SignedInViewer,
  { ids, verdict, reason }: BodyOf<(typeof invitationsApi)['decide']>,
): Promise<{ changed: number }> {
  let changed = 0;
  // Rows are locked in ascending order, so that two staff deciding the same invitations do not deadlock.
  for (const id of ids.toSorted((one, other) => one - other)) {
    const isChanged = await services.db
      .transaction()
      .execute((tx) => decideOne(services, tx, viewer, { id, verdict, reason }));
    if (isChanged) changed += 1;
  }
  return { changed };
}

async function decideOne(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  { id, verdict, reason }: { id: number; verdict: 'release' | 'refuse'; reason: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('invitations')
    .select(['id', 'inviter_id', 'state', 'activated_at', 'paid_at', 'reversed_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row?.state !== 'review') return false;
  const now = services.clock();
  const state = verdict === 'refuse' ? 'refused' : stateAfterReview(row);
  await tx
    .updateTable('invitations')
    .set({ state, reviewed_by: viewer.userId, reviewed_at: now, review_comment: reason })
    .where('id', '=', id)
    .execute();
  if (state === 'paid') await creditReward(services, tx, row);
  const object = `invitation:${id}`;
  await closeCases(tx, {
    object,
    by: viewer.userId,
    outcome: verdict === 'refuse' ? 'hide' : 'nothing',
    resolution: reason,
    now,
  });
  await recordStaffAction(tx, viewer, now, {
    action: 'invitations.review',
    object,
    aboutUserId: row.inviter_id,
    details: { verdict },
  });
  await services.live.publishUserEvent(tx, row.inviter_id, { type: 'invitations' });
  return true;
}

import { IMAGE_SRC_WIDTH, imageUrl } from '@app/contract/files/media';
import {
  INVITATION_STATES,
  type Invitation,
  type InvitationReason,
  type InvitationSource,
  type InvitationState,
  type InvitationTotals,
  type OwnInvitation,
} from '@app/contract/money/invitations';
import { sql } from 'kysely';
import type { Relationship } from '../../people/relationships/relationship.public.ts';
import { findRelationships } from '../../people/relationships/relationships.public.ts';
import { findAccount } from '../../people/users/accounts.public.ts';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';

interface Row {
  id: number;
  user_id: number;
  firstname: string;
  lastname: string;
  photo: string | null;
  is_unconfirmed: boolean;
  is_gone: boolean;
  source: InvitationSource;
  state: InvitationState;
  reason: InvitationReason;
  registered_at: Date;
  activated_at: Date | null;
  paid_at: Date | null;
}

interface History {
  list: Invitation[];
  total: number;
  totals: InvitationTotals;
  subscribed: number;
}

export async function listInvitations(
  { db, clock }: Services,
  viewer: SignedInViewer,
  userId: number,
  { page, size }: { page: number; size: number },
): Promise<History> {
  if (viewer.userId !== userId) {
    if (!viewer.isStaff) throw new Failure('forbidden');
    if ((await findAccount(db, userId)) === undefined) throw new Failure('not_found');
    const details = { list: 'invitations', page };
    await recordStaffAction(db, viewer, clock(), {
      action: 'users.read',
      object: `user:${userId}`,
      aboutUserId: userId,
      details,
    });
  }
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      select i.id, u.id as user_id, u.firstname, u.lastname, media.base_key as photo,
        u.status = 'registered' as is_unconfirmed, u.deleted_at is not null or u.status = 'suspended' as is_gone,
        i.source, i.state, i.reason, i.registered_at, i.activated_at, i.paid_at
      from invitations i join users u on u.id = i.invitee_id left join media_images media on media.id = u.photo_image_id
      where i.inviter_id = ${userId}
      order by i.registered_at desc, i.id desc limit ${size} offset ${(page - 1) * size}`.execute(db),
    db
      .selectFrom('invitations')
      .select([
        'state',
        (eb) => eb.fn.countAll<number>().as('count'),
        (eb) => eb.fn.count<number>('paid_at').as('paid'),
      ])
      .where('inviter_id', '=', userId)
      .groupBy('state')
      .execute(),
  ]);
  const relationships = await findRelationships(
    db,
    viewer,
    rows.map(({ user_id }) => user_id),
  );
  const counts = new Map(counted.map(({ state, count }) => [state, count]));
  const totals = Object.fromEntries(
    INVITATION_STATES.map((state) => [state, counts.get(state) ?? 0]),
  ) as InvitationTotals;
  return {
    list: rows.map((row) => presentInvitation(row, relationships.get(row.user_id))),
    total: Object.values(totals).reduce((sum, count) => sum + count, 0),
    totals,
    subscribed: counted.reduce((sum, { paid }) => sum + paid, 0),
  };
}

/** Users who have not confirmed their email, and deleted users, are not named. */
function presentInvitation(row: Row, relationship: Relationship | undefined): Invitation {
  const presence = row.is_gone ? 'gone' : row.is_unconfirmed ? 'unconfirmed' : 'here';
  const isUnavailable = relationship?.isBlocked === true || relationship?.hasBlocked === true;
  return {
    id: row.id,
    presence,
    user:
      presence === 'here'
        ? {
            id: row.user_id,
            firstname: row.firstname,
            lastname: row.lastname,
            photo: isUnavailable || row.photo === null ? null : imageUrl(row.photo, IMAGE_SRC_WIDTH.avatar),
            ...(isUnavailable && { unavailable: 1 }),
          }
        : null,
    source: row.source,
    state: row.state,
    reason: row.reason,
    registered: row.registered_at.toISOString(),
    activated: row.activated_at?.toISOString() ?? null,
    paid: row.paid_at?.toISOString() ?? null,
  };
}

export async function getOwnInvitation({ db, config }: Services, viewer: SignedInViewer): Promise<OwnInvitation> {
  const { referral_code: code } = await db
    .selectFrom('users')
    .select('referral_code')
    .where('id', '=', viewer.userId)
    .executeTakeFirstOrThrow();
  return {
    user_id: viewer.userId,
    code,
    link: `${config.publicUrl}/friend?friend_id=${viewer.userId}&referral=${code}`,
  };
}

import type { Audience } from '@app/contract/people/privacy';
import { type RawBuilder, sql } from 'kysely';
import { onContentPublished } from '../../money/payments/payments.public.ts';
import { notify, notifyAll } from '../../notifications/notifications/notifications.public.ts';
import { isBlockBetween } from '../../people/relationships/relationships.public.ts';
import { IS_ACTIVE_USER } from '../../people/users/search/name-search.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { excerpt } from '../../platform/text/excerpt.ts';
import { checkContent } from '../../trust/content-rules/check-content.public.ts';
import { openCase } from '../../trust/moderation/open-case.public.ts';
import { isLimited } from '../../trust/moderation/publishing-limits.public.ts';
import { notifyFollowersOfPublication } from './notify-followers-of-publication.job.ts';
import { parseMentions } from './parse-tags.ts';

interface PendingPublication {
  id: number;
  user_id: number;
  description: string;
  audience: Audience;
  ip?: string;
}

export const publicationLink = ({ id, user_id }: Pick<PendingPublication, 'id' | 'user_id'>): string =>
  `/user/${user_id}/social/${id}`;

/**
 * Publishes above all earlier publications: the clock row is locked until the commit, so that nothing appears below
 * what was already read. Must be the last step of a transaction, because others wait for the lock.
 */
export async function publishPublication(services: Services, tx: Tx, publication: PendingPublication): Promise<void> {
  const { queue, clock } = services;
  const { id, user_id } = publication;
  await onContentPublished(services, tx, user_id);
  const isRuled = await violatesRules(services, tx, publication);
  const isHeld = isRuled || (await isLimited(tx, user_id, clock()));
  // The rule has already opened a case.
  if (isHeld && !isRuled) await openHoldCase(services, tx, publication);
  if (isHeld) await notifyHeldForReview(services, tx, publication);
  else await saveMentions(services, tx, publication);
  const { rows: followed } = await sql`
    insert into publication_announcements (publish_id, created_at)
    select ${id}, ${clock()} where ${publication.audience} <> 'me' and exists (select from followers where person_id = ${user_id})
    on conflict do nothing returning 1`.execute(tx);
  if (followed.length > 0 && !isHeld)
    await queue.add(tx, notifyFollowersOfPublication, { publish_id: id }, { key: String(id) });
  await sql`
    with moment as (
      update publication_clock set last = greatest(last + interval '1 microsecond', ${clock()}) returning last
    ), published as (
      update publications set state = 'published', published_at = moment.last, publish_at = null, changed_at = ${clock()},
        held_at = ${isHeld ? clock() : null}
      from moment where id = ${id} returning id, user_id, published_at
    )
    insert into publication_places (publish_id, city_id, district, published_at)
    select published.id, u.city_id, u.district, published.published_at from published join users u on u.id = published.user_id
    where u.city_id is not null`.execute(tx);
}

export async function violatesRules(services: Services, tx: Tx, publication: PendingPublication): Promise<boolean> {
  const { id, user_id: userId, description: text, ip = '' } = publication;
  const content = { subject: 'publication' as const, object: `publication:${id}`, userId, ip, title: '', text };
  return (await checkContent(services, tx, content)) !== undefined;
}

/** Publications of limited users appear only after a review. */
export async function openHoldCase(
  services: Services,
  tx: Tx,
  { id, user_id, description }: PendingPublication,
): Promise<void> {
  await openCase(tx, {
    kind: 'hold',
    object: `publication:${id}`,
    aboutUserId: user_id,
    reason: 'limited',
    evidence: { title: excerpt(description), text: description },
    now: services.clock(),
  });
}

export async function notifyHeldForReview(services: Services, tx: Tx, publication: PendingPublication): Promise<void> {
  const { user_id, description } = publication;
  await notify(tx, services, {
    userId: user_id,
    kind: 'publication_review',
    link: publicationLink(publication),
    values: { title: excerpt(description), what: 'limited' },
  });
}

/** SQL condition that the user `u` of the caller's query is in the audience of `ownerId`. */
function isInAudience(ownerId: number, audience: Audience): RawBuilder<boolean> {
  if (audience === 'me') return sql<boolean>`false`;
  if (audience === 'all') return sql<boolean>`not ${isBlockBetween(sql`u.id`, sql`${ownerId}::bigint`)}`;
  return sql<boolean>`exists (select from friends f where f.user_id = ${ownerId} and f.friend_id = u.id
    and (${audience === 'friends'} or f.is_relative))`;
}

interface MentionedUser {
  id: number;
  login: string;
  is_addressed: boolean;
}

export async function saveMentions(services: Services, tx: Tx, publication: PendingPublication): Promise<void> {
  const { id, user_id, description, audience } = publication;
  await tx.deleteFrom('publication_mentions').where('publish_id', '=', id).execute();
  const mentioned = await findMentionedUsers(tx, user_id, audience, parseMentions(description));
  if (mentioned.length === 0) return;
  await tx
    .insertInto('publication_mentions')
    .values(mentioned.map((user) => ({ publish_id: id, user_id: user.id, login: user.login })))
    .execute();
  await notifyAll(
    tx,
    services,
    mentioned
      .filter((user) => user.is_addressed)
      .map((user) => ({
        userId: user.id,
        kind: 'mention' as const,
        actorId: user_id,
        link: publicationLink(publication),
        values: { title: excerpt(description) },
        dedupe: `mention:publication:${id}`,
      })),
  );
}

/** Finds users by the logins after `@`, except users with a block in either direction. */
export async function findMentionedUsers(
  tx: Tx,
  authorId: number,
  audience: Audience,
  logins: readonly string[],
  ownerId = authorId,
): Promise<MentionedUser[]> {
  if (logins.length === 0) return [];
  const { rows } = await sql<MentionedUser>`
    select u.id, written.login, ${isInAudience(ownerId, audience)} as is_addressed
    from unnest(${[...logins]}::text[]) written (login) join users u on lower(u.login) = lower(written.login)
    where ${IS_ACTIVE_USER} and u.id <> ${authorId} and not ${isBlockBetween(sql`u.id`, sql`${authorId}::bigint`)}
    order by u.id`.execute(tx);
  return rows;
}

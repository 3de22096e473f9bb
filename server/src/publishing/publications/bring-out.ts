import type { Audience } from '@app/contract/people/privacy';
import { type RawBuilder, sql } from 'kysely';
import { notify, notifyAll } from '../../notifications/notifications/notifications.public.ts';
import { isBlockBetween } from '../../people/circle/circle.public.ts';
import { IS_HERE } from '../../people/users/search/name-search.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { excerpt } from '../../platform/excerpt.ts';
import type { Services } from '../../platform/services.ts';
import { openCase } from '../../trust/moderation/open-case.public.ts';
import { isLimited } from '../../trust/moderation/restraints.public.ts';
import { announcePublication } from './announce-publication.job.ts';
import { readMentions } from './read-words.ts';

interface Outgoing {
  id: number;
  user_id: number;
  description: string;
  audience: Audience;
  /** Where the words came from, while whoever wrote them is here. */
  ip?: string;
}

export const linkOf = ({ id, user_id }: Pick<Outgoing, 'id' | 'user_id'>): string => `/user/${user_id}/social/${id}`;

/**
 * Let a publication appear. It stands above everything that came out before: the clock's row is held until the commit, so that
 * nothing appears below what somebody has read already. The last step of a transaction, for others wait meanwhile.
 */
export async function bringOut(services: Services, tx: Tx, publication: Outgoing): Promise<void> {
  const { queue, clock } = services;
  const { id, user_id } = publication;
  await services.noteSubscriptionUse(tx, user_id);
  const isRuled = await breaksRule(services, tx, publication);
  const isHeld = isRuled || (await isLimited(tx, user_id, clock()));
  // A rule has opened its case.
  if (isHeld && !isRuled) await openHoldCase(services, tx, publication);
  if (isHeld) await tellHeld(services, tx, publication);
  else await noteMentions(services, tx, publication);
  const { rows: followed } = await sql`
    insert into publication_announcements (publish_id, created_at)
    select ${id}, ${clock()} where ${publication.audience} <> 'me' and exists (select from followers where person_id = ${user_id})
    on conflict do nothing returning 1`.execute(tx);
  if (followed.length > 0 && !isHeld) await queue.add(tx, announcePublication, { publish_id: id }, { key: String(id) });
  await sql`
    with moment as (
      update publication_clock set last = greatest(last + interval '1 microsecond', ${clock()}) returning last
    )
    update publications set state = 'published', published_at = moment.last, publish_at = null, changed_at = ${clock()},
      held_at = ${isHeld ? clock() : null}
    from moment where id = ${id}`.execute(tx);
}

/** Whether a rule of staff lets what it says wait for them. */
export async function breaksRule(services: Services, tx: Tx, publication: Outgoing): Promise<boolean> {
  const { id, user_id: userId, description: text, ip = '' } = publication;
  const content = { subject: 'publication' as const, object: `publication:${id}`, userId, ip, title: '', text };
  return (await services.checkContent(tx, content)) !== undefined;
}

/** What somebody limited publishes appears once staff have looked. */
export async function openHoldCase(services: Services, tx: Tx, { id, user_id, description }: Outgoing): Promise<void> {
  await openCase(tx, {
    kind: 'hold',
    object: `publication:${id}`,
    aboutUserId: user_id,
    reason: 'limited',
    evidence: { title: excerpt(description), text: description },
    now: services.clock(),
  });
}

/** Its author knows that it appears after a look. */
export async function tellHeld(services: Services, tx: Tx, publication: Outgoing): Promise<void> {
  const { user_id, description } = publication;
  await notify(tx, services, {
    userId: user_id,
    kind: 'publication_review',
    link: linkOf(publication),
    values: { title: excerpt(description), what: 'limited' },
  });
}

/** Who of these people is in the audience of `ownerId`, in SQL over the person `u` of the caller's query. */
function isAddressed(ownerId: number, audience: Audience): RawBuilder<boolean> {
  if (audience === 'me') return sql<boolean>`false`;
  if (audience === 'all') return sql<boolean>`not ${isBlockBetween(sql`u.id`, sql`${ownerId}::bigint`)}`;
  return sql<boolean>`exists (select from friends f where f.user_id = ${ownerId} and f.friend_id = u.id
    and (${audience === 'friends'} or f.is_kith))`;
}

interface Named {
  id: number;
  login: string;
  is_addressed: boolean;
}

/** Remember who is named in the words as they are now, and tell those who may see it, each once. */
export async function noteMentions(services: Services, tx: Tx, publication: Outgoing): Promise<void> {
  const { id, user_id, description, audience } = publication;
  await tx.deleteFrom('publication_mentions').where('publish_id', '=', id).execute();
  const named = await findNamed(tx, user_id, audience, readMentions(description));
  if (named.length === 0) return;
  await tx
    .insertInto('publication_mentions')
    .values(named.map((person) => ({ publish_id: id, user_id: person.id, login: person.login })))
    .execute();
  await notifyAll(
    tx,
    services,
    named
      .filter((person) => person.is_addressed)
      .map((person) => ({
        userId: person.id,
        kind: 'mention' as const,
        actorId: user_id,
        link: linkOf(publication),
        values: { title: excerpt(description) },
        dedupe: `mention:publication:${id}`,
      })),
  );
}

/** People by what is written after `@`; nobody across a block. */
export async function findNamed(
  tx: Tx,
  authorId: number,
  audience: Audience,
  logins: readonly string[],
  ownerId = authorId,
): Promise<Named[]> {
  if (logins.length === 0) return [];
  const { rows } = await sql<Named>`
    select u.id, written.login, ${isAddressed(ownerId, audience)} as is_addressed
    from unnest(${[...logins]}::text[]) written (login) join users u on lower(u.login) = lower(written.login)
    where ${IS_HERE} and u.id <> ${authorId} and not ${isBlockBetween(sql`u.id`, sql`${authorId}::bigint`)}
    order by u.id`.execute(tx);
  return rows;
}

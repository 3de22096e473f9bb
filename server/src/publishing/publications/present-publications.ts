import { IMAGE_SRC_WIDTH, imageUrl } from '@app/contract/files/media';
import type { Audience, ContactAudience } from '@app/contract/people/privacy';
import type { Publication, PublicationAd } from '@app/contract/publishing/publications';
import { findMutedWords } from '../../people/muted-words/muted-words.public.ts';
import { bit } from '../../platform/bit.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { JOINED_FILES, type JoinedFileRow, presentJoinedFiles } from '../publication-files/publication-files.public.ts';
import { presentAttachedAds } from './present-attached-ads.ts';
import { mayComment } from './publications.policy.ts';
import type { Commenters, PublicationState } from './publications.tables.ts';

export interface CardRow {
  id: number;
  user_id: number;
  type: 0 | 1;
  is_text: boolean;
  description: string;
  audience: Audience;
  commenters: Commenters;
  may_share: boolean;
  state: PublicationState;
  publish_at: Date | null;
  published_at: Date | null;
  changed_at: Date;
  edited_at: Date | null;
  like_count: number;
  comments_count: number;
  firstname: string;
  lastname: string;
  avatar: string | null;
  reach: ContactAudience;
  liked: boolean;
  subscribe: boolean;
  is_friend: boolean;
  is_blocked: boolean;
  held_at: Date | null;
  blocked_at: Date | null;
  withheld_reason: string;
  mentions: Record<string, number> | null;
  stream_id: number | null;
  board_id: number | null;
  is_saved: boolean;
  files: JoinedFileRow[] | null;
}

const isBlockedBetween = (viewer: string): string =>
  `exists (select from blocks b where b.user_id = p.user_id and b.blocked_id = ${viewer} offset 0)
      or exists (select from blocks b where b.user_id = ${viewer} and b.blocked_id = p.user_id offset 0)`;

/**
 * Columns of every query that shows publications, for the alias `p` and {@link PUBLICATION_CARD_JOINS}; `viewer` is an
 * expression, and so is `isBlocked` where it is known. All lookups are by primary key: `offset 0` prevents the planner
 * from reading all likes of the viewer. Mentions are read only where the text has an `@`.
 */
export const publicationCardColumns = (viewer: string, isBlocked = isBlockedBetween(viewer)): string => `
    p.id, p.user_id, p.type, p.is_text, p.description, p.audience, p.commenters, p.may_share, p.state, p.publish_at, p.published_at,
    p.changed_at, p.edited_at, p.held_at, p.blocked_at, p.withheld_reason, p.board_id, p.like_count, p.comments_count, u.firstname, u.lastname, u.may_comment as reach,
    avatar.base_key as avatar,
    exists (select from publication_likes l where l.publish_id = p.id and l.user_id = ${viewer} offset 0) as liked,
    exists (select from collection_items i
      where i.user_id = ${viewer} and i.kind = 'publication' and i.item_id = p.id offset 0) as is_saved,
    exists (select from followers f where f.follower_id = ${viewer} and f.person_id = p.user_id offset 0) as subscribe,
    exists (select from friends f where f.user_id = p.user_id and f.friend_id = ${viewer} offset 0) as is_friend,
    ${isBlocked} as is_blocked,
    case when p.description like '%@%' then (select jsonb_object_agg(m.login, m.user_id) from publication_mentions m
      join users named on named.id = m.user_id and named.status = 'active' and named.deleted_at is null
      where m.publish_id = p.id) end as mentions,
    case when p.type = 1 then (select r.stream_id from stream_recordings r where r.publish_id = p.id) end as stream_id,
    ${JOINED_FILES} as files`;
export const PUBLICATION_CARD_JOINS = `
    join users u on u.id = p.user_id
    left join media_images avatar on avatar.id = u.photo_image_id`;

const CARDS = `
  select ${publicationCardColumns('$2::bigint')}
  from unnest($1::bigint[]) with ordinality page (id, at)
  join publications p on p.id = page.id and p.deleted_at is null ${PUBLICATION_CARD_JOINS}
  order by page.at`;

/** In the order of the ids. The caller has checked visibility. */
export async function presentPublications(
  services: Services,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Publication[]> {
  if (ids.length === 0) return [];
  const query = { name: 'publications-cards', text: CARDS, values: [ids, viewer.userId] };
  return presentPublicationRows(services, viewer, (await services.pool.query<CardRow>(query)).rows);
}

export async function presentPublicationRows(
  services: Services,
  viewer: Viewer,
  rows: readonly CardRow[],
): Promise<Publication[]> {
  const [muted, ads] = await Promise.all([
    matchMutedWords(services, viewer, rows),
    presentAttachedAds(
      services.pool,
      viewer,
      rows.flatMap(({ board_id }) => board_id ?? []),
    ),
  ]);
  return rows.map((row) =>
    presentRow(row, viewer, {
      mutedBy: muted.get(row.id) ?? '',
      ad: row.board_id === null ? undefined : ads.get(row.board_id),
    }),
  );
}

export async function getPublicationForViewer(services: Services, viewer: Viewer, id: number): Promise<Publication> {
  const [publication] = await presentPublications(services, viewer, [id]);
  if (publication === undefined) throw new Failure('not_found');
  return publication;
}

async function matchMutedWords(
  services: Services,
  viewer: Viewer,
  rows: readonly CardRow[],
): Promise<Map<number, string>> {
  const others = rows.filter(({ user_id, description }) => user_id !== viewer.userId && description !== '');
  const words = await findMutedWords(
    services,
    viewer,
    'feed',
    others.map(({ description }) => description),
  );
  return new Map(others.map(({ id }, i) => [id, words[i] ?? '']));
}

interface PublicationExtras {
  mutedBy: string;
  ad: PublicationAd | undefined;
}

function presentRow(row: CardRow, viewer: Viewer, { mutedBy, ad }: PublicationExtras): Publication {
  return {
    publish_id: row.id,
    publish_user_id: row.user_id,
    user_photo: row.avatar === null ? null : imageUrl(row.avatar, IMAGE_SRC_WIDTH.avatar),
    firstname: row.firstname,
    lastname: row.lastname,
    publish_type: row.type,
    publish_description: row.description,
    text_only: bit(row.is_text),
    content: presentJoinedFiles(row.files),
    like_count: row.like_count,
    comments: row.comments_count,
    liked: bit(row.liked),
    subscribe: bit(row.subscribe),
    kept: bit(row.is_saved),
    timestamp: (row.published_at ?? row.changed_at).toISOString(),
    edited: row.edited_at?.toISOString() ?? null,
    audience: row.audience,
    commenters: row.commenters,
    may_comment: bit(row.state === 'published' && !isWithheld(row) && mayComment(viewer, row)),
    may_share: bit(row.may_share),
    own: bit(row.user_id === viewer.userId),
    state: row.state,
    publish_at: row.publish_at?.toISOString() ?? null,
    muted_by: mutedBy,
    mentions: row.mentions ?? {},
    ...(row.stream_id !== null && { stream_id: row.stream_id }),
    ...(ad && { board: ad }),
    ...(row.user_id === viewer.userId && isWithheld(row) && { withheld: presentWithheld(row) }),
  };
}

const isWithheld = ({ held_at, blocked_at }: CardRow): boolean => held_at !== null || blocked_at !== null;

const presentWithheld = ({ blocked_at, withheld_reason }: CardRow): Publication['withheld'] =>
  blocked_at === null ? { state: 'review', reason: '' } : { state: 'hidden', reason: withheld_reason };

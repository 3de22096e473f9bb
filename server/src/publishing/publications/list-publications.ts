import { SEARCH_TOTAL_MAX } from '@app/contract/market/ads';
import type { QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import {
  MENTION_PATTERN,
  type Publication,
  type publicationsApi,
  TAG_PATTERN,
} from '@app/contract/publishing/publications';
import { type RawBuilder, sql } from 'kysely';
import { visibleTo } from '../../people/relationships/relationships.public.ts';
import { escapeLike } from '../../platform/database/like-pattern.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer, Viewer } from '../../platform/http/viewer.ts';
import { parseSearch, type SearchTerms, searchWords } from '../../platform/search/parse-search.ts';
import { querySearch } from '../../platform/search/query-search.ts';
import { searchWithCorrection } from '../../platform/search/search-with-correction.ts';
import { type Cursor, encodeCursor, isBelow, MICROS, parseCursor } from './cursor.ts';
import { EDITS_MAX } from './edits-max.ts';
import { publicationReviewableBy, publicationVisibleTo } from './may-view-publication.public.ts';
import { normalizeTag } from './parse-tags.ts';
import {
  type CardRow,
  getPublicationForViewer,
  PUBLICATION_CARD_JOINS,
  presentPublicationRows,
  presentPublications,
  publicationCardColumns,
} from './present-publications.ts';

type Page = ResponseOf<typeof publicationsApi.byUser>;

type PublicationMatch = Cursor & { total: number };

async function presentPage(
  services: Services,
  viewer: Viewer,
  found: readonly PublicationMatch[],
  size: number,
  total: number,
): Promise<Page> {
  const page = found.slice(0, size);
  return {
    list: await presentPublications(
      services,
      viewer,
      page.map(({ id }) => id),
    ),
    total,
    next: nextOf(found, size),
  };
}

function nextOf(found: readonly Cursor[], size: number): string | null {
  const last = found[size - 1];
  return found.length > size && last !== undefined ? encodeCursor(last) : null;
}

const withoutEmpty = (rows: readonly PublicationMatch[]): PublicationMatch[] => rows.filter(({ id }) => id !== null);

type UserPublicationRow = { is_person: boolean; total: number } & ((CardRow & Pick<Cursor, 'micros'>) | { id: null });

/**
 * Lists a user's publications, newest first. Served by publications_author. The user comes from a table, so that one
 * prepared plan per connection fits users with many and few publications.
 */
export async function listUserPublications(
  services: Services,
  viewer: Viewer,
  { user_id, after, page, size }: QueryOf<typeof publicationsApi.byUser>,
): Promise<Page> {
  const userId = user_id ?? viewer.userId;
  if (userId === null) throw new Failure('unauthorized');
  const name = `publications-of${viewer.userId === null ? '-to-guests' : ''}${after === undefined ? '' : '-after'}`;
  const there = sql`p.user_id = (select id from person) and p.is_public and ${visibleTo(viewer, sql`p.user_id`, sql`p.audience`)}`;
  // Inactive users and users with a block have no page. The viewer must be the first value, because the card columns
  // refer to it by number.
  const { rows } = await sql<UserPublicationRow>`-- named ${sql.raw(name)}
    with person as materialized (
      select u.id from users u
      where not exists (select from blocks where user_id = u.id and blocked_id = ${viewer.userId}::bigint)
        and u.id = ${userId}::bigint and u.status = 'active' and u.deleted_at is null
    ), counted as materialized (select count(*) as total from publications p where ${there})
    select (select id from person) is not null as is_person, counted.total, card.* from counted left join lateral (
      select page.micros, ${sql.raw(publicationCardColumns('$1::bigint'))}
      from (
        select p.id, ${MICROS} as micros from publications p
        where ${there} ${after === undefined ? sql`` : sql`and ${isBelow(parseCursor(after))}`}
        order by p.published_at desc, p.id desc
        limit ${size + 1} offset ${after === undefined ? (page - 1) * size : 0}
      ) page join publications p on p.id = page.id and p.deleted_at is null ${sql.raw(PUBLICATION_CARD_JOINS)}
    ) card on true order by card.micros desc, card.id desc`.execute(services.db);
  if (!rows[0]?.is_person) throw new Failure('not_found');
  const found = rows.flatMap((row) => (row.id === null ? [] : [row]));
  return {
    list: await presentPublicationRows(services, viewer, found.slice(0, size)),
    total: rows[0].total,
    next: nextOf(found, size),
  };
}

/** Drafts and scheduled publications, last changed first. Served by publications_waiting. */
export async function listDrafts(
  services: Services,
  viewer: SignedInViewer,
  { page, size }: QueryOf<typeof publicationsApi.drafts>,
): Promise<ResponseOf<typeof publicationsApi.drafts>> {
  const { rows } = await sql<{ id: number; total: number }>`
    select id, count(*) over () as total from publications
    where user_id = ${viewer.userId} and state <> 'published' and deleted_at is null
    order by changed_at desc, id desc limit ${size} offset ${(page - 1) * size}`.execute(services.db);
  const list = await presentPublications(
    services,
    viewer,
    rows.map(({ id }) => id),
  );
  return { list, total: rows[0]?.total ?? 0 };
}

/** A deleted publication is `gone` for those who could see it, and not found for others. */
export async function getPublication(services: Services, viewer: Viewer, id: number): Promise<Publication> {
  const { db } = services;
  const { rows } = await sql<{ is_deleted: boolean }>`
    select p.deleted_at is not null as is_deleted from publications p
    where p.id = ${id} and (${publicationVisibleTo(viewer)} or ${publicationReviewableBy(viewer)} or (p.deleted_at is not null and p.state = 'published' and not p.author_hidden and p.held_at is null and p.blocked_at is null
      and ${visibleTo(viewer, sql`p.user_id`, sql`p.audience`)}))`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Failure('not_found');
  if (row.is_deleted) throw new Failure('gone');
  return getPublicationForViewer(services, viewer, id);
}

export async function listEdits(
  { db }: Services,
  viewer: Viewer,
  id: number,
): Promise<ResponseOf<typeof publicationsApi.history>> {
  const { rows: seen } =
    await sql`select from publications p where p.id = ${id} and ${publicationVisibleTo(viewer)}`.execute(db);
  if (seen.length === 0) throw new Failure('not_found');
  const rows = await db
    .selectFrom('publication_edits')
    .select(['description', 'replaced_at'])
    .where('publish_id', '=', id)
    .orderBy('id', 'desc')
    .limit(EDITS_MAX)
    .execute();
  return {
    list: rows.map(({ description, replaced_at }) => ({
      publish_description: description,
      timestamp: replaced_at.toISOString(),
    })),
  };
}

interface PublicationSearch {
  tags: string[];
  logins: string[];
  rest: string;
}

function parsePublicationSearch(typed: string): PublicationSearch {
  const text = typed.normalize('NFC');
  return {
    tags: [...text.matchAll(TAG_PATTERN)].map(([, tag = '']) => normalizeTag(tag)),
    logins: [...text.matchAll(MENTION_PATTERN)].map(([, login = '']) => login.replace(/[.-]+$/, '').toLowerCase()),
    rest: text.replace(TAG_PATTERN, ' ').replace(MENTION_PATTERN, ' '),
  };
}

/** Like `SEARCH_PLAN_FACTOR`. Numbers lie together, where the planner takes them for spread over all time. */
const PLAN_FACTOR = 8;

type SearchQuery = QueryOf<typeof publicationsApi.search>;

/**
 * Searches by words in any form, tags and users, newest first, counted up to a limit. A number at the end is one that begins
 * longer ones only where nothing has it itself. A query of words alone is corrected when it finds nothing.
 */
export async function searchPublications(services: Services, viewer: Viewer, query: SearchQuery): Promise<Page> {
  const parsed = parsePublicationSearch(query.search ?? '');
  const { tags, logins, rest } = parsed;
  if (tags.length === 0 && logins.length === 0 && parseSearch(rest) === undefined)
    return { list: [], total: 0, next: null };
  const space = { pool: services.pool, space: 'publications' };
  const endsWithNumber = /^\p{N}+$/u.test(searchWords(rest).at(-1) ?? '');
  const { found } = await searchWithCorrection(space, rest, async (terms) => {
    const ofNumber =
      terms !== undefined && endsWithNumber
        ? await find(services, viewer, parsed, { ...terms, beginnings: terms.last }, query)
        : undefined;
    return ofNumber !== undefined && ofNumber.total > 0 ? ofNumber : find(services, viewer, parsed, terms, query);
  });
  return presentPage(services, viewer, found.rows, query.size, found.total);
}

async function find(
  services: Services,
  viewer: Viewer,
  { tags, logins }: PublicationSearch,
  terms: SearchTerms | undefined,
  { after, page, size }: SearchQuery,
): Promise<{ rows: PublicationMatch[]; total: number }> {
  const conditions: RawBuilder<unknown>[] = [
    sql`p.is_public`,
    ...(tags.length > 0 ? [sql`p.tags @> ${tags}::text[]`] : []),
    ...logins.map(isAbout),
    ...(terms === undefined
      ? []
      : [sql`p.search @@ search_query(${terms.words}::text, ${terms.last}::text, ${terms.beginnings}::text)`]),
  ];
  const offset = after === undefined ? (page - 1) * size : 0;
  const readable = Math.max(0, Math.min(size + 1, SEARCH_TOTAL_MAX - offset));
  // Who may see it is asked last, of no more than are counted: `offset 0` keeps that apart.
  const query = sql<PublicationMatch>`
    with visible as materialized (
      select p.id, p.published_at from (
        select p.id, p.published_at, p.user_id, p.audience from publications p where ${sql.join(conditions, sql` and `)}
        order by p.published_at desc, p.id desc offset 0
      ) p where ${visibleTo(viewer, sql`p.user_id`, sql`p.audience`)} limit ${SEARCH_TOTAL_MAX * PLAN_FACTOR}
    ), capped as materialized (select * from visible limit ${SEARCH_TOTAL_MAX}),
    counted as (select count(*) as total from capped)
    select counted.total, p.id, ${MICROS} as micros from counted left join lateral (
      select p.id, p.published_at from capped p ${after === undefined ? sql`` : sql`where ${isBelow(parseCursor(after))}`}
      order by p.published_at desc, p.id desc limit ${readable} offset ${offset}
    ) p on true order by p.published_at desc, p.id desc`.compile(services.db);
  const rows = await querySearch<PublicationMatch>(services.pool, { text: query.sql, values: [...query.parameters] });
  return { rows: withoutEmpty(rows), total: rows[0]?.total ?? 0 };
}

const isAbout = (login: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from users named where lower(named.login) = ${login} and named.status = 'active' and named.deleted_at is null
    and (named.id = p.user_id or exists (
      select from publication_mentions m where m.publish_id = p.id and m.user_id = named.id)))`;

const TAGS_SHOWN = 10;

/** Most used first. Served by publication_tags_beginning. */
export async function suggestTags(
  { db }: Services,
  { search = '' }: QueryOf<typeof publicationsApi.tags>,
): Promise<ResponseOf<typeof publicationsApi.tags>> {
  const beginning = escapeLike(normalizeTag(search.replace(/^#/, '')));
  const { rows } = await sql<{ tag: string; count: number }>`
    select tag, count from publication_tags where tag like ${`${beginning}%`} and count > 0
    order by count desc, tag limit ${TAGS_SHOWN}`.execute(db);
  return { list: rows };
}

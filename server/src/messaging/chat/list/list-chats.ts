import type { Chat, ChatCounts, chatApi, Folder } from '@app/contract/messaging/chat';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { type RawBuilder, sql } from 'kysely';
import { namePatterns } from '../../../people/users/search/name-search.public.ts';
import { searchByName } from '../../../people/users/search/search-by-name.public.ts';
import type { Db } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { chatCountsSql } from './count-chats.public.ts';
import { presentChats } from './present-chats.ts';

interface ListOptions {
  search?: string | undefined;
  folder?: Folder | undefined;
  page: number;
  size: number;
}

const IN_FOLDER: Readonly<Record<Folder, RawBuilder<unknown>>> = {
  main: sql`me.folder = 'main' and not me.is_archived`,
  requests: sql`me.folder = 'requests' and not me.is_archived`,
  archive: sql`me.folder <> 'declined' and me.is_archived`,
};
/** Clients without folders see all chats except declined ones. */
const ANYWHERE = sql`me.folder <> 'declined'`;

/** Lists chats: pinned first, then by last message. */
export async function listChats(
  services: Services,
  viewer: SignedInViewer,
  { search, folder, page, size }: ListOptions,
): Promise<ResponseOf<typeof chatApi.list>> {
  const { db } = services;
  const { ids, total, counts } = await searchByName(services.pool, search, (isNamed) =>
    findPage(db, viewer.userId, chatsOf(viewer.userId, folder, search, isNamed), {
      name: isNamed === null ? `chats-of-${folder ?? 'all'}` : undefined,
      size,
      offset: (page - 1) * size,
    }),
  );
  const chats = await presentChats(services, viewer, ids);
  return { list: ids.flatMap((id): Chat[] => [chats.get(id)].filter((chat) => chat !== undefined)), total, counts };
}

function chatsOf(
  userId: number,
  folder: Folder | undefined,
  search: string | undefined,
  isNamed: RawBuilder<boolean> | null,
): RawBuilder<unknown> {
  const where = sql`me.user_id = ${userId} and me.shown_at is not null
    and ${folder === undefined ? ANYWHERE : IN_FOLDER[folder]}`;
  const patterns = namePatterns(search);
  if (isNamed === null) return sql`chat_members me where ${where}`;
  const inText = patterns.map((pattern) => sql`translate(lower(last.content), 'ё', 'е') like ${pattern}`);
  return sql`chat_members me
    left join users u on u.id = me.other_id
    left join messages last on last.chat_id = me.chat_id and last.seq = me.shown_seq
    where ${where} and (${isNamed} or (${sql.join(inText, sql` and `)}))`;
}

interface FoundPage<Id> {
  ids: Id[];
  total: number;
  counts: ChatCounts;
}

const NOTHING_FOUND: FoundPage<string> = { ids: [], total: 0, counts: { unread: 0, chats: 0, requests: 0 } };

async function findPage(
  db: Db,
  userId: number,
  source: RawBuilder<unknown>,
  { name, size, offset }: { name: string | undefined; size: number; offset: number },
): Promise<FoundPage<number>> {
  const { rows } = await sql<FoundPage<string>>`${sql.raw(name === undefined ? '' : `-- named ${name}`)}
    select array(
      select me.other_id from ${source}
      order by me.pinned_at is not null desc, me.shown_at desc, me.chat_id desc limit ${size} offset ${offset}) as ids,
      (select count(*) from ${source}) as total, ${sql.raw(chatCountsSql('reader.id'))} as counts
    from (select ${userId}::bigint as id) as reader`.execute(db);
  const { ids, ...counted } = rows[0] ?? NOTHING_FOUND;
  return { ids: ids.map(Number), ...counted };
}

import type { Chat, chatApi, Folder } from '@app/contract/messaging/chat';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { type RawBuilder, sql } from 'kysely';
import { namePatterns } from '../../../people/users/search/name-search.public.ts';
import { searchByName } from '../../../people/users/search/search-by-name.public.ts';
import type { Db } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { countChats } from './count-chats.ts';
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
  const [{ ids, total }, counts] = await Promise.all([
    searchByName(services.pool, search, (isNamed) =>
      findPage(db, chatsOf(viewer.userId, folder, search, isNamed), {
        name: isNamed === null ? `chats-of-${folder ?? 'all'}` : undefined,
        size,
        offset: (page - 1) * size,
      }),
    ),
    countChats(services.pool, viewer.userId),
  ]);
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

async function findPage(
  db: Db,
  source: RawBuilder<unknown>,
  { name, size, offset }: { name: string | undefined; size: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  const { rows } = await sql<{ ids: string[]; total: number }>`${sql.raw(name === undefined ? '' : `-- named ${name}`)}
    select array(
      select me.other_id from ${source}
      order by me.pinned_at is not null desc, me.shown_at desc, me.chat_id desc limit ${size} offset ${offset}) as ids,
      (select count(*) from ${source}) as total`.execute(db);
  return { ids: rows[0]?.ids.map(Number) ?? [], total: rows[0]?.total ?? 0 };
}

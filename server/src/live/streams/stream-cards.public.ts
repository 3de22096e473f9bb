import type { StreamState } from '@app/contract/live/stream-states';
import { sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { texts } from '../../platform/texts.ts';
import { linkOf } from './link-of.ts';
import { posterUrl } from './poster.ts';
import { streamVisibleTo } from './streams.queries.ts';
import { themeFor } from './theme.ts';

interface StreamCard {
  userId: number;
  name: string;
  theme: string;
  state: StreamState;
  poster: string | null;
  link: string;
}

interface CardRow {
  id: number;
  user_id: number;
  name: string;
  theme: string | null;
  state: StreamState;
  poster: string | null;
}

export async function listStreamCards(
  { db }: Services,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Map<number, StreamCard>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<CardRow>`
    select s.id, s.user_id, trim(u.firstname || ' ' || u.lastname) as name, s.theme, s.state, s.poster
    from streams s join users u on u.id = s.user_id
    where s.id = any(${[...ids]}::bigint[]) and ${streamVisibleTo(viewer)}`.execute(db);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        userId: row.user_id,
        name: row.name,
        theme: themeFor(texts, viewer.lang, row),
        state: row.state,
        poster: row.poster === null ? null : posterUrl(row.id, row.poster),
        link: linkOf({ id: row.id, userId: row.user_id }),
      },
    ]),
  );
}

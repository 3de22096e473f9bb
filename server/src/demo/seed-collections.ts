import type { Tx } from '../platform/database/tables.ts';
import { insertDemoCollections } from '../publishing/collections/demo-collections.public.ts';
import type { InsertedPlaylist } from '../publishing/music/insert-demo-music.public.ts';
import { PUBLICATION_SCRIPTS } from './demo-publications.ts';
import { DEMO_PLAYLISTS } from './demo-tunes.ts';
import type { DemoWorld } from './seed-activity.ts';

const DAY_MS = 86_400_000;

export async function seedCollections(
  tx: Tx,
  { personId, ad, today }: DemoWorld,
  publicationIds: readonly number[],
  playlists: readonly InsertedPlaylist[],
): Promise<void> {
  const at = (days: number): Date => new Date(today - days * DAY_MS);
  const publicationBy = (by: string): number =>
    publicationIds[PUBLICATION_SCRIPTS.findIndex((one) => one.by === by)] ?? 0;
  const tracks = playlists[DEMO_PLAYLISTS.findIndex(({ by }) => by === 'olga')]?.trackIds ?? [];
  await insertDemoCollections(tx, [
    {
      userId: personId('anna'),
      name: 'Для дома',
      items: [
        { kind: 'ad', id: ad('Керамика ручной работы: вазы и чаша').id, created_at: at(6) },
        { kind: 'publication', id: publicationBy('olga'), created_at: at(0.5) },
      ],
    },
    {
      userId: personId('anna'),
      name: '',
      items: [
        { kind: 'publication', id: publicationBy('maria'), created_at: at(0.1) },
        ...tracks.slice(0, 2).map((id, i) => ({ kind: 'track' as const, id, created_at: at(3 - i) })),
      ],
    },
  ]);
}

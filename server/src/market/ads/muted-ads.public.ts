import type { Board } from '@app/contract/market/ads';
import { findMutedWords } from '../../people/muted-words/muted-words.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

/** Sets the matched muted word on each ad except the viewer's own. Guests cause no query. */
export async function markMutedAds(
  services: Pick<Services, 'pool'>,
  viewer: Viewer,
  boards: readonly Board[],
): Promise<void> {
  if (viewer.userId === null) return;
  const others = boards.filter((board) => board.board_user_id !== viewer.userId);
  const words = await findMutedWords(
    services,
    viewer,
    'ads',
    others.map((board) => `${board.board_title}\n${board.board_description}`),
  );
  for (const [i, board] of others.entries()) if (words[i]) board.muted_by = words[i];
}

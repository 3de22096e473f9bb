import type { Playlist } from '@app/contract/publishing/music';
import type { Text } from '../../../platform/texts.ts';

/** Who sees a playlist that not everybody sees, as its reader is told; '' for one that everybody sees. */
export function describeAudience(
  t: Text<'music'>,
  { audience, co_authors }: Pick<Playlist, 'audience' | 'co_authors'>,
): string {
  if (audience === 'all') return '';
  if (audience === 'me' && co_authors > 0) return t('music.coAuthors.audience');
  return t(`music.audience.${audience}`);
}

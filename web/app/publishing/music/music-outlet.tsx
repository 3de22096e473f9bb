import { Suspense, useEffect } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { toast } from '../../ui/toast/toast.ts';
import { watchKeys } from './keys.ts';
import { onSkipped, usePlayer } from './player/player.ts';
import { rememberPlayback } from './player/remember-playback.ts';
import { useWish } from './tracks/track-wishes.ts';

const PlayerBar = lazyPart(() => import('./player/player-bar.tsx').then(({ PlayerBar }) => PlayerBar));
const WishDialogs = lazyPart(() => import('./tracks/wish-dialogs.tsx').then(({ WishDialogs }) => WishDialogs));

/** Words about the music that plays, over any page. */
function Sayings({ viewerId }: { viewerId: number }) {
  const t = useText('music');
  useEffect(() => onSkipped(({ title }, why) => toast.error(t(`music.player.${why}`, { title }))), [t]);
  useEffect(() => rememberPlayback(viewerId, () => toast.info(t('music.player.elsewhere'))), [viewerId, t]);
  return null;
}

/** Music stands beside the pages and outlives them: its bar, its windows, its keys. Nothing of it is there before there is music. */
export function MusicOutlet({ viewerId }: { viewerId: number }) {
  const { track } = usePlayer();
  const wish = useWish();
  useEffect(watchKeys, []);
  return (
    <Suspense>
      <Sayings viewerId={viewerId} />
      {track && (
        <Suspense>
          <PlayerBar />
        </Suspense>
      )}
      {wish && (
        <Suspense>
          <WishDialogs key={`${wish.kind} ${'track' in wish ? wish.track.id : wish.playlist.id}`} wish={wish} />
        </Suspense>
      )}
    </Suspense>
  );
}

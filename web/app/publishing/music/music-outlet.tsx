import { Suspense, useEffect } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { toast } from '../../ui/toast/toast.ts';
import { watchMediaKeys } from './media-keys.ts';
import { onSkipped, usePlayer } from './player/player.ts';
import { rememberPlayback } from './player/remember-playback.ts';
import { useTrackDialogRequest } from './tracks/track-dialog-request.ts';

const PlayerBar = lazyPart(() => import('./player/player-bar.tsx').then(({ PlayerBar }) => PlayerBar));
const TrackDialogs = lazyPart(() => import('./tracks/track-dialogs.tsx').then(({ TrackDialogs }) => TrackDialogs));

function MusicNotices({ viewerId }: { viewerId: number }) {
  const t = useText('music');
  useEffect(() => onSkipped(({ title }, why) => toast.error(t(`music.player.${why}`, { title }))), [t]);
  useEffect(() => rememberPlayback(viewerId, () => toast.info(t('music.player.elsewhere'))), [viewerId, t]);
  return null;
}

/**
 * The player bar, music dialogs and media keys. They live outside the routes, survive navigation, and load only when
 * there is music.
 */
export function MusicOutlet({ viewerId }: { viewerId: number }) {
  const { track } = usePlayer();
  const dialogRequest = useTrackDialogRequest();
  useEffect(watchMediaKeys, []);
  return (
    <Suspense>
      <MusicNotices viewerId={viewerId} />
      {track && (
        <Suspense>
          <PlayerBar />
        </Suspense>
      )}
      {dialogRequest && (
        <Suspense>
          <TrackDialogs
            key={`${dialogRequest.kind} ${'track' in dialogRequest ? dialogRequest.track.id : dialogRequest.playlist.id}`}
            request={dialogRequest}
          />
        </Suspense>
      )}
    </Suspense>
  );
}

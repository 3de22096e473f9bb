import { IconBroadcast } from 'virtual:icons';
import type { Stream } from '@app/contract/live/streams';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { streamPath } from '../stream-address.ts';

export const StartStreamDialog = lazyPart(() =>
  import('./start-stream-dialog.tsx').then(({ StartStreamDialog }) => StartStreamDialog),
);

interface StartButtonProps {
  viewerId: number | undefined;
  running: Stream | undefined;
  path: string;
  onAnnounced: () => void;
}

export function StartButton({ viewerId, running, path, onAnnounced }: StartButtonProps) {
  const t = useText('streams');
  const [isOpen, setOpen] = useState(false);
  const icon = <IconBroadcast size={20} stroke={ICON_STROKE} aria-hidden="true" />;
  if (viewerId === undefined)
    return (
      <Link to={`/auth?next=${encodeURIComponent(path)}`} className={button('primary')}>
        {icon}
        {t('streams.start')}
      </Link>
    );
  if (running !== undefined)
    return (
      <Link to={streamPath(running)} className={button('primary')}>
        {icon}
        {t('streams.return')}
      </Link>
    );
  return (
    <>
      <button type="button" className={button('primary')} onClick={() => setOpen(true)}>
        {icon}
        {t('streams.start')}
      </button>
      {isOpen && (
        <Suspense>
          <StartStreamDialog viewerId={viewerId} onClose={() => setOpen(false)} onAnnounced={onAnnounced} />
        </Suspense>
      )}
    </>
  );
}

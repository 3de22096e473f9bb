import { IconX } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useId, useRef } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { iconButton } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from './ad-stats.module.css';

const AdStats = lazy(() => import('./ad-stats.tsx').then(({ AdStats }) => ({ default: AdStats })));

export function AdStatsDialog({ adId, title, onClose }: { adId: number; title: string; onClose: () => void }) {
  const t = useText('my-ads');
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the dialog closes it, as Esc does by itself
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className={styles.inner}>
        <header className={styles.head}>
          <div className={styles.words}>
            <h2 id={titleId}>{t('my-ads.stats.title')}</h2>
            <p className="dim clip1">{title}</p>
          </div>
          <button
            type="button"
            className={iconButton}
            aria-label={t('frame.close')}
            onClick={() => dialog.current?.close()}
          >
            <IconX size={22} stroke={ICON_STROKE} aria-hidden="true" />
          </button>
        </header>
        <Suspense fallback={<p className="sr">{t('frame.loading')}</p>}>
          <AdStats adId={adId} />
        </Suspense>
      </div>
    </dialog>
  );
}

import { lazy, Suspense } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import styles from './ad-stats.module.css';

const AdStats = lazy(() => import('./ad-stats.tsx').then(({ AdStats }) => ({ default: AdStats })));

export function AdStatsDialog({ adId, title, onClose }: { adId: number; title: string; onClose: () => void }) {
  const t = useText('my-ads');
  return (
    <Dialog
      className={styles.dialog}
      title={t('my-ads.stats.title')}
      about={title}
      hasClose
      closesOutside
      onClose={onClose}
    >
      <Suspense fallback={<p className="sr">{t('frame.loading')}</p>}>
        <AdStats adId={adId} />
      </Suspense>
    </Dialog>
  );
}

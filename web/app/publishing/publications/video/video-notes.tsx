import { IconVideoOff } from 'virtual:icons';
import type { PublicationFile } from '@app/contract/publishing/publications';
import { Link } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { TextButton } from '../../../ui/buttons.tsx';
import styles from './publication-video.module.css';

/** Actions of the author for a failed video. */
export interface RepairActions {
  editAt: string;
  onDelete: () => void;
}

export function TranscodeProgress({ file }: { file: PublicationFile }) {
  const t = useText('posts');
  const plays = file.url !== '';
  return (
    <div className={styles.making} data-over={!plays || undefined} role="status">
      <p>
        <b>{t('posts.video.processing')}</b>
        <span className="num">{t('posts.video.progress', { percent: file.progress })}</span>
      </p>
      <progress max={100} value={file.progress} aria-label={t('posts.video.processing')} />
      <small>{t(plays ? 'posts.video.processing.text' : 'posts.video.processing.wait')}</small>
    </div>
  );
}

export function FailedTranscode({ plays, repair }: { plays: boolean; repair: RepairActions | undefined }) {
  const t = useText('posts');
  return (
    <div className={plays ? styles.failed : styles.broken} role="status">
      {!plays && <IconVideoOff size={36} stroke={1.5} aria-hidden="true" />}
      <b>{t('posts.video.failed')}</b>
      <span>
        {t(plays ? 'posts.video.failed.plays' : repair ? 'posts.video.failed.own' : 'posts.video.failed.other')}
      </span>
      {repair && (
        <div className={styles.mending}>
          <Link to={repair.editAt} className={button('light', 'small')}>
            {t('posts.video.replace')}
          </Link>
          <TextButton text={t('posts.delete')} className={button('plain', 'small')} onClick={repair.onDelete} />
        </div>
      )}
    </div>
  );
}

export function UnplayableVideo({ url }: { url: string }) {
  const t = useText('posts');
  return (
    <div className={styles.broken}>
      <IconVideoOff size={36} stroke={1.5} aria-hidden="true" />
      <b>{t('posts.video.unplayable')}</b>
      <a href={url} download className={button('plain', 'small')}>
        {t('posts.video.download')}
      </a>
    </div>
  );
}

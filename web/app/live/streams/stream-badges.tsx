import { IconEye } from 'virtual:icons';
import type { Stream } from '@app/contract/live/streams';
import { formatNumber } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { UserPic } from '../../ui/user-pic.tsx';
import styles from './stream-badges.module.css';

export function StreamStateBadge({ state }: { state: Stream['state'] }) {
  const t = useText('streams');
  if (state === 'ended' || state === 'announced') return null;
  return (
    <span
      className={styles.mark}
      data-live={state === 'live' || undefined}
      data-lost={state === 'lost' || undefined}
      data-state={state}
    >
      <i aria-hidden="true" />
      {t(`streams.${state}`)}
    </span>
  );
}

export function ViewerCount({ count }: { count: number }) {
  const t = useText('streams');
  const lang = useLanguage();
  return (
    <span className={`num ${styles.views}`} title={t('streams.viewers', { count })}>
      <IconEye size={15} stroke={2} aria-hidden="true" />
      <span aria-hidden="true">{formatNumber(lang, count)}</span>
      <span className="sr">{t('streams.viewers', { count })}</span>
    </span>
  );
}

export function HostPic({ stream, size }: { stream: Stream; size: number }) {
  const [firstname = '', lastname = ''] = stream.user_name.split(' ');
  return (
    <span className={styles.ring} data-live={stream.is_active === 1 || undefined}>
      <UserPic firstname={firstname} lastname={lastname} photo={stream.photo} size={size} />
    </span>
  );
}

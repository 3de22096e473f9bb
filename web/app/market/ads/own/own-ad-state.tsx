import type { AdState } from '@app/contract/market/ads';
import { formatDate } from '../../../platform/format/format.ts';
import { formatLongMoment } from '../../../platform/format/format-time.ts';
import { useDayText } from '../../../platform/format/use-day-text.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import type { OwnAd } from './own-ad.ts';
import styles from './own-ad-state.module.css';

const TONES: Record<AdState, string> = {
  active: 'pine',
  reserved: 'gold',
  sold: 'plain',
  disabled: 'plain',
  review: 'gold',
  blocked: 'berry',
  archived: 'plain',
  gone: 'plain',
};

export function AdStateLabel({
  state,
  isExpired = false,
  lentUntil,
  className,
}: {
  state: AdState;
  isExpired?: boolean;
  lentUntil?: string | undefined;
  className?: string | undefined;
}) {
  const t = useText('my-ads');
  const dayText = useDayText();
  const isLent = state === 'reserved' && lentUntil !== undefined;
  return (
    <span className={[styles.label, className].filter(Boolean).join(' ')} data-tone={TONES[state]}>
      {isLent
        ? t('ads.lentUntil', { day: dayText(lentUntil) })
        : t(isExpired && state === 'archived' ? 'my-ads.state.expired' : `my-ads.state.${state}`)}
    </span>
  );
}

export function PromotionLabel({ until, isPaused }: { until: string; isPaused: boolean }) {
  const t = useText('my-ads');
  return (
    <span className={styles.label} data-tone="gold">
      {isPaused ? t('my-ads.promoted.paused') : t('my-ads.promoted.until', { date: formatDate(until) })}
    </span>
  );
}

export function AdStateNote({ ad, className }: { ad: OwnAd; className?: string | undefined }) {
  const t = useText('my-ads');
  const lang = useLanguage();
  const { board_state: state, reason } = ad;
  const audienceNote = (audience: NonNullable<OwnAd['audience']>): string => {
    const { opens } = ad;
    if (audience !== 'first') return t(`my-ads.audience.${audience}`);
    return opens === undefined
      ? t('my-ads.audience.waits')
      : t('my-ads.audience.first', { moment: formatLongMoment(lang, opens) });
  };
  const isStopped = state === 'blocked' || state === 'review';
  const lines = [
    ad.audience !== undefined && audienceNote(ad.audience),
    isStopped && t(reason ? `my-ads.note.${state}` : `my-ads.note.${state}Plain`, { reason }),
    ad.expiresIn !== null && t('my-ads.expires.in', { days: ad.expiresIn }),
    ad.erasedIn !== null && t('my-ads.erased.in', { days: ad.erasedIn }),
  ].filter((line) => line !== false);
  if (lines.length === 0) return null;
  return (
    <p
      className={[styles.note, className].filter(Boolean).join(' ')}
      data-urgent={isStopped || ad.expiresIn !== null || undefined}
    >
      {lines.join(' · ')}
    </p>
  );
}

import { IconAlertTriangle, IconBeach, IconClock, IconEyeOff, IconUsers } from 'virtual:icons';
import type { Board } from '@app/contract/market/ads';
import { Link } from 'react-router';
import { formatLongMoment } from '../../../platform/format/format-time.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from './ad-notice.module.css';

const LOOKS = {
  review: { icon: IconClock, tone: 'gold' },
  blocked: { icon: IconAlertTriangle, tone: 'gold' },
  disabled: { icon: IconEyeOff, tone: 'plain' },
  archived: { icon: IconEyeOff, tone: 'plain' },
} as const;

function isHidden(state: Board['board_state']): state is keyof typeof LOOKS {
  return state in LOOKS;
}

function CircleNotice({ ad, isOwn }: { ad: Board; isOwn: boolean }) {
  const t = useText('ad-page');
  const lang = useLanguage();
  const own = ad.board_opens
    ? t('ad-page.circle.first', { moment: formatLongMoment(lang, ad.board_opens) })
    : t(ad.board_audience === 'fams' ? 'ad-page.circle.fams' : 'ad-page.circle.friends');
  return (
    <div role="status" className={styles.notice} data-tone="plain">
      <IconUsers size={20} stroke={ICON_STROKE} aria-hidden="true" />
      <div>
        <p className={styles.title}>{t('ad-page.circle')}</p>
        <p>{isOwn ? own : t('ad-page.circle.text')}</p>
      </div>
    </div>
  );
}

export function AdNotice({ ad, isOwn }: { ad: Board; isOwn: boolean }) {
  const t = useText('ad-page');
  const state = ad.board_state;
  if (!isHidden(state)) {
    if (ad.board_owner_away === 1)
      return (
        <div role="status" className={styles.notice} data-tone="gold">
          <IconBeach size={20} stroke={ICON_STROKE} aria-hidden="true" />
          <div>
            <p className={styles.title}>{t('ad-page.state.away')}</p>
            {!isOwn && <p>{t('ad-page.state.awayText')}</p>}
          </div>
        </div>
      );
    return ad.board_circle_only === 1 ? <CircleNotice ad={ad} isOwn={isOwn} /> : null;
  }
  const { icon: Icon, tone } = LOOKS[state];
  const reason = state === 'blocked' ? ad.board_blocked_reason : state === 'review' ? ad.board_review_reason : '';
  return (
    <div role="status" className={styles.notice} data-tone={tone}>
      <Icon size={20} stroke={ICON_STROKE} aria-hidden="true" />
      <div>
        <p className={styles.title}>{t(`ad-page.state.${state}`)}</p>
        {reason && <p>{t('ad-page.state.reason', { reason })}</p>}
        {isOwn && <p>{t(state === 'review' ? 'ad-page.state.reviewText' : 'ad-page.state.onlyYou')}</p>}
        {isOwn && state === 'blocked' && (
          <Link to="/profile/measures" className="link">
            {t('ad-page.state.appeal')}
          </Link>
        )}
      </div>
    </div>
  );
}

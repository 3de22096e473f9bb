import { IconArchiveOff, IconChartBar, IconDots, IconPencil, IconRotateClockwise, IconTrendingUp } from 'virtual:icons';
import type { Board } from '@app/contract/market/ads';
import { useId, useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatDate, formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { AdStatsDialog } from './ad-stats-dialog.tsx';
import { actionsOf, isPromotable, isShown, type OwnAction, type OwnAd, renewedUntil, toOwnAd } from './own-ad.ts';
import styles from './own-ad-actions.module.css';
import { OwnAdMenu } from './own-ad-menu.tsx';
import { AdStateLabel } from './own-ad-state.tsx';
import { useOwnAds } from './use-own-ads.ts';
import { useRenewalLink } from './use-renewal-link.ts';

function useOwnAd(ad: Board): { own: OwnAd; act: (action: OwnAction) => void } {
  const loaded = useMemo(() => [toOwnAd(ad)], [ad]);
  const navigate = useNavigate();
  const { ads, act } = useOwnAds(loaded, { onErased: () => navigate('/ads') });
  // An ad that left its list is still shown on this page until the page is loaded again.
  const own = ads[0] ?? loaded[0] ?? toOwnAd(ad);
  return { own, act: (action) => void act(own, action) };
}

export function OwnAdButtons({ ad }: { ad: Board }) {
  const t = useText('my-ads');
  const menuId = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const { own, act } = useOwnAd(ad);
  const [hasStats, setStats] = useState(false);
  const back = own.isExpired ? 'renew' : 'restore';
  return (
    <div className={styles.actions}>
      {own.board_archived === 1 ? (
        <button type="button" className={`${button('primary')} ${styles.main}`} onClick={() => act(back)}>
          <IconArchiveOff size={19} stroke={ICON_STROKE} aria-hidden="true" />
          {t(`my-ads.do.${back}`)}
        </button>
      ) : (
        <Link to={`/ad/${ad.board_id}/edit`} className={`${button('primary')} ${styles.main}`}>
          <IconPencil size={19} stroke={ICON_STROKE} aria-hidden="true" />
          {t('ads.own.edit')}
        </Link>
      )}
      <button
        ref={anchor}
        type="button"
        popoverTarget={menuId}
        aria-haspopup="menu"
        className={`${button('plain')} ${styles.more}`}
        aria-label={t('my-ads.menu', { title: ad.board_title })}
        title={t('my-ads.more')}
      >
        <IconDots size={20} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
      <OwnAdMenu
        id={menuId}
        ad={own}
        anchor={anchor}
        onAct={(_, action) => act(action)}
        onStats={() => setStats(true)}
      />
      {hasStats && <AdStatsDialog adId={ad.board_id} title={ad.board_title} onClose={() => setStats(false)} />}
    </div>
  );
}

function useTerm(ad: Board, own: OwnAd): string | null {
  const t = useText('my-ads');
  if (own.erasedIn !== null) return t('my-ads.erased.in', { days: own.erasedIn });
  if (own.expiresIn !== null) return t('my-ads.expires.in', { days: own.expiresIn });
  if (ad.board_expires === undefined || !isShown(own)) return null;
  return t('my-ads.expires.on', { date: formatDate(ad.board_expires) });
}

export function OwnAdSummary({ ad }: { ad: Board }) {
  const t = useText('my-ads');
  const lang = useLanguage();
  const { own, act } = useOwnAd(ad);
  useRenewalLink(own, act);
  const [hasStats, setStats] = useState(false);
  const term = useTerm(ad, own);
  const reserved = own.board_lent_until === undefined ? 'reserved' : 'lent';
  const isDeal = own.board_state === 'reserved' || own.board_state === 'sold';
  return (
    <section className={styles.info} aria-label={t('my-ads.stats.title')}>
      <div className={styles.standing}>
        <AdStateLabel state={own.board_state} isExpired={own.isExpired} lentUntil={own.board_lent_until} />
        {term !== null && <span>{term}</span>}
      </div>
      {isDeal && <p className="small">{t(`my-ads.note.${own.board_state === 'sold' ? 'sold' : reserved}`)}</p>}
      {own.views !== null && own.favorites !== null && (
        <dl className={styles.numbers}>
          {(['views', 'favorites'] as const).map((name) => (
            <div key={name}>
              <dt>{t(`my-ads.stats.${name}`)}</dt>
              <dd>{formatNumber(lang, own[name] ?? 0)}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className={styles.tools}>
        {own.board_archived === 0 && actionsOf(own).includes('renew') && (
          <button type="button" className={button('light')} onClick={() => act('renew')}>
            <IconRotateClockwise size={18} stroke={ICON_STROKE} aria-hidden="true" />
            {t('my-ads.do.renewTo', { date: formatDate(renewedUntil(Date.now())) })}
          </button>
        )}
        {isPromotable(own) && (
          <Link to={`/ad/${ad.board_id}/promote`} className={button('light')}>
            <IconTrendingUp size={18} stroke={ICON_STROKE} aria-hidden="true" />
            {t('my-ads.do.promote')}
          </Link>
        )}
        <button type="button" className={button('plain')} onClick={() => setStats(true)}>
          <IconChartBar size={18} stroke={ICON_STROKE} aria-hidden="true" />
          {t('my-ads.do.stats')}
        </button>
      </div>
      {hasStats && <AdStatsDialog adId={ad.board_id} title={ad.board_title} onClose={() => setStats(false)} />}
    </section>
  );
}

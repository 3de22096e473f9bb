import {
  type Icon,
  IconArchiveOff,
  IconDots,
  IconEye,
  IconHeart,
  IconPencil,
  IconRotateClockwise,
  IconTrendingUp,
} from 'virtual:icons';
import { Link } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { AdCard } from '../ad-card.tsx';
import { isPromotable, type OwnAction, type OwnAd } from './own-ad.ts';
import styles from './own-ad-card.module.css';
import { AdStateLabel, AdStateNote, PromotionLabel } from './own-ad-state.tsx';
import { ViewsByDay } from './views-by-day.tsx';

interface OwnAdCardProps {
  ad: OwnAd;
  isFirst: boolean;
  isQuiet?: boolean;
  /** Absent where ads are not chosen. */
  choice?: { isOn: boolean; toggle: () => void } | undefined;
  menuId: string;
  onMenu: (ad: OwnAd, from: HTMLElement) => void;
  onAct: (ad: OwnAd, action: OwnAction) => void;
}

function Numbers({ views, favorites, viewsByDay }: Pick<OwnAd, 'views' | 'favorites' | 'viewsByDay'>) {
  const t = useText('my-ads');
  if (views === null && favorites === null) return null;
  const number = (NumberIcon: Icon, count: number, words: string) => (
    <span title={words}>
      <NumberIcon size={16} stroke={ICON_STROKE} aria-hidden="true" />
      <span className="sr">{words}</span>
      <span aria-hidden="true">{count}</span>
    </span>
  );
  return (
    <div className={styles.numbers}>
      {views !== null && number(IconEye, views, t('my-ads.views', { count: views }))}
      {favorites !== null && number(IconHeart, favorites, t('my-ads.favorites', { count: favorites }))}
      {viewsByDay && <ViewsByDay views={viewsByDay} />}
    </div>
  );
}

function MainAction({ ad, onAct }: Pick<OwnAdCardProps, 'ad' | 'onAct'>) {
  const t = useText('my-ads');
  if (ad.board_archived === 1) {
    const action = ad.isExpired ? 'renew' : 'restore';
    const Icon = ad.isExpired ? IconRotateClockwise : IconArchiveOff;
    return (
      <button
        type="button"
        className={`${button('plain', 'small')} ${styles.main} ${styles.back}`}
        onClick={() => onAct(ad, action)}
        aria-describedby={`own-${ad.board_id}`}
      >
        <Icon size={17} stroke={ICON_STROKE} aria-hidden="true" />
        {t(`my-ads.do.${action}`)}
      </button>
    );
  }
  return (
    <Link
      to={`/ad/${ad.board_id}/edit`}
      className={`${button('plain', 'small')} ${styles.main}`}
      aria-label={t('my-ads.edit', { title: ad.board_title })}
    >
      <IconPencil size={17} stroke={ICON_STROKE} aria-hidden="true" />
      {t('ads.own.edit')}
    </Link>
  );
}

export function OwnAdCard({ ad, isFirst, isQuiet = false, choice, menuId, onMenu, onAct }: OwnAdCardProps) {
  const t = useText('my-ads');
  return (
    <div className={styles.own} data-ad={ad.board_id} data-chosen={choice?.isOn || undefined}>
      <AdCard ad={ad} isFirst={isFirst} isNear={isFirst} isOwn />
      <div className={styles.photo}>
        {!(isQuiet && ad.board_state === 'active') && (
          <AdStateLabel state={ad.board_state} isExpired={ad.isExpired} lentUntil={ad.board_lent_until} />
        )}
        {ad.promotion && <PromotionLabel {...ad.promotion} />}
      </div>
      {choice && (
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={choice.isOn}
            onChange={choice.toggle}
            aria-label={t('my-ads.select', { title: ad.board_title })}
          />
        </label>
      )}
      <span id={`own-${ad.board_id}`} hidden>
        {ad.board_title}
      </span>
      <Numbers views={ad.views} favorites={ad.favorites} viewsByDay={ad.viewsByDay} />
      <AdStateNote ad={ad} className={styles.note} />
      {ad.expiresIn !== null && (
        <button
          type="button"
          className={`${button('light', 'small')} ${styles.renew}`}
          onClick={() => onAct(ad, 'renew')}
          aria-describedby={`own-${ad.board_id}`}
        >
          <IconRotateClockwise size={17} stroke={ICON_STROKE} aria-hidden="true" />
          {t('my-ads.do.renew')}
        </button>
      )}
      <div className={styles.actions}>
        <MainAction ad={ad} onAct={onAct} />
        <button
          type="button"
          popoverTarget={menuId}
          aria-haspopup="menu"
          className={`${button('plain', 'small')} ${styles.more}`}
          aria-label={t('my-ads.menu', { title: ad.board_title })}
          title={t('my-ads.more')}
          onClick={(event) => onMenu(ad, event.currentTarget)}
        >
          <IconDots size={18} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      </div>
      {isPromotable(ad) && (
        <Link
          to={`/ad/${ad.board_id}/promote`}
          className={`${button('light', 'small')} ${styles.promote}`}
          aria-describedby={`own-${ad.board_id}`}
        >
          <IconTrendingUp size={17} stroke={ICON_STROKE} aria-hidden="true" />
          {t('my-ads.do.promote')}
        </Link>
      )}
    </div>
  );
}

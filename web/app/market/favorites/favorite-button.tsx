import { IconHeart, IconHeartFilled } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { Link, useLocation, useRouteLoaderData } from 'react-router';
import { withReason } from '../../platform/api-error.ts';
import { cut } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import type { RootData } from '../../platform/root-data.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './favorite-button.module.css';
import { favoriteStateKey, findFavoriteState, setFavoriteState, subscribeToFavoriteState } from './favorite-state.ts';

export interface FavoriteButtonProps {
  adId: number;
  title: string;
  /** `subscription_on_board`; undefined for guests, who are led to sign-in. */
  isOn: boolean | undefined;
  size?: 'card' | 'panel';
}

const TITLE_IN_MESSAGE = 50;
const noFavoriteState = () => undefined;

function Heart({ isOn }: { isOn: boolean }) {
  const Icon = isOn ? IconHeartFilled : IconHeart;
  return (
    <span className={styles.face}>
      <Icon size={20} stroke={ICON_STROKE} aria-hidden="true" />
    </span>
  );
}

export function FavoriteButton({ adId, title, isOn: given, size = 'card' }: FavoriteButtonProps) {
  const t = useText();
  const { pathname, search } = useLocation();
  const viewerId = useRouteLoaderData<RootData>('root')?.viewer?.user_id ?? 0;
  const key = favoriteStateKey(viewerId, adId);
  const favoriteState = useSyncExternalStore(subscribeToFavoriteState, () => findFavoriteState(key), noFavoriteState);
  const look = { className: styles.heart, 'data-size': size, 'aria-label': t('ads.favorite.label', { title }) };

  if (given === undefined) {
    const next = encodeURIComponent(pathname + search);
    return (
      <Link {...look} to={`/auth?next=${next}`} title={t('ads.favorite.add')}>
        <Heart isOn={false} />
      </Link>
    );
  }

  const isOn = favoriteState ?? given;

  async function turn(next: boolean, before: boolean): Promise<void> {
    setFavoriteState(key, next);
    // A chunk that cannot be loaded means a lost connection.
    const sent = await import('./send-favorite.ts').then(
      ({ sendFavorite }) => sendFavorite(adId, next, before),
      (error: unknown) => ({ isOn: before, error }),
    );
    if (sent === null) return;
    setFavoriteState(key, sent.isOn);
    const about = { title: cut(title, TITLE_IN_MESSAGE) };
    if ('error' in sent)
      toast.error(withReason(t(next ? 'ads.favorite.addFailed' : 'ads.favorite.removeFailed', about), sent.error));
    else if (next) toast.success(t('ads.favorite.added', about));
    else {
      const action = { label: t('ads.undo'), onPress: () => void turn(true, false) };
      toast.success(t('ads.favorite.removed', about), { action });
    }
  }

  function press(shownBefore: boolean): void {
    // Two presses may happen before the next render.
    const before = findFavoriteState(key) ?? shownBefore;
    void turn(!before, before);
  }

  return (
    <button
      {...look}
      type="button"
      aria-pressed={isOn}
      title={t(isOn ? 'ads.favorite.remove' : 'ads.favorite.add')}
      onClick={() => press(given)}
    >
      <Heart isOn={isOn} />
    </button>
  );
}

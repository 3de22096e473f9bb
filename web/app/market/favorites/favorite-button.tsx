import { IconHeart, IconHeartFilled } from 'virtual:icons';
import { useSyncExternalStore } from 'react';
import { useLocation, useNavigate, useRouteLoaderData } from 'react-router';
import { GUEST_FAVORITES_MAX } from '#contract/market/favorites';
import { withReason } from '../../platform/api-error.ts';
import { cut } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import type { RootData } from '../../platform/root-data.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './favorite-button.module.css';
import { favoriteStateKey, findFavoriteState, setFavoriteState, subscribeToFavoriteState } from './favorite-state.ts';
import { readGuestFavorites, setGuestFavorite } from './guest-favorites.ts';

export interface FavoriteButtonProps {
  adId: number;
  title: string;
  /** `subscription_on_board`; undefined for guests, whose browser stores their favorites. */
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
  const navigate = useNavigate();
  const viewerId = useRouteLoaderData<RootData>('root')?.viewer?.user_id ?? 0;
  const key = favoriteStateKey(viewerId, adId);
  const isGuest = given === undefined;
  const favoriteState = useSyncExternalStore(
    subscribeToFavoriteState,
    () => findFavoriteState(key) ?? (isGuest ? readGuestFavorites().includes(adId) : undefined),
    noFavoriteState,
  );
  const look = { className: styles.heart, 'data-size': size, 'aria-label': t('ads.favorite.label', { title }) };
  const isOn = favoriteState ?? given ?? false;
  const about = { title: cut(title, TITLE_IN_MESSAGE) };

  function turnAsGuest(next: boolean): void {
    const signIn = {
      label: t('frame.signIn'),
      onPress: () => void navigate(`/auth?next=${encodeURIComponent(pathname + search)}`),
    };
    if (!setGuestFavorite(adId, next)) {
      toast.error(t('ads.favorite.guestFull', { max: GUEST_FAVORITES_MAX }), { action: signIn });
      return;
    }
    setFavoriteState(key, next);
    if (next) toast.success(t('ads.favorite.guestAdded', about), { action: signIn });
    else toast.success(t('ads.favorite.removed', about));
  }

  async function turn(next: boolean, before: boolean): Promise<void> {
    setFavoriteState(key, next);
    // A chunk that cannot be loaded means a lost connection.
    const sent = await import('./send-favorite.ts').then(
      ({ sendFavorite }) => sendFavorite(adId, next, before),
      (error: unknown) => ({ isOn: before, error }),
    );
    if (sent === null) return;
    setFavoriteState(key, sent.isOn);
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
    if (isGuest) turnAsGuest(!before);
    else void turn(!before, before);
  }

  return (
    <button
      {...look}
      type="button"
      aria-pressed={isOn}
      title={t(isOn ? 'ads.favorite.remove' : 'ads.favorite.add')}
      onClick={() => press(given ?? isOn)}
    >
      <Heart isOn={isOn} />
    </button>
  );
}

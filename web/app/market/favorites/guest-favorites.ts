import { GUEST_FAVORITES_MAX } from '#contract/market/favorites';
import { readStored, writeStored } from '../../platform/stored.ts';

const KEY = 'guest-favorites';

/** Ads that a guest made favorites in this browser, the latest first. */
export function readGuestFavorites(): number[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    const ids = stored.filter((id): id is number => Number.isSafeInteger(id) && id > 0);
    return [...new Set(ids)].slice(0, GUEST_FAVORITES_MAX);
  } catch {
    return [];
  }
}

const write = (ids: readonly number[]): void => writeStored(KEY, ids.length === 0 ? null : JSON.stringify(ids));

/** False when there is no room for another ad. */
export function setGuestFavorite(adId: number, isOn: boolean): boolean {
  const others = readGuestFavorites().filter((id) => id !== adId);
  if (isOn && others.length >= GUEST_FAVORITES_MAX) return false;
  write(isOn ? [adId, ...others] : others);
  return true;
}

export const removeGuestFavorites = (ids: readonly number[]): void =>
  write(readGuestFavorites().filter((id) => !ids.includes(id)));

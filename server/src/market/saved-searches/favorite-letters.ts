import { allowLetters, stopLetters, wantsLetters } from '../../notifications/email-preferences/alerts.public.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';

/** Letters about favourites are about none in particular. */
const ANY = 0;

export async function getFavoriteLetters({ db }: Pick<Services, 'db'>, viewer: SignedInViewer): Promise<0 | 1> {
  return (await wantsLetters(db, viewer.userId, 'favorites', ANY)) ? 1 : 0;
}

export async function setFavoriteLetters(
  { db }: Pick<Services, 'db'>,
  viewer: SignedInViewer,
  isOn: 0 | 1,
): Promise<0 | 1> {
  if (isOn) await allowLetters(db, viewer.userId, 'favorites', ANY);
  else await stopLetters(db, viewer.userId, 'favorites', [ANY]);
  return isOn;
}

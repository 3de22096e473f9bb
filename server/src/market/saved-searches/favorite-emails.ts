import {
  addEmailOptOut,
  isEmailEnabled,
  removeEmailOptOut,
} from '../../notifications/email-preferences/email-preferences.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';

/** Emails about favorites have no specific subject id. */
const ANY = 0;

export async function getFavoriteEmails({ db }: Services, viewer: SignedInViewer): Promise<0 | 1> {
  return (await isEmailEnabled(db, viewer.userId, 'favorites', ANY)) ? 1 : 0;
}

export async function setFavoriteEmails({ db }: Services, viewer: SignedInViewer, isOn: 0 | 1): Promise<0 | 1> {
  if (isOn) await removeEmailOptOut(db, viewer.userId, 'favorites', ANY);
  else await addEmailOptOut(db, viewer.userId, 'favorites', [ANY]);
  return isOn;
}

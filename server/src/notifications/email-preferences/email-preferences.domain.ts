import { defineDomain } from '../../platform/domain/domain.ts';
import { eraseEmailOptOuts } from './email-preferences.public.ts';
import { exportEmailPreferencesOf } from './export-email-preferences.public.ts';

export const emailPreferences = defineDomain({
  name: 'email-preferences',
  userData: { erase: eraseEmailOptOuts, exports: { letters: exportEmailPreferencesOf } },
});

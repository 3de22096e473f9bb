import { defineDomain } from '../../platform/domain.ts';
import { forgetLetterStops } from './alerts.public.ts';
import { exportAlertsOf } from './export-alerts.public.ts';

export const emailPreferences = defineDomain({
  name: 'email-preferences',
  userData: { erase: forgetLetterStops, exports: { letters: exportAlertsOf } },
});

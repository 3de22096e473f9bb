import { defineDomain } from '../../platform/domain/domain.ts';
import { eraseBirthday, exportBirthdayOf } from './birthdays.public.ts';
import { registerBirthdays } from './birthdays.routes.ts';
import { remindOfBirthdays, startBirthdayMornings } from './remind-of-birthdays.job.ts';

export const birthdays = defineDomain({
  name: 'birthdays',
  routes: registerBirthdays,
  jobs: [remindOfBirthdays],
  periodicJobs: [{ job: startBirthdayMornings, everySeconds: 600 }],
  userData: { erase: eraseBirthday, exports: { birthday: exportBirthdayOf } },
});

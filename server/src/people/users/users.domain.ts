import { defineDomain } from '../../platform/domain/domain.ts';
import { exportUsersOf } from './export-users.public.ts';
import { erasePhoneReveals } from './phone-reveals.public.ts';
import { registerUsers } from './users.routes.ts';
import { USERS_OF_REFERENCE } from './users-of-reference.public.ts';

export const users = defineDomain({
  name: 'users',
  routes: registerUsers,
  userData: { erase: erasePhoneReveals, exports: { profile: exportUsersOf } },
  referenceUses: [USERS_OF_REFERENCE],
});

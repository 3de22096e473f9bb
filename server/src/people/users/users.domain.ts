import { sql } from 'kysely';
import { defineDomain } from '../../platform/domain/domain.ts';
import { exportUsersOf } from './export-users.public.ts';
import { erasePhoneReveals } from './phone/phone-reveals.public.ts';
import { IS_ACTIVE_USER } from './search/name-search.public.ts';
import { registerUsers } from './users.routes.ts';
import { USERS_OF_REFERENCE } from './users-of-reference.public.ts';

export const users = defineDomain({
  name: 'users',
  routes: registerUsers,
  userData: { erase: erasePhoneReveals, exports: { profile: exportUsersOf } },
  imageHolders: [
    {
      joins: sql`join users u on u.photo_image_id = m.id`,
      isShownTo: ({ userId }) => sql<boolean>`(${IS_ACTIVE_USER} or u.id = ${userId}::bigint)`,
    },
  ],
  referenceUses: [USERS_OF_REFERENCE],
});

import { ownPlaceApi } from '@app/contract/people/own-place';
import { usersApi } from '@app/contract/people/users';
import { PASSWORD } from '../../world.ts';
import { everyone, ownerOrStaff, phoneDigits, row, signedIn, staff, staffElse, superusers, word } from '../row.ts';

const newPerson = () => ({
  firstname: 'Новый',
  lastname: 'Человек',
  email: `${word()}@example.com`,
  phone: phoneDigits(),
  country_code: '7',
  login: `matrix${word()}`,
  password: PASSWORD,
});

export const usersRows = [
  row(ownPlaceApi.get, everyone),
  row(usersApi.get, everyone, ({ owner }) => ({ params: { id: owner.id } })),
  row(
    usersApi.get,
    staffElse('not_found'),
    async (scene) => ({ params: { id: await scene.newcomer() } }),
    'not activated',
  ),
  row(usersApi.findByLogin, everyone, ({ owner }) => ({ params: { login: owner.login } })),
  row(usersApi.change, ownerOrStaff, ({ owner }) => ({
    params: { id: owner.id },
    body: { position: 'Лодочник' },
  })),
  row(
    usersApi.change,
    ownerOrStaff,
    ({ owner, picture }) => ({ params: { id: owner.id }, body: {}, files: [picture('photo')] }),
    'the picture',
  ),
  row(
    usersApi.change,
    ownerOrStaff,
    ({ owner }) => ({ params: { id: owner.id }, body: { password: 'drugoj-parol-22', current_password: PASSWORD } }),
    'the password',
  ),
  row(
    usersApi.change,
    superusers,
    async (scene) => ({ params: { id: await scene.colleague() }, body: { password: 'drugoj-parol-22' } }),
    'of staff',
  ),
  row(usersApi.remove, ownerOrStaff, ({ owner }) => ({ params: { id: owner.id } })),
  row(usersApi.remove, superusers, async (scene) => ({ params: { id: await scene.colleague() } }), 'of staff'),
  row(usersApi.list, signedIn, ({ owner }) => ({ query: { search: owner.lastname } })),
  row(usersApi.create, staff, () => ({ body: newPerson() })),
];

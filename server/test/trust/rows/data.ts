import { consentsApi } from '@app/contract/people/consents';
import { exportsApi } from '@app/contract/people/exports';
import { usersApi } from '@app/contract/people/users';
import { CONSENT_VERSION } from '@app/contract/platform/documents';
import { PASSWORD } from '../../world.ts';
import { allGet, NOBODY, row, setFor, signedIn, superusers } from '../row.ts';

export const dataRows = [
  row(exportsApi.get, signedIn),
  row(exportsApi.start, setFor(allGet('current_password_wrong'), NOBODY, 'unauthorized'), () => ({
    body: { current_password: `${PASSWORD}!` },
  })),
  row(consentsApi.list, signedIn),
  row(consentsApi.listAwaited, signedIn),
  row(consentsApi.accept, signedIn, () => ({ body: { document: 'personal_data' as const, version: CONSENT_VERSION } })),
  row(
    consentsApi.accept,
    setFor(allGet('conflict'), NOBODY, 'unauthorized'),
    () => ({ body: { document: 'policy' as const, version: '2020-01-01' } }),
    'a version that is not in force',
  ),
  row(
    usersApi.erase,
    setFor(superusers, ['admin'], 'conflict'),
    async (scene) => ({ params: { id: await scene.suspendedPerson() }, body: { reason: 'Запрос суда' } }),
    'just suspended',
  ),
  row(
    usersApi.erase,
    setFor(superusers, ['admin', 'superuser'], 'conflict'),
    ({ owner }) => ({ params: { id: owner.id } }),
    'not suspended',
  ),
];

import { contactsApi } from '@app/contract/people/contacts';
import { allGet, OTHER_USERS, row, setFor, signedIn, word } from '../row.ts';

const withNothingWaiting = (outcome: 'code_wrong' | 'not_found') =>
  setFor(signedIn, [...OTHER_USERS, 'owner', 'manager', 'admin', 'superuser'], outcome);

export const contactsRows = [
  row(contactsApi.pending, signedIn),
  row(contactsApi.confirm, withNothingWaiting('code_wrong'), () => ({
    body: { kind: 'email' as const, code: '123456' },
  })),
  row(contactsApi.resend, withNothingWaiting('not_found'), () => ({ body: { kind: 'email' as const } })),
  row(contactsApi.cancel, signedIn, () => ({ params: { kind: 'email' as const } })),
  row(contactsApi.revertible, allGet('not_found'), () => ({ query: { token: word() } })),
  row(contactsApi.revert, allGet('not_found'), () => ({ body: { token: word() } })),
];

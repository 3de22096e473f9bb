import { invitationsApi } from '@app/contract/money/invitations';
import { administrators, ownerOrStaff, row, signedIn } from '../row.ts';

export const invitationsRows = [
  row(invitationsApi.own, signedIn),
  row(invitationsApi.review, administrators),
  row(invitationsApi.decide, administrators, () => ({
    body: { ids: [1], verdict: 'release' as const, reason: 'Семья за одним компьютером' },
  })),
  row(invitationsApi.history, ownerOrStaff, ({ owner }) => ({ params: { user_id: owner.id } })),
];

import { invitationsApi } from '@app/contract/invitations';
import { ownerOrStaff, row, signedIn } from '../row.ts';

export const invitationsRows = [
  row(invitationsApi.mine, signedIn),
  row(invitationsApi.history, ownerOrStaff, ({ owner }) => ({ params: { user_id: owner.id } })),
];

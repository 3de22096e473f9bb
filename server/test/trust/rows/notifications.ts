import { notificationsApi } from '@app/contract/notifications';
import { row, signedIn } from '../row.ts';

export const notificationsRows = [
  row(notificationsApi.unread, signedIn),
  row(notificationsApi.list, signedIn),
  row(
    notificationsApi.list,
    signedIn,
    () => ({ query: { mark: 0 as const, before_id: 7 } }),
    'looking without reading',
  ),
  row(notificationsApi.readAll, signedIn, () => ({ body: { up_to: 7 } })),
];

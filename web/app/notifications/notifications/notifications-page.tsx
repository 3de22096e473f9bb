import type { notificationsApi as Api } from '@app/contract/notifications/notifications';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { redirect } from 'react-router';
import { notificationsApi } from '#contract/notifications/notifications';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import type { Route } from './+types/notifications-page.ts';
import { NotificationList } from './notification-list.tsx';
import styles from './notifications-page.module.css';
import { useNotifications } from './use-notifications.ts';

export const handle = { texts: ['notifications'] } satisfies PageHandle;

/** Does not mark anything as read, because pages may be prefetched; the list does so when it is visible. */
export function loader({ context }: Route.LoaderArgs): Promise<ResponseOf<typeof Api.list>> {
  const { call, viewer } = context.get(hostContext);
  if (!viewer) throw redirect('/auth?next=/notifications');
  return call(notificationsApi.list, { query: { mark: 0 } });
}

export default function NotificationsPage({ loaderData }: Route.ComponentProps) {
  const t = useText('notifications');
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title={`${t('notifications.title')} · ${t('frame.name')}`} noIndex />
      <section className={styles.sheet}>
        <NotificationList notifications={useNotifications(loaderData)} heading="h1" />
      </section>
    </div>
  );
}

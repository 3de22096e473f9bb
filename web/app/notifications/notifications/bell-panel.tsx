import { NotificationList } from './notification-list.tsx';
import { useNotifications } from './use-notifications.ts';

/** What the bell's window shows; it lives only while the window is open. */
export function BellPanel({ onFollow }: { onFollow: () => void }) {
  return <NotificationList notifications={useNotifications()} heading="h2" onFollow={onFollow} />;
}

import { NotificationList } from './notification-list.tsx';
import { useNotifications } from './use-notifications.ts';

export function BellPanel({ onFollow }: { onFollow: () => void }) {
  return <NotificationList notifications={useNotifications()} heading="h2" onFollow={onFollow} />;
}

import type { NotificationSettings } from '@app/contract/notifications/notifications';
import { IconBell } from '@tabler/icons-react';
import { Link, redirect } from 'react-router';
import { notificationsApi } from '#contract/notifications/notifications';
import { DigestPart } from '../notifications/notifications/digest-part.tsx';
import { InstallPart } from '../notifications/notifications/install-part.tsx';
import { PushPart } from '../notifications/notifications/push-part.tsx';
import { QuietPart } from '../notifications/notifications/quiet-part.tsx';
import { TopicTable } from '../notifications/notifications/topic-table.tsx';
import { useSettings } from '../notifications/notifications/use-settings.ts';
import { ProfileFrame } from '../people/profile/profile-frame.tsx';
import { isApiError } from '../platform/api-error.ts';
import { hostContext } from '../platform/host.ts';
import { useText } from '../platform/i18n.tsx';
import type { PageHandle } from '../platform/page-handle.ts';
import { button } from '../ui/button.ts';
import { Notice } from '../ui/notice.tsx';
import type { Route } from './+types/notification-settings-page.ts';

export const handle = { texts: ['settings', 'bell-settings'] } satisfies PageHandle;

interface Loaded {
  viewerId: number;
  settings: NotificationSettings | null;
}

export async function loader({ context }: Route.LoaderArgs): Promise<Loaded> {
  const { call, viewer } = context.get(hostContext);
  if (!viewer) throw redirect('/auth?next=/profile/notifications');
  try {
    return { viewerId: viewer.user_id, settings: await call(notificationsApi.settings) };
  } catch (error) {
    if (isApiError(error)) return { viewerId: viewer.user_id, settings: null };
    throw error;
  }
}

export default function NotificationSettingsPage({ loaderData: { viewerId, settings } }: Route.ComponentProps) {
  const t = useText('settings', 'bell-settings');
  return (
    <ProfileFrame title={t('settings.section.notifications')}>
      {settings === null ? (
        <Notice tone="berry" icon={<IconBell size={40} stroke={1.5} />} title={t('bell-settings.error')}>
          <Link to="/profile/notifications" reloadDocument className={button('primary')}>
            {t('frame.retry')}
          </Link>
        </Notice>
      ) : (
        <Parts viewerId={viewerId} loaded={settings} />
      )}
    </ProfileFrame>
  );
}

function Parts({ viewerId, loaded }: { viewerId: number; loaded: NotificationSettings }) {
  const { settings, change, refresh } = useSettings(loaded);
  return (
    <>
      <PushPart viewerId={viewerId} devices={settings.devices} onChanged={refresh} />
      <TopicTable topics={settings.topics} change={change} />
      <QuietPart settings={settings} change={change} />
      <DigestPart settings={settings} change={change} />
      <InstallPart />
    </>
  );
}

import { IconBell } from 'virtual:icons';
import type { NotificationSettings } from '@app/contract/notifications/notifications';
import { MOSCOW } from '@app/contract/platform/time-zones';
import { notificationsApi } from '#contract/notifications/notifications';
import { DigestPart } from '../notifications/notifications/digest-part.tsx';
import { InstallPart } from '../notifications/notifications/install-part.tsx';
import { PushPart } from '../notifications/notifications/push-part.tsx';
import { QuietPart } from '../notifications/notifications/quiet-part.tsx';
import { TopicTable } from '../notifications/notifications/topic-table.tsx';
import { useSettings } from '../notifications/notifications/use-settings.ts';
import { ZonePart } from '../notifications/notifications/zone-part.tsx';
import { ProfileFrame } from '../people/profile/profile-frame.tsx';
import { listZones, type ZoneOption } from '../platform/format/zone-names.ts';
import { hostContext } from '../platform/host.ts';
import { useText } from '../platform/i18n.tsx';
import { loadOwn } from '../platform/loading/page-loading.ts';
import type { PageHandle } from '../platform/page-handle.ts';
import { RetryNotice } from '../ui/list/paged-list.tsx';
import type { Route } from './+types/notification-settings-page.ts';

export const handle = { texts: ['settings', 'bell-settings'] } satisfies PageHandle;

const PATH = '/profile/notifications';

interface Loaded {
  viewerId: number;
  settings: NotificationSettings | null;
  zones: readonly ZoneOption[];
}

export async function loader(input: Route.LoaderArgs): Promise<Loaded> {
  const { viewer, loaded } = await loadOwn(input, PATH, (call) => call(notificationsApi.settings));
  const { lang } = input.context.get(hostContext);
  return { viewerId: viewer.user_id, settings: loaded, zones: listZones(lang, loaded?.time_zone ?? MOSCOW) };
}

export default function NotificationSettingsPage({ loaderData: { viewerId, settings, zones } }: Route.ComponentProps) {
  const t = useText('settings', 'bell-settings');
  return (
    <ProfileFrame title={t('settings.section.notifications')}>
      {settings === null ? (
        <RetryNotice icon={IconBell} title={t('bell-settings.error')} to={PATH} reloadDocument />
      ) : (
        <Parts viewerId={viewerId} loaded={settings} zones={zones} />
      )}
    </ProfileFrame>
  );
}

interface PartsProps {
  viewerId: number;
  loaded: NotificationSettings;
  zones: readonly ZoneOption[];
}

function Parts({ viewerId, loaded, zones }: PartsProps) {
  const { settings, change, refresh } = useSettings(loaded);
  return (
    <>
      <PushPart viewerId={viewerId} devices={settings.devices} onChanged={refresh} />
      <TopicTable topics={settings.topics} change={change} />
      <ZonePart settings={settings} zones={zones} change={change} />
      <QuietPart settings={settings} change={change} />
      <DigestPart settings={settings} change={change} />
      <InstallPart />
    </>
  );
}

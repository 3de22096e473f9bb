import { IconDatabase } from 'virtual:icons';
import { Link, redirect } from 'react-router';
import { consentsApi } from '#contract/people/consents';
import { exportsApi } from '#contract/people/exports';
import { usersApi } from '#contract/people/users';
import { isApiError } from '../../platform/api-error.ts';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import { ProfileFrame } from '../profile/profile-frame.tsx';
import type { Route } from './+types/data-page.ts';
import { ConsentsPanel } from './consents-panel.tsx';
import styles from './data.module.css';
import { ExportPanel } from './export-panel.tsx';
import { LeavePanel } from './leave-panel.tsx';

export const handle = { texts: ['data', 'settings', 'auth', 'security'] } satisfies PageHandle;

const PATH = '/profile/data';

export async function loader({ context }: Route.LoaderArgs) {
  const { call, viewer } = context.get(hostContext);
  if (!viewer) throw redirect(`/auth?next=${PATH}`);
  const userId = viewer.user_id;
  try {
    const [archive, { consents }, user] = await Promise.all([
      call(exportsApi.get),
      call(consentsApi.list),
      call(usersApi.get, { params: { id: userId } }),
    ]);
    return { userId, data: { export: archive, consents, login: user.login ?? '' } };
  } catch (error) {
    if (isApiError(error)) return { userId, data: null };
    throw error;
  }
}

export default function DataPage({ loaderData: { userId, data } }: Route.ComponentProps) {
  const t = useText('data');
  return (
    <ProfileFrame title={t('data.title')}>
      <p className={styles.lead}>{t('data.lead')}</p>
      {data === null ? (
        <Notice tone="berry" icon={<IconDatabase size={40} stroke={1.5} />} title={t('data.failed')}>
          <Link to={PATH} className={button('primary')}>
            {t('frame.retry')}
          </Link>
        </Notice>
      ) : (
        <>
          <ExportPanel known={data.export} />
          <ConsentsPanel known={data.consents} />
          <LeavePanel userId={userId} login={data.login} />
        </>
      )}
    </ProfileFrame>
  );
}

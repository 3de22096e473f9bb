import { IconMapQuestion } from 'virtual:icons';
import type { Sanction } from '@app/contract/trust/sanctions';
import { Link } from 'react-router';
import { sanctionsApi } from '#contract/trust/sanctions';
import { call } from '../../platform/call.ts';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import { orFailed } from '../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import type { Route } from './+types/appeal-page.ts';
import { SanctionCard } from './sanction-card.tsx';
import styles from './sanctions.module.css';

export const handle = { texts: ['measures', 'complaints'] } satisfies PageHandle;

export async function loader({ url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get('token') ?? '';
  const { call: callApi } = context.get(hostContext);
  return { token, measure: await orFailed(callApi(sanctionsApi.byLink, { query: { token } })) };
}

/**
 * Target of the link in an email or in a rejected sign-in; the token gives access to one sanction without a session.
 */
export default function AppealPage({ loaderData: { token, measure: sanction } }: Route.ComponentProps) {
  const t = useText('measures');
  const appeal = (text: string): Promise<Sanction> =>
    call(sanctionsApi.appealByLink, { body: { token, appeal: text } });
  return (
    <div className={`wrap ${styles.alone}`}>
      <PageHead title={`${t('measures.title')} · ${t('frame.name')}`} noIndex />
      {sanction === null ? (
        <Notice
          heading="h1"
          tone="gold"
          icon={<IconMapQuestion size={40} stroke={1.5} />}
          title={t('measures.broken.title')}
          text={t('measures.broken.text')}
        >
          <Link to="/auth?next=/profile/measures" className={button('primary')}>
            {t('frame.signIn')}
          </Link>
        </Notice>
      ) : (
        <>
          <h1>{t('measures.title')}</h1>
          <SanctionCard sanction={sanction} onAppeal={appeal} />
        </>
      )}
    </div>
  );
}

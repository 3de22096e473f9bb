import type { Sanction } from '@app/contract/trust/sanctions';
import { IconGavel } from '@tabler/icons-react';
import { Link, redirect } from 'react-router';
import { sanctionsApi } from '#contract/trust/sanctions';
import { ProfileFrame } from '../../people/profile/profile-frame.tsx';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { Pagination } from '../../ui/list/pagination.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/sanctions-page.ts';
import { SanctionCard } from './sanction-card.tsx';
import styles from './sanctions.module.css';

export const handle = { texts: ['measures', 'complaints', 'settings'] } satisfies PageHandle;

const PATH = '/profile/measures';
const PAGE_SIZE = 20;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { call: callApi, viewer } = context.get(hostContext);
  if (!viewer) throw redirect(`/auth?next=${PATH}`);
  const asked = Number(new URL(request.url).searchParams.get('page'));
  const page = Number.isInteger(asked) && asked > 0 && asked < 1e6 ? asked : 1;
  const list = await callApi(sanctionsApi.listOwn, {
    query: { size: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
  }).catch(orNull);
  return { page, list };
}

/** Loading errors become null, and the page offers a retry. */
function orNull(error: unknown): null {
  if (isApiError(error)) return null;
  throw error;
}

const hrefOf = (page: number): string => (page > 1 ? `${PATH}?page=${page}` : PATH);
const ICON = <IconGavel size={40} stroke={1.5} />;

export default function SanctionsPage({ loaderData: { page, list } }: Route.ComponentProps) {
  const t = useText('measures');
  const appeal =
    (id: number) =>
    (text: string): Promise<Sanction> =>
      call(sanctionsApi.appeal, { params: { id }, body: { appeal: text } });
  return (
    <ProfileFrame title={t('measures.title')}>
      <p className={styles.lead}>{t('measures.text')}</p>
      {list === null && (
        <Notice tone="berry" icon={ICON} title={t('measures.error')}>
          <Link to={hrefOf(page)} className={button('primary')}>
            {t('frame.retry')}
          </Link>
        </Notice>
      )}
      {list?.measures.length === 0 && (
        <Notice icon={ICON} title={t('measures.empty.title')} text={t('measures.empty.text')} />
      )}
      {list !== null && list.measures.length > 0 && (
        <>
          <ul className={styles.list}>
            {list.measures.map((sanction) => (
              <li key={sanction.id}>
                <SanctionCard sanction={sanction} onAppeal={appeal(sanction.id)} />
              </li>
            ))}
          </ul>
          <Pagination current={page} count={Math.ceil(list.total / PAGE_SIZE)} hrefOf={hrefOf} />
        </>
      )}
    </ProfileFrame>
  );
}

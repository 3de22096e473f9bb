import { IconGavel } from 'virtual:icons';
import type { Sanction } from '@app/contract/trust/sanctions';
import { sanctionsApi } from '#contract/trust/sanctions';
import { ProfileFrame } from '../../people/profile/profile-frame.tsx';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { loadOwn } from '../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../platform/page-handle.ts';
import { PagedList } from '../../ui/list/paged-list.tsx';
import type { Route } from './+types/sanctions-page.ts';
import { SanctionCard } from './sanction-card.tsx';
import styles from './sanctions.module.css';

export const handle = { texts: ['measures', 'complaints', 'settings'] } satisfies PageHandle;

const PATH = '/profile/measures';
const PAGE_SIZE = 20;

export async function loader(input: Route.LoaderArgs) {
  const { page, loaded } = await loadOwn(input, PATH, (callApi, page) =>
    callApi(sanctionsApi.listOwn, { query: { size: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } }),
  );
  return { page, list: loaded };
}

export default function SanctionsPage({ loaderData: { page, list } }: Route.ComponentProps) {
  const t = useText('measures');
  const appeal =
    (id: number) =>
    (text: string): Promise<Sanction> =>
      call(sanctionsApi.appeal, { params: { id }, body: { appeal: text } });
  return (
    <ProfileFrame title={t('measures.title')}>
      <p className={styles.lead}>{t('measures.text')}</p>
      <PagedList
        path={PATH}
        page={page}
        size={PAGE_SIZE}
        icon={IconGavel}
        rows={list?.measures}
        total={list?.total}
        failed={t('measures.error')}
        empty={{ title: t('measures.empty.title'), text: t('measures.empty.text') }}
      >
        {(sanctions) => (
          <ul className={styles.list}>
            {sanctions.map((sanction) => (
              <li key={sanction.id}>
                <SanctionCard sanction={sanction} onAppeal={appeal(sanction.id)} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </ProfileFrame>
  );
}

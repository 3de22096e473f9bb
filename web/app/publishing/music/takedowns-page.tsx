import { IconGavel } from 'virtual:icons';
import { redirect, useSearchParams } from 'react-router';
import { musicApi } from '#contract/publishing/music';
import { formatDate } from '../../platform/format/format.ts';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { Pagination } from '../../ui/list/pagination.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import type { Route } from './+types/takedowns-page.ts';
import styles from './takedowns-page.module.css';

export const handle = { texts: ['music'], show: true } satisfies PageHandle;

const PATH = '/takedowns';
const PAGE_SIZE = 24;

const hrefOf = (page: number): string => (page > 1 ? `${PATH}?page=${page}` : PATH);

function parsePage(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? 1);
  return Number.isInteger(page) && page > 0 ? page : 1;
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { call } = context.get(hostContext);
  const page = parsePage(url.searchParams);
  const { list, total } = await call(musicApi.takedowns, { query: { page, size: PAGE_SIZE } });
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (page > last) throw redirect(hrefOf(last));
  return { list, total };
}

export default function TakedownsPage({ loaderData: { list, total } }: Route.ComponentProps) {
  const t = useText('music');
  const [query] = useSearchParams();
  return (
    <div className="wrap">
      <PageHead title={`${t('music.takedowns')} · ${t('frame.name')}`} description={t('music.takedowns.text')} />
      <h1 className={styles.title}>{t('music.takedowns')}</h1>
      <p className={styles.text}>{t('music.takedowns.text')}</p>
      {list.length === 0 ? (
        <Notice icon={<IconGavel size={40} stroke={1.5} />} title={t('music.takedowns.empty')} />
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('music.takedowns.track')}</th>
              <th scope="col">{t('music.takedowns.holder')}</th>
              <th scope="col">{t('music.takedowns.date')}</th>
              <th scope="col">{t('music.takedowns.state')}</th>
            </tr>
          </thead>
          <tbody>
            {list.map(({ id, title, artist, holder, timestamp, restored }) => (
              <tr key={id}>
                <th scope="row">
                  {title}
                  {artist && <small className="dim">{artist}</small>}
                </th>
                <td data-label={t('music.takedowns.holder')} className={styles.holder}>
                  {holder}
                </td>
                <td data-label={t('music.takedowns.date')} className={`num ${styles.date}`}>
                  {formatDate(timestamp)}
                </td>
                <td data-label={t('music.takedowns.state')}>
                  {restored ? t('music.takedowns.restored', { date: formatDate(restored) }) : t('music.takedowns.down')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pagination current={parsePage(query)} count={Math.ceil(total / PAGE_SIZE)} hrefOf={hrefOf} />
    </div>
  );
}

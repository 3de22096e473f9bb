import { IconBellSearch } from 'virtual:icons';
import type { SavedSearch } from '@app/contract/market/searches';
import { useState } from 'react';
import { Link, redirect } from 'react-router';
import { searchesApi } from '#contract/market/searches';
import { withReason } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { parseFilters, toSearchQuery } from '../ads/list/filters/ad-filters.ts';
import type { Route } from './+types/searches-page.ts';
import { FavoriteEmails } from './favorite-emails.tsx';
import { SearchRow } from './search-row.tsx';
import styles from './searches-page.module.css';

export const handle = { texts: ['searches'] } satisfies PageHandle;

interface PageData {
  searches: SavedSearch[];
  favoriteLetters: boolean;
}

export async function loader({ context }: Route.LoaderArgs): Promise<PageData> {
  const host = context.get(hostContext);
  if (!host.viewer) throw redirect('/auth?next=/searches');
  const [{ searches }, letters] = await Promise.all([
    host.call(searchesApi.list),
    host.call(searchesApi.emailPreferences),
  ]);
  return { searches, favoriteLetters: letters.favorites === 1 };
}

function NoSearchesYet() {
  const t = useText('searches');
  return (
    <Notice
      icon={<IconBellSearch size={40} stroke={1.5} />}
      title={t('searches.empty.title')}
      text={t('searches.empty.text')}
    >
      <Link to="/" className={button('light')}>
        {t('searches.empty.look')}
      </Link>
    </Notice>
  );
}

const filtersOf = ({ href }: SavedSearch) => toSearchQuery(parseFilters(new URL(href, 'http://list').searchParams));

export default function SearchesPage({ loaderData }: Route.ComponentProps) {
  const t = useText('searches');
  const [searches, setSearches] = useState(loaderData.searches);

  const replace = (id: number, next: SavedSearch): void =>
    setSearches((all) => all.map((one) => (one.id === id ? next : one)));

  async function toggleEmails(search: SavedSearch): Promise<void> {
    const letters = search.letters === 1 ? 0 : 1;
    replace(search.id, { ...search, letters });
    try {
      await call(searchesApi.change, { params: { id: search.id }, body: { letters } });
    } catch (error) {
      replace(search.id, search);
      toast.error(withReason(t('searches.lettersFailed', { name: search.name }), error));
    }
  }

  /** Navigation does not wait for this request; after a failure the results stay new. */
  function markOpened(search: SavedSearch): void {
    replace(search.id, { ...search, fresh: 0 });
    call(searchesApi.change, { params: { id: search.id }, body: { seen: 1 } }).catch(() => undefined);
  }

  async function remove(search: SavedSearch): Promise<void> {
    const place = searches.findIndex(({ id }) => id === search.id);
    setSearches((all) => all.filter(({ id }) => id !== search.id));
    try {
      await call(searchesApi.remove, { params: { id: search.id } });
      toast.success(t('searches.removed', { name: search.name }), {
        action: { label: t('ads.undo'), onPress: () => void restore(search, place) },
      });
    } catch (error) {
      setSearches((all) => all.toSpliced(place, 0, search));
      toast.error(withReason(t('searches.removeFailed', { name: search.name }), error));
    }
  }

  async function restore(search: SavedSearch, place: number): Promise<void> {
    try {
      const saved = await call(searchesApi.save, { body: { ...filtersOf(search), letters: search.letters } });
      setSearches((all) => all.filter(({ id }) => id !== saved.id).toSpliced(place, 0, saved));
    } catch (error) {
      toast.error(withReason(t('searches.undoFailed', { name: search.name }), error));
    }
  }

  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title={`${t('searches.title')} · ${t('frame.name')}`} noIndex />
      <div className={styles.column}>
        <Breadcrumbs items={[{ text: t('frame.nav.main'), to: '/' }, { text: t('searches.title') }]} />
        <section className={styles.sheet}>
          <h1>{t('searches.title')}</h1>
          {searches.length === 0 ? (
            <NoSearchesYet />
          ) : (
            <>
              <p className={`dim ${styles.lead}`}>{t('searches.lead')}</p>
              <ul>
                {searches.map((search) => (
                  <SearchRow
                    key={search.id}
                    search={search}
                    onOpen={() => markOpened(search)}
                    onToggleEmails={() => void toggleEmails(search)}
                    onChange={(next) => replace(search.id, next)}
                    onRemove={() => void remove(search)}
                  />
                ))}
              </ul>
            </>
          )}
        </section>
        <section className={styles.more}>
          <FavoriteEmails isOn={loaderData.favoriteLetters} />
        </section>
      </div>
    </div>
  );
}

import { IconHash, IconSearch } from 'virtual:icons';
import { Link, useRouteLoaderData } from 'react-router';
import { publicationsApi } from '#contract/publishing/publications';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { formatNumber } from '../../../platform/format/format.ts';
import { hostContext } from '../../../platform/host.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import type { RootData } from '../../../platform/root-data.ts';
import { ListSearch } from '../../../ui/list/list-search.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { searchAddress } from '../publication-text-parts.ts';
import type { Route } from './+types/search-page.ts';
import type { PublicationsPart } from './pages-state.ts';
import { PublicationsFeed } from './publications-feed.tsx';
import styles from './search-page.module.css';
import frame from './social-page.module.css';
import { usePages } from './use-pages.ts';

export const handle = { texts: ['posts'] } satisfies PageHandle;

const QUERY_MAX = 200;
const NO_RESULTS = { list: [], total: 0, next: null };

interface Tag {
  tag: string;
  count: number;
}

/** `search` is the field name of the form submitted without JavaScript. */
const parseQuery = ({ searchParams }: URL): string =>
  (searchParams.get('q') ?? searchParams.get('search') ?? '').trim().slice(0, QUERY_MAX);

const lastWord = (query: string): string => query.split(/\s+/).at(-1)?.replace(/^#/, '') ?? '';

export async function loader({ url, context }: Route.LoaderArgs) {
  const { call, report = console.error } = context.get(hostContext);
  const words = parseQuery(url);
  const tagsOf = (search: string): Promise<readonly Tag[]> =>
    call(publicationsApi.tags, { query: { search } }).then(
      ({ list }) => list,
      (error: unknown) => {
        if (!isApiError(error) || error.status >= 500) report(error);
        return [];
      },
    );
  const [found, tags] = await Promise.all([
    words === '' ? NO_RESULTS : call(publicationsApi.search, { query: { search: words } }),
    tagsOf(lastWord(words)),
  ]);
  return { words, found, tags };
}

function Tags({ tags, current }: { tags: readonly Tag[]; current: string }) {
  const t = useText('posts');
  const lang = useLanguage();
  const others = tags.filter(({ tag }) => `#${tag}` !== current.toLowerCase());
  if (others.length === 0) return null;
  return (
    <nav aria-label={t('posts.search.tags')} className={styles.tags}>
      {others.map(({ tag, count }) => (
        <Link
          key={tag}
          to={searchAddress(`#${tag}`)}
          className={styles.tag}
          title={t('posts.search.tag.count', { count })}
        >
          <IconHash size={16} stroke={2} aria-hidden="true" />
          {tag}
          <span className="dim num" aria-hidden="true">
            {formatNumber(lang, count)}
          </span>
        </Link>
      ))}
    </nav>
  );
}

function SearchResults({ query, found }: { query: string; found: PublicationsPart }) {
  const t = useText('posts');
  const pages = usePages(
    found,
    `search ${query}`,
    (after) => call(publicationsApi.search, { query: { search: query, after } }),
    false,
  );
  if (pages.entries.length === 0) {
    return (
      <div className="card">
        <Notice
          icon={<IconSearch size={40} stroke={1.5} />}
          title={t('posts.search.none')}
          text={t('posts.search.none.text')}
        />
      </div>
    );
  }
  return <PublicationsFeed pages={pages} label={t('posts.search.of', { words: query })} place="search" />;
}

export default function SearchPage({ loaderData: { words: query, found, tags } }: Route.ComponentProps) {
  const t = useText('posts');
  const publicUrl = useRouteLoaderData<RootData>('root')?.publicUrl ?? '';
  const isTag = /^#[\p{L}\p{N}_]+$/u.test(query);
  return (
    <div className="wrap">
      <PageHead
        title={`${query ? t('posts.search.of', { words: query }) : t('posts.search.title')} · ${t('frame.name')}`}
        canonical={`${publicUrl}${query ? searchAddress(query.toLowerCase()) : '/social/search'}`}
        // Only tag pages are indexed; pages of arbitrary words would be unlimited in number.
        noIndex={!isTag || found.list.length === 0}
      />
      <div className={frame.columns}>
        <div className={frame.middle}>
          <h1 className={styles.title}>{query || t('posts.search.title')}</h1>
          <ListSearch
            label={t('posts.search.label')}
            clearLabel={t('posts.search.clear')}
            value={query}
            hasFocus={query === ''}
            hrefOf={(next) => (next === '' ? '/social/search' : searchAddress(next))}
          />
          <Tags tags={tags} current={query} />
          {query === '' ? (
            <div className="card">
              <Notice
                icon={<IconSearch size={40} stroke={1.5} />}
                title={t('posts.search.start')}
                text={t('posts.search.start.text')}
              />
            </div>
          ) : (
            <SearchResults key={query} query={query} found={found} />
          )}
        </div>
      </div>
    </div>
  );
}

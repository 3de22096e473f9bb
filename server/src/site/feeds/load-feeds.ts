import { adsApi } from '@app/contract/market/ads';
import type { SearchFilters } from '@app/contract/market/searches';
import { usersApi } from '@app/contract/people/users';
import type { AnyEndpoint, CallInput, ResponseOf } from '@app/contract/platform/endpoint';
import type { Lang } from '@app/contract/platform/languages';
import { publicationsApi } from '@app/contract/publishing/publications';
import type { FastifyInstance } from 'fastify';
import {
  describeFilters,
  findSearchOfFeed,
  listMatchesForGuests,
} from '../../market/saved-searches/search-feed.public.ts';
import { runInShare } from '../../platform/database/shares.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { AtomFeed } from '../../platform/formats/atom-feed.ts';
import { callInProcess } from '../../platform/http/bind.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { siteSettingsOf } from '../../platform/site-settings/site-settings.public.ts';
import { texts } from '../../platform/texts.ts';
import { adEntry, nameOf, publicationEntry } from './feed-entries.ts';

export const FEED_ENTRIES_MAX = 50;
/** Of feeds in which nothing was ever published: any moment will do, as long as it stays. */
const NEVER = new Date(0);

/** Readers of feeds are guests, whoever signed in where the address is opened. */
const guestOf = (lang: Lang): Viewer => ({
  userId: null,
  sessionId: null,
  isStaff: false,
  isSuperuser: false,
  isPaid: false,
  lang,
  ip: '',
});

/** Feeds are made of what the calls of the site answer to a guest, so that nobody reads more in them than there. */
export function feedLoaders(app: FastifyInstance, services: Services) {
  const { publicUrl } = services.config;
  const siteName = (lang: Lang): string => texts.named(siteSettingsOf(services).get().settings).t(lang, 'frame.name');
  const callAsGuest = <E extends AnyEndpoint>(lang: Lang, endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>> =>
    callInProcess(app, guestOf(lang), endpoint, input);

  async function ofPerson(id: number, lang: Lang): Promise<AtomFeed> {
    // Before the lists, because it tells why there is no page.
    const person = await callAsGuest(lang, usersApi.get, { params: { id }, query: { phone: 'masked' } });
    const [publications, ads] = await Promise.all([
      callAsGuest(lang, publicationsApi.byUser, { query: { user_id: id, size: FEED_ENTRIES_MAX } }),
      callAsGuest(lang, adsApi.listOfUser, { query: { user_id: id, size: FEED_ENTRIES_MAX } }),
    ]);
    const page = `${publicUrl}/user/${id}`;
    const author = { name: nameOf(person), page };
    const entries = [
      ...publications.list.map((publication) => publicationEntry(publicUrl, publication)),
      ...ads.boards.map((board) => adEntry(publicUrl, lang, board)),
    ];
    return {
      id: `${publicUrl}/feeds/user/${id}.atom`,
      url: `${publicUrl}/feeds/user/${id}.atom?lang=${lang}`,
      page,
      title: `${author.name} · ${siteName(lang)}`,
      lang,
      author,
      since: new Date(person.registered),
      entries: entries.sort((a, b) => b.published.getTime() - a.published.getTime()).slice(0, FEED_ENTRIES_MAX),
    };
  }

  async function ofAds(filters: SearchFilters, exact: 0 | 1 | undefined, lang: Lang): Promise<AtomFeed> {
    const query = { ...filters, exact, sort: 'date' as const, size: FEED_ENTRIES_MAX };
    const [{ boards }, { name, href }] = await Promise.all([
      callAsGuest(lang, adsApi.listEnabled, { query }),
      runInShare('market', () => describeFilters(services, { filters, wanted_ad_id: null, lang })),
    ]);
    const given = Object.entries({ ...filters, exact }).filter(([, value]) => Boolean(value));
    const address = new URLSearchParams(given.map(([field, value]) => [field, String(value)]));
    return {
      id: `${publicUrl}/feeds/ads.atom?${address}`,
      url: `${publicUrl}/feeds/ads.atom?${address}${given.length > 0 ? '&' : ''}lang=${lang}`,
      page: `${publicUrl}${href}`,
      title: `${name || texts.t(lang, 'ads.list.new')} · ${siteName(lang)}`,
      lang,
      since: NEVER,
      entries: boards.map((board) => adEntry(publicUrl, lang, board)),
    };
  }

  async function ofSearch(key: string): Promise<AtomFeed> {
    return runInShare('market', async () => {
      const search = await findSearchOfFeed(services, key);
      if (search === undefined) throw new Failure('not_found');
      const { id, lang, created_at } = search;
      const [boards, { name, href }] = await Promise.all([
        listMatchesForGuests(services, guestOf(lang), id, FEED_ENTRIES_MAX),
        describeFilters(services, search),
      ]);
      return {
        id: `${publicUrl}/feeds/search/${id}`,
        url: `${publicUrl}/feeds/search.atom?key=${key}`,
        page: `${publicUrl}${href}`,
        title: `${name} · ${siteName(lang)}`,
        lang,
        since: created_at,
        entries: boards.map((board) => adEntry(publicUrl, lang, board)),
      };
    });
  }

  return { ofPerson, ofAds, ofSearch };
}

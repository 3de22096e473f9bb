import { AdFilters } from '@app/contract/market/ads';
import { id } from '@app/contract/platform/fields';
import { LANGUAGES } from '@app/contract/platform/languages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { AtomFeed } from '../../platform/formats/atom-feed.ts';
import { invalidInput } from '../../platform/http/error-response.ts';
import { requestLanguage } from '../../platform/http/request/request-key.ts';
import { texts } from '../../platform/texts.ts';
import { feedLoaders } from './load-feeds.ts';
import { type RenderedFeed, renderFeed, sendFeed } from './send-feed.ts';

/** As long as the list that guests see. */
const FRESH_MS = 1000;
/** Services that read for many people ask from few addresses. */
const SECRET_REQUESTS_PER_MINUTE = 120;
const MINUTE_MS = 60_000;
const ATOM = ['application/atom+xml'];

/** Readers that run on servers name no language: the pages that link to a feed do. */
const lang = z.enum(LANGUAGES).optional().catch(undefined);
const PersonQuery = z.object({ lang });
/** The order and the pages of a feed are its own, and readers have no circle. */
const AdsQuery = AdFilters.omit({ sort: true, page: true, size: true, circle: true, friends_of_friends: true }).extend({
  lang,
});
const SearchQuery = z.object({ key: z.string() });

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) throw invalidInput(result.error, texts, {});
  return result.data;
}

/** Serves Atom feeds of a person, of ads by the filters of the list, and of a saved search by its secret address. */
export function registerFeeds(app: FastifyInstance, services: Services): void {
  const load = feedLoaders(app, services);
  describeFeeds(app);

  const shared = (name: string, make: () => Promise<AtomFeed>): Promise<RenderedFeed> =>
    services.publicCache.getOrCompute(`feed ${name}`, FRESH_MS, async () => renderFeed(await make()));
  const languageOf = ({ raw, query }: FastifyRequest) => parse(PersonQuery, query).lang ?? requestLanguage(raw);

  app.get<{ Params: { id: string } }>('/feeds/user/:id.atom', async (request, reply) => {
    const person = id.safeParse(request.params.id);
    if (!person.success) throw new Failure('not_found');
    const lang = languageOf(request);
    const feed = await shared(`person ${person.data} ${lang}`, () => load.ofPerson(person.data, lang));
    return sendFeed(request, reply, feed, 'no-cache');
  });

  app.get('/feeds/ads.atom', async (request, reply) => {
    const { lang: _, exact, ...filters } = parse(AdsQuery, request.query);
    const lang = languageOf(request);
    const name = `ads ${JSON.stringify([filters, exact])} ${lang}`;
    const feed = await shared(name, () => load.ofAds(filters, exact, lang));
    return sendFeed(request, reply, feed, 'no-cache');
  });

  const rateLimit = {
    max: SECRET_REQUESTS_PER_MINUTE,
    timeWindow: MINUTE_MS,
    groupId: 'GET /feeds/search.atom',
    keyGenerator: (request: FastifyRequest) => request.ip,
  };
  app.get('/feeds/search.atom', { config: { rateLimit } }, async (request, reply) => {
    const key = SearchQuery.safeParse(request.query);
    if (!key.success) throw new Failure('not_found');
    const feed = renderFeed(await load.ofSearch(key.data.key));
    reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
    return sendFeed(request, reply, feed, 'private, no-cache');
  });
}

function describeFeeds(app: FastifyInstance): void {
  app.downloads.push(
    {
      paths: ['/feeds/user/{id}.atom'],
      types: ATOM,
      access: 'public',
      summary: 'The newest publications and ads of a person that guests see, as an Atom feed.',
      params: z.object({ id }),
      query: PersonQuery,
      errors: ['not_found', 'gone'],
    },
    {
      paths: ['/feeds/ads.atom'],
      types: ATOM,
      access: 'public',
      summary: 'The newest ads that guests see by the filters of the list, such as those of a city, as an Atom feed.',
      query: AdsQuery,
    },
    {
      paths: ['/feeds/search.atom'],
      types: ATOM,
      access: 'public',
      summary: 'What a saved search found, by the secret address of its feed; only ads that guests see.',
      query: SearchQuery,
      errors: ['not_found'],
    },
  );
}

import { fileOfTexts, importTexts } from 'virtual:texts/loader';
import type { Lang } from '@app/contract/platform/languages';
import { withSiteName } from '@app/contract/platform/site-name';
import type { Messages } from '@lingui/core';
import { BASE_DOMAINS, nameTogether } from './base-domains.ts';
import { formatMessage } from './format-message.ts';

export interface Catalogues {
  frame: typeof import('@app/contract/locales/ru/frame.json');
  ads: typeof import('@app/contract/locales/ru/ads.json');
  auth: typeof import('@app/contract/locales/ru/auth.json');
  registration: typeof import('@app/contract/locales/ru/registration.json');
  payments: typeof import('@app/contract/locales/ru/payments.json');
  money: typeof import('@app/contract/locales/ru/money.json');
  errors: typeof import('@app/contract/locales/ru/errors.json');
  sums: typeof import('@app/contract/locales/ru/sums.json');
  reference: typeof import('@app/contract/locales/ru/reference.json');
  'ad-filters': typeof import('@app/contract/locales/ru/ad-filters.json');
  'ad-page': typeof import('@app/contract/locales/ru/ad-page.json');
  'ad-form': typeof import('@app/contract/locales/ru/ad-form.json');
  'ad-map': typeof import('@app/contract/locales/ru/ad-map.json');
  'seller-settings': typeof import('@app/contract/locales/ru/seller-settings.json');
  'seller-feed': typeof import('@app/contract/locales/ru/seller-feed.json');
  'my-ads': typeof import('@app/contract/locales/ru/my-ads.json');
  searches: typeof import('@app/contract/locales/ru/searches.json');
  documents: typeof import('@app/contract/locales/ru/documents.json');
  legal: typeof import('@app/contract/locales/ru/legal.json');
  data: typeof import('@app/contract/locales/ru/data.json');
  settings: typeof import('@app/contract/locales/ru/settings.json');
  security: typeof import('@app/contract/locales/ru/security.json');
  comments: typeof import('@app/contract/locales/ru/comments.json');
  moderation: typeof import('@app/contract/locales/ru/moderation.json');
  measures: typeof import('@app/contract/locales/ru/measures.json');
  complaints: typeof import('@app/contract/locales/ru/complaints.json');
  feedback: typeof import('@app/contract/locales/ru/feedback.json');
  rules: typeof import('@app/contract/locales/ru/rules.json');
  notifications: typeof import('@app/contract/locales/ru/notifications.json');
  'bell-settings': typeof import('@app/contract/locales/ru/bell-settings.json');
  circle: typeof import('@app/contract/locales/ru/circle.json');
  person: typeof import('@app/contract/locales/ru/person.json');
  privacy: typeof import('@app/contract/locales/ru/privacy.json');
  invitations: typeof import('@app/contract/locales/ru/invitations.json');
  chat: typeof import('@app/contract/locales/ru/chat.json');
  composer: typeof import('@app/contract/locales/ru/composer.json');
  share: typeof import('@app/contract/locales/ru/share.json');
  translation: typeof import('@app/contract/locales/ru/translation.json');
  chats: typeof import('@app/contract/locales/ru/chats.json');
  delivery: typeof import('@app/contract/locales/ru/delivery.json');
  'make-post': typeof import('@app/contract/locales/ru/make-post.json');
  collections: typeof import('@app/contract/locales/ru/collections.json');
  deals: typeof import('@app/contract/locales/ru/deals.json');
  promotion: typeof import('@app/contract/locales/ru/promotion.json');
  posts: typeof import('@app/contract/locales/ru/posts.json');
  near: typeof import('@app/contract/locales/ru/near.json');
  music: typeof import('@app/contract/locales/ru/music.json');
  calls: typeof import('@app/contract/locales/ru/calls.json');
  streams: typeof import('@app/contract/locales/ru/streams.json');
  features: typeof import('@app/contract/locales/ru/features.json');
  site: typeof import('@app/contract/locales/ru/site.json');
  operations: typeof import('@app/contract/locales/ru/operations.json');
  admin: typeof import('@app/contract/locales/ru/admin.json');
  'admin-audit': typeof import('@app/contract/locales/ru/admin-audit.json');
  'admin-people': typeof import('@app/contract/locales/ru/admin-people.json');
  'admin-money': typeof import('@app/contract/locales/ru/admin-money.json');
}

export type Domain = keyof Catalogues;

export type BaseDomain = (typeof BASE_DOMAINS)[number];

export type TextKey<D extends Domain = BaseDomain> = {
  [Name in D | BaseDomain]: `${Name}.${keyof Catalogues[Name] & string}`;
}[D | BaseDomain];

export type TextValues = Record<string, string | number>;
export type Text<D extends Domain = BaseDomain> = (key: TextKey<D>, values?: TextValues) => string;

interface NamedCatalogue {
  siteName: string;
  messages: Messages;
  text: (key: string, values?: TextValues) => string;
}

interface Catalogue {
  messages: Messages;
  /** The same texts with the name that the operator gave the site. */
  named?: NamedCatalogue;
  text: (key: string, values?: TextValues) => string;
  loaded: Set<string>;
  loading: Map<string, Promise<void>>;
}

const catalogues = new Map<Lang, Catalogue>();

/** A key without a text stands for itself. */
const textFrom =
  (lang: Lang, messages: Messages) =>
  (key: string, values: TextValues = {}): string =>
    formatMessage(lang, messages[key] ?? key, values);

function catalogueOf(lang: Lang): Catalogue {
  const known = catalogues.get(lang);
  if (known) return known;
  const messages: Messages = {};
  const fresh: Catalogue = { messages, text: textFrom(lang, messages), loaded: new Set(), loading: new Map() };
  catalogues.set(lang, fresh);
  return fresh;
}

function add(lang: Lang, domains: readonly string[], messages: Messages): void {
  const catalogue = catalogueOf(lang);
  Object.assign(catalogue.messages, messages);
  if (catalogue.named) Object.assign(catalogue.named.messages, withSiteName(messages, catalogue.named.siteName));
  for (const domain of domains) catalogue.loaded.add(domain);
}

export function addAllTexts(lang: Lang, messages: Messages): void {
  add(lang, ['*'], messages);
}

function hasTexts(lang: Lang, domain: Domain): boolean {
  const { loaded } = catalogueOf(lang);
  return loaded.has(domain) || loaded.has('*');
}

/** Loads one catalogue; concurrent callers share one promise. */
export function loadTexts(lang: Lang, domain: Domain): Promise<void> {
  const { loading } = catalogueOf(lang);
  const running = loading.get(domain);
  if (running) return running;
  return importTogether(lang, [domain]);
}

function importTogether(lang: Lang, domains: readonly Domain[]): Promise<void> {
  const { loading } = catalogueOf(lang);
  const promise = importTexts(lang, nameTogether(domains)).then(
    ({ messages }) => add(lang, domains, messages),
    (error: unknown) => {
      for (const domain of domains) loading.delete(domain);
      throw error;
    },
  );
  for (const domain of domains) loading.set(domain, promise);
  return promise;
}

/** The files of texts that a page was rendered with: one for all pages and one of its own. */
function renderedSets(own: readonly Domain[]): (readonly Domain[])[] {
  return own.length === 0 ? [BASE_DOMAINS] : [BASE_DOMAINS, own];
}

/** Loads the texts of a page that the server rendered; `own` is the list of its handle. */
export async function loadRenderedTexts(lang: Lang, own: readonly Domain[]): Promise<void> {
  await Promise.all(renderedSets(own).map((domains) => importTogether(lang, domains)));
}

/** Addresses of these files, so that they are loaded beside the scripts and not after them. */
export function filesOfRenderedTexts(lang: Lang, own: readonly Domain[]): string[] {
  return renderedSets(own).flatMap((domains) => fileOfTexts(lang, nameTogether(domains)) ?? []);
}

/** Promise with a status, which `use` of React reads synchronously. */
type Ready = Promise<unknown> & { status?: 'fulfilled'; value?: unknown };

const ready = new Map<string, Ready>();

function fulfilled(promise: Ready): Ready {
  promise.status = 'fulfilled';
  promise.value = undefined;
  return promise;
}

/** On the server, which loads all texts before it renders. */
const ALL_READY = fulfilled(Promise.resolve());

/**
 * Resolves when the catalogues are loaded; already fulfilled if they are. Returns the same promise for the same
 * arguments, as `use` requires.
 */
export function textsReady(lang: Lang, domains: readonly Domain[]): Promise<unknown> {
  if (import.meta.env.SSR && catalogueOf(lang).loaded.has('*')) return ALL_READY;
  const key = [lang, ...domains].join(' ');
  const known = ready.get(key);
  if (known) return known;
  const isThere = domains.every((domain) => hasTexts(lang, domain));
  const promise: Ready = isThere ? Promise.resolve() : Promise.all(domains.map((domain) => loadTexts(lang, domain)));
  if (isThere) fulfilled(promise);
  else
    promise.then(
      () => fulfilled(promise),
      () => ready.delete(key),
    );
  ready.set(key, promise);
  return promise;
}

export async function followTexts(from: Lang, to: Lang): Promise<void> {
  const domains = [...catalogueOf(from).loaded].filter((domain): domain is Domain => domain !== '*');
  await Promise.all([...new Set<Domain>([...BASE_DOMAINS, ...domains])].map((domain) => loadTexts(to, domain)));
}

/** `siteName`: the operator's, in place of the product's; '' leaves that. */
export function textOf<D extends Domain = BaseDomain>(lang: Lang, siteName = ''): Text<D> {
  const catalogue = catalogueOf(lang);
  if (siteName === '') return catalogue.text;
  if (catalogue.named?.siteName !== siteName) {
    const messages = withSiteName(catalogue.messages, siteName);
    catalogue.named = { siteName, messages, text: textFrom(lang, messages) };
  }
  return catalogue.named.text;
}

/** Whether a loaded catalogue has the text. For keys made of stored names, of which older ones may have none. */
export const hasText = (lang: Lang, key: string): boolean => key in catalogueOf(lang).messages;

import type { UnfinishedAd } from '@app/contract/market/ad-owner';
import type { AdKind, Board, PricePeriod } from '@app/contract/market/ads';
import { AD_DRAFT_PRICE_MAX } from '#contract/market/ad-owner';

/** Who sees the ad; `first`: the circle, and after a day everybody. */
export const AD_FORM_AUDIENCES = ['all', 'first', 'friends', 'fams'] as const;
export type AdFormAudience = (typeof AD_FORM_AUDIENCES)[number];

export interface AdFields {
  board_kind: AdKind;
  board_title: string;
  board_description: string;
  board_price: string;
  board_price_period: PricePeriod;
  board_swap_for: string;
  /** A calendar day, or empty. */
  board_return_on: string;
  category: string;
  country: string;
  city: string;
  board_district: string;
  /** Attribute id → typed text or choice id. Values of a previous category are kept in case the user returns to it. */
  board_attributes: Readonly<Record<string, string>>;
  board_comments_by: Board['board_comments_by'];
  audience: AdFormAudience;
  board_enabled: boolean;
}

export const EMPTY_AD: AdFields = {
  board_kind: 'sell',
  board_title: '',
  board_description: '',
  board_price: '',
  board_price_period: 'month',
  board_swap_for: '',
  board_return_on: '',
  category: '',
  country: '',
  city: '',
  board_district: '',
  board_attributes: {},
  board_comments_by: 'all',
  audience: 'all',
  board_enabled: true,
};

function audienceOf({
  board_audience = 'all',
  board_circle_first,
}: Pick<UnfinishedAd, 'board_audience' | 'board_circle_first'>): AdFormAudience {
  return board_audience === 'all' && board_circle_first === 1 ? 'first' : board_audience;
}

export function audienceBody(audience: AdFormAudience) {
  return {
    board_audience: audience === 'first' ? 'all' : audience,
    board_circle_first: audience === 'first' ? 1 : 0,
  } as const;
}

export function fieldsOf(ad: Board): AdFields {
  return {
    board_kind: ad.board_kind ?? 'sell',
    board_title: ad.board_title,
    board_description: ad.board_description,
    board_price: ad.board_price === 0 ? '' : String(ad.board_price),
    board_price_period: ad.board_price_period ?? 'month',
    board_swap_for: ad.board_swap_for ?? '',
    board_return_on: ad.board_return_on ?? '',
    category: String(ad.category?.id ?? ''),
    country: String(ad.country?.id ?? ''),
    city: String(ad.city?.id ?? ''),
    board_district: ad.board_district,
    board_attributes: Object.fromEntries(
      ad.board_attributes.map(({ id, kind, text, value }) => [id, kind === 'text' ? text : String(value ?? '')]),
    ),
    board_comments_by: ad.board_comments_by,
    audience: audienceOf(ad),
    board_enabled: ad.board_enabled === 1,
  };
}

export function isSameAd(one: AdFields, other: AdFields): boolean {
  const ids = Object.keys({ ...one.board_attributes, ...other.board_attributes });
  return (
    ids.every((id) => (one.board_attributes[id] ?? '') === (other.board_attributes[id] ?? '')) &&
    (Object.keys(EMPTY_AD) as (keyof AdFields)[]).every(
      (field) => field === 'board_attributes' || one[field] === other[field],
    )
  );
}

const toId = (text: string): number | null => (text === '' ? null : Number(text));

export function toDraft(fields: AdFields): UnfinishedAd {
  const { board_enabled: _, board_attributes, board_price, category, country, city, audience, ...rest } = fields;
  return {
    ...rest,
    ...audienceBody(audience),
    // A price that is still wrong may be of any length.
    board_price: board_price.slice(0, AD_DRAFT_PRICE_MAX),
    category: toId(category),
    country: toId(country),
    city: toId(city),
    board_attributes: Object.fromEntries(Object.entries(board_attributes).filter(([, value]) => value !== '')),
  };
}

export function fromDraft(draft: UnfinishedAd): AdFields {
  const attributes = Object.entries(draft.board_attributes ?? {});
  return {
    ...EMPTY_AD,
    board_kind: draft.board_kind ?? 'sell',
    board_title: draft.board_title ?? '',
    board_description: draft.board_description ?? '',
    board_price: draft.board_price ?? '',
    board_price_period: draft.board_price_period || 'month',
    board_swap_for: draft.board_swap_for ?? '',
    board_return_on: draft.board_return_on ?? '',
    category: String(draft.category ?? ''),
    country: String(draft.country ?? ''),
    city: String(draft.city ?? ''),
    board_district: draft.board_district ?? '',
    board_attributes: Object.fromEntries(attributes.map(([id, value]) => [id, String(value)])),
    board_comments_by: draft.board_comments_by ?? 'all',
    audience: audienceOf(draft),
  };
}

/** A draft without a place, such as one left with half a city typed, begins where every new ad does. */
export const withPlaceOf = (fields: AdFields, { country, city }: AdFields): AdFields =>
  fields.country === '' && fields.city === '' ? { ...fields, country, city } : fields;

/** Whether the form has nothing worth saving; a preselected home town alone does not count. */
export function isBlank(fields: AdFields, empty: AdFields): boolean {
  return JSON.stringify(toDraft(fields)) === JSON.stringify(toDraft(empty));
}

/** The draft in local storage, which survives a lost connection and knows the server's draft on which it is based. */
export interface LocalDraft {
  fields: AdFields;
  /** Change time of the server's draft on which this one is based; null when there was none. */
  base: string | null;
  isSent: boolean;
}

const keyOf = (userId: number): string => `ad-draft:${userId}`;

export function loadLocalDraft(storage: Storage, userId: number): LocalDraft | null {
  try {
    const stored: Partial<LocalDraft> | null = JSON.parse(storage.getItem(keyOf(userId)) ?? 'null');
    if (!stored?.fields) return null;
    return { fields: { ...EMPTY_AD, ...stored.fields }, base: stored.base ?? null, isSent: stored.isSent === true };
  } catch {
    return null;
  }
}

export function saveLocalDraft(storage: Storage, userId: number, draft: LocalDraft): void {
  try {
    storage.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden; the server's copy remains.
  }
}

export function discardLocalDraft(storage: Storage, userId: number): void {
  storage.removeItem(keyOf(userId));
}

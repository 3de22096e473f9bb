import type { Board } from '@app/contract/ads';

/** What the form of an ad holds, as it is typed. */
export interface AdFields {
  board_title: string;
  board_description: string;
  /** Digits, or nothing. */
  board_price: string;
  category: string;
  country: string;
  city: string;
  board_enabled: boolean;
}

export const EMPTY_AD: AdFields = {
  board_title: '',
  board_description: '',
  board_price: '',
  category: '',
  country: '',
  city: '',
  board_enabled: true,
};

export function fieldsOf(ad: Board): AdFields {
  return {
    board_title: ad.board_title,
    board_description: ad.board_description,
    board_price: ad.board_price === 0 ? '' : String(ad.board_price),
    category: String(ad.category?.id ?? ''),
    country: String(ad.country?.id ?? ''),
    city: String(ad.city?.id ?? ''),
    board_enabled: ad.board_enabled === 1,
  };
}

export function isSameAd(one: AdFields, other: AdFields): boolean {
  return (Object.keys(EMPTY_AD) as (keyof AdFields)[]).every((field) => one[field] === other[field]);
}

const keyOf = (userId: number): string => `ad-draft:${userId}`;

/** The unfinished ad of a person on this device, if any. */
export function restoreAd(storage: Storage, userId: number): AdFields | null {
  try {
    const kept: Partial<AdFields> | null = JSON.parse(storage.getItem(keyOf(userId)) ?? 'null');
    return kept && { ...EMPTY_AD, ...kept };
  } catch {
    return null;
  }
}

export function keepAd(storage: Storage, userId: number, fields: AdFields): void {
  storage.setItem(keyOf(userId), JSON.stringify(fields));
}

export function forgetAd(storage: Storage, userId: number): void {
  storage.removeItem(keyOf(userId));
}

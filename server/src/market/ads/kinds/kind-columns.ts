import { type AdChange, type AdKind, PRICED_AD_KINDS, type PricePeriod } from '@app/contract/market/ads';
import { Failure } from '../../../platform/failure.ts';
import { isDayOver } from './return-day.public.ts';

interface KindColumns {
  kind: AdKind;
  price_roubles?: number;
  price_period: PricePeriod | null;
  swap_for: string;
  return_on: string | null;
}

type KindFields = Pick<
  AdChange,
  'board_kind' | 'board_price' | 'board_price_period' | 'board_swap_for' | 'board_return_on'
>;
type KnownKind = Omit<KindColumns, 'price_roubles'>;

/**
 * What an ad says beside its price goes by its kind: fields of other kinds are dropped, so that an ad which changes its kind
 * promises nothing of the kind before. Nothing is changed for an ad that names neither a kind nor one of these fields.
 */
export function kindColumns(fields: KindFields, known: KnownKind | undefined, now: Date): Partial<KindColumns> {
  const isNamed = [
    fields.board_kind,
    fields.board_price_period,
    fields.board_swap_for,
    fields.board_return_on,
    fields.board_price,
  ].some((value) => value !== undefined);
  if (!isNamed) return {};
  const kind = fields.board_kind ?? known?.kind ?? 'sell';
  const swapFor = fields.board_swap_for ?? known?.swap_for ?? '';
  const returnOn = fields.board_return_on ?? known?.return_on ?? '';
  if (kind === 'swap' && swapFor === '') throw refuse('board_swap_for', 'required');
  if (kind === 'lend' && returnOn === '') throw refuse('board_return_on', 'required');
  const isNewDay = returnOn !== known?.return_on;
  if (kind === 'lend' && isNewDay && isDayOver(returnOn, now)) throw refuse('board_return_on', 'invalid');
  return {
    kind,
    ...(!PRICED_AD_KINDS.includes(kind) && { price_roubles: 0 }),
    price_period: kind === 'rent' ? fields.board_price_period || known?.price_period || 'month' : null,
    swap_for: kind === 'swap' ? swapFor : '',
    return_on: kind === 'lend' ? returnOn : null,
  };
}

interface FeedKind {
  board_kind: AdKind;
  board_price: number;
  board_price_period?: PricePeriod | undefined;
  board_swap_for: string;
  board_return_on?: string | undefined;
}

/** A feed lists what its source has: a thing to swap may say nothing of what for, and a day may be over. */
export function kindRow(ad: FeedKind): Required<KindColumns> {
  const { board_kind: kind } = ad;
  return {
    kind,
    price_roubles: PRICED_AD_KINDS.includes(kind) ? ad.board_price : 0,
    price_period: kind === 'rent' ? (ad.board_price_period ?? 'month') : null,
    swap_for: kind === 'swap' ? ad.board_swap_for : '',
    return_on: kind === 'lend' ? (ad.board_return_on ?? null) : null,
  };
}

const refuse = (field: string, problem: 'required' | 'invalid'): Failure =>
  new Failure('invalid_input', { fields: { [field]: `errors.field.${problem}` } });

import { Select, TextInput } from '@mantine/core';
import { AD_SWAP_FOR_MAX, PRICE_PERIODS, PRICED_AD_KINDS } from '#contract/market/ads';
import { formatPrice } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { MoneyField } from '../../../ui/form/money-field.tsx';
import type { Errors } from './ad-form-state.ts';
import type { AdFields } from './draft/ad-draft.ts';
import type { useUsualPrice } from './use-usual-price.ts';

export type PriceValues = Pick<
  AdFields,
  'board_kind' | 'board_price' | 'board_price_period' | 'board_swap_for' | 'board_return_on'
>;

interface PriceFieldsProps {
  fields: PriceValues;
  errors: Errors;
  usual?: ReturnType<typeof useUsualPrice>;
  onChange: (part: Partial<PriceValues>) => void;
}

/** What the ad asks for in return, which goes by its kind; nothing for a gift. */
export function PriceFields({ fields, errors, usual = null, onChange }: PriceFieldsProps) {
  const t = useText('ad-form');
  const lang = useLanguage();
  const { board_kind: kind } = fields;
  const notes = [
    usual && t('ad-form.usualPrice', { from: formatPrice(lang, usual.from), to: formatPrice(lang, usual.to) }),
    !Number(fields.board_price) && t('ads.price.none'),
  ].filter(Boolean);
  return (
    <>
      {PRICED_AD_KINDS.includes(kind) && (
        <MoneyField
          name="board_price"
          label={t(kind === 'buy' ? 'ad-form.price.buy' : 'ad-form.price')}
          description={notes.length > 0 && notes.join(' · ')}
          value={fields.board_price}
          error={errors.board_price}
          onChange={(board_price) => onChange({ board_price })}
        />
      )}
      {kind === 'rent' && (
        <Select
          label={t('ad-form.period')}
          data={PRICE_PERIODS.map((period) => ({ value: period, label: t(`ad-form.period.${period}`) }))}
          value={fields.board_price_period}
          allowDeselect={false}
          onChange={(period) => period && onChange({ board_price_period: period })}
        />
      )}
      {kind === 'swap' && (
        <TextInput
          name="board_swap_for"
          withAsterisk
          label={t('ad-form.swapFor')}
          placeholder={t('ad-form.swapFor.hint')}
          maxLength={AD_SWAP_FOR_MAX}
          autoComplete="off"
          value={fields.board_swap_for}
          error={errors.board_swap_for}
          onChange={({ currentTarget }) => onChange({ board_swap_for: currentTarget.value })}
        />
      )}
      {kind === 'lend' && (
        <TextInput
          name="board_return_on"
          type="date"
          withAsterisk
          label={t('ad-form.returnOn')}
          value={fields.board_return_on}
          error={errors.board_return_on}
          onChange={({ currentTarget }) => onChange({ board_return_on: currentTarget.value })}
        />
      )}
    </>
  );
}

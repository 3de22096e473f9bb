import type { Board } from '@app/contract/market/ads';
import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { AD_DESCRIPTION_MAX, AD_KINDS, AD_TITLE_MAX, adsApi } from '#contract/market/ads';
import { PriceFields, type PriceValues } from '../../../market/ads/form/price-fields.tsx';
import { ApiError, isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { CityField } from '../../../reference/city-field.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { FieldPair, StaffDialog, useStaffForm } from '../frame/staff-form.tsx';
import { AdPhotos } from './ad-photos.tsx';

interface Named {
  id: number;
  name: string;
}

interface AdDialogProps {
  ad?: Board;
  categories: readonly Named[];
  onClose: () => void;
}

interface Draft extends PriceValues {
  board_title: string;
  board_description: string;
  category: string;
  country: string;
  city: string;
  isEnabled: boolean;
  author: string;
  phone: string;
}

const INVALID = 400;

const draftOf = (ad: Board | undefined): Draft => ({
  board_title: ad?.board_title ?? '',
  board_description: ad?.board_description ?? '',
  board_kind: ad?.board_kind ?? 'sell',
  board_price: ad?.board_price ? String(ad.board_price) : '',
  board_price_period: ad?.board_price_period ?? 'month',
  board_swap_for: ad?.board_swap_for ?? '',
  board_return_on: ad?.board_return_on ?? '',
  category: String(ad?.category?.id ?? ''),
  country: String(ad?.country?.id ?? ''),
  city: String(ad?.city?.id ?? ''),
  isEnabled: ad ? ad.board_enabled === 1 : true,
  author: '',
  phone: '',
});
function bodyOf(draft: Draft, ad: Board | undefined) {
  const { isEnabled, author, phone, ...fields } = draft;
  const body = { ...fields, board_enabled: isEnabled ? (1 as const) : (0 as const) };
  if (ad) return { ...body, board_id: ad.board_id, board_revision: ad.board_revision };
  return author === '' && phone === ''
    ? body
    : { ...body, board_external: 1 as const, user_firstname: author, user_phone: phone };
}

function refuseEmpty(draft: Draft, message: string): void {
  const empty = (['board_title', 'board_description'] as const).filter((name) => draft[name].trim() === '');
  if (empty.length === 0) return;
  const fields = Object.fromEntries(empty.map((name) => [name, message]));
  throw new ApiError(INVALID, { code: 'invalid_input', message, fields });
}

export function AdDialog({ ad: opened, categories, onClose }: AdDialogProps) {
  const t = useText('admin', 'ad-form');
  const { revalidate } = useRevalidator();
  const [ad, setAd] = useState(opened);
  const [files, setFiles] = useState<readonly File[]>([]);
  const form = useStaffForm<Draft>({
    initial: () => draftOf(opened),
    send: async (draft) => {
      refuseEmpty(draft, t('ad-form.incomplete'));
      await call(ad ? adsApi.edit : adsApi.create, { body: bodyOf(draft, ad), files: { 'board_photo[]': files } });
      return t(ad ? 'ad-form.changed' : 'ad-form.created');
    },
    onError: (error) => {
      if (!isApiError(error) || error.body.code !== 'conflict') return false;
      const present = error.body.board as Board;
      setAd(present);
      form.replace(draftOf(present));
      toast.error(t('admin.board.conflict'));
      return true;
    },
    onClose,
  });
  const { values: draft, change, errors, field } = form;
  const removePhoto = (id: number): Promise<void> =>
    form.submit(async () => {
      setAd(await call(adsApi.removePhoto, { params: { id } }));
      void revalidate();
    });
  return (
    <StaffDialog
      title={t(ad ? 'admin.board.edit' : 'admin.board.add')}
      isWide
      verb={t(ad ? 'admin.save' : 'admin.add')}
      form={form}
      onClose={onClose}
    >
      <TextInput
        {...field('board_title', t('ad-form.title'))}
        data-first
        withAsterisk
        maxLength={AD_TITLE_MAX}
        description={t('ad-form.title.count', { count: draft.board_title.length, max: AD_TITLE_MAX })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <Textarea
        {...field('board_description', t('ad-form.description'))}
        withAsterisk
        minRows={3}
        maxRows={8}
        maxLength={AD_DESCRIPTION_MAX}
      />
      <FieldPair>
        <KindFields values={draft} errors={errors} onChange={change} />
        <Select
          label={t('ad-form.category')}
          data={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={draft.category || null}
          error={errors.category}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('admin.clear') }}
          onChange={(value) => change({ category: value ?? '' })}
        />
        <CityField
          country={draft.country}
          city={draft.city}
          onChange={({ country_id, city_id }) => change({ country: country_id, city: city_id })}
          errors={{
            ...(errors.country && { country_id: errors.country }),
            ...(errors.city && { city_id: errors.city }),
          }}
        />
        {!ad && (
          <>
            <TextInput {...field('author', t('admin.board.author'))} maxLength={60} />
            <TextInput {...field('phone', t('admin.board.authorPhone'))} inputMode="tel" maxLength={20} />
          </>
        )}
      </FieldPair>
      <AdPhotos
        photos={ad?.board_photos ?? []}
        files={files}
        onFiles={setFiles}
        onRemove={(id) => void removePhoto(id)}
      />
      <Checkbox
        label={t('ad-form.active')}
        checked={draft.isEnabled}
        onChange={(event) => change({ isEnabled: event.currentTarget.checked })}
      />
    </StaffDialog>
  );
}

interface KindFieldsProps {
  values: PriceValues;
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (part: Partial<PriceValues>) => void;
}

/** What the owner of an ad wants, and what the ad asks for in return. */
function KindFields({ values, errors, onChange }: KindFieldsProps) {
  const t = useText('ad-form');
  return (
    <>
      <Select
        label={t('ads.filter.kind')}
        data={AD_KINDS.map((value) => ({ value, label: t(`ads.kind.${value}`) }))}
        value={values.board_kind}
        allowDeselect={false}
        error={errors.board_kind}
        onChange={(board_kind) => board_kind && onChange({ board_kind })}
      />
      <PriceFields fields={values} errors={errors} onChange={onChange} />
    </>
  );
}

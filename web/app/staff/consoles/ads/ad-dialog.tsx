import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Checkbox.css';
import type { Board } from '@app/contract/market/ads';
import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { AD_DESCRIPTION_MAX, AD_TITLE_MAX, adsApi } from '#contract/market/ads';
import { AdPriceField } from '../../../market/ads/form/ad-price-field.tsx';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { PlaceFields } from '../../../reference/place-fields.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { AdminForm } from '../frame/admin-form.tsx';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import styles from './ad-dialog.module.css';
import { AdPhotos } from './ad-photos.tsx';

interface Named {
  id: number;
  name: string;
}

interface AdDialogProps {
  ad?: Board;
  categories: readonly Named[];
  countries: readonly Named[];
  onSaved: () => void;
  onChanged: () => void;
  onClose: () => void;
}

const draftOf = (ad: Board | undefined) => ({
  board_title: ad?.board_title ?? '',
  board_description: ad?.board_description ?? '',
  board_price: ad?.board_price ? String(ad.board_price) : '',
  category: String(ad?.category?.id ?? ''),
  country: String(ad?.country?.id ?? ''),
  city: String(ad?.city?.id ?? ''),
  isEnabled: ad ? ad.board_enabled === 1 : true,
  author: '',
  phone: '',
});
type Draft = ReturnType<typeof draftOf>;

function bodyOf(draft: Draft, ad: Board | undefined) {
  const { isEnabled, author, phone, ...fields } = draft;
  const body = { ...fields, board_enabled: isEnabled ? (1 as const) : (0 as const) };
  if (ad) return { ...body, board_id: ad.board_id, board_revision: ad.board_revision };
  return author === '' && phone === ''
    ? body
    : { ...body, board_external: 1 as const, user_firstname: author, user_phone: phone };
}

export function AdDialog({ ad: opened, categories, countries, onSaved, onChanged, onClose }: AdDialogProps) {
  const t = useText('admin', 'ad-form');
  const [ad, setAd] = useState(opened);
  const [draft, setDraft] = useState(() => draftOf(opened));
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isIncomplete, setIncomplete] = useState(false);
  const { isSending, submit, errors, clear } = useStaffSubmit(handleConflict);

  function change(part: Partial<Draft>): void {
    setDraft((known) => ({ ...known, ...part }));
    for (const name of Object.keys(part)) clear(name);
  }

  function handleConflict(error: unknown): boolean {
    if (!isApiError(error) || error.body.code !== 'conflict') return false;
    const present = error.body.board as Board;
    setAd(present);
    setDraft(draftOf(present));
    toast.error(t('admin.board.conflict'));
    return true;
  }

  const text = (name: 'board_title' | 'board_description' | 'author' | 'phone') => ({
    value: draft[name],
    error:
      errors[name] ??
      (isIncomplete && name.startsWith('board_') && draft[name].trim() === '' && t('ad-form.incomplete')),
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });

  function save(): void {
    const isMissing = draft.board_title.trim() === '' || draft.board_description.trim() === '';
    setIncomplete(isMissing);
    if (isMissing) toast.error(t('ad-form.incomplete'));
    else void send();
  }

  function send(): Promise<void> {
    return submit(async () => {
      const photos = { files: { 'board_photo[]': files } };
      if (ad) await call(adsApi.edit, { body: bodyOf(draft, ad), ...photos });
      else await call(adsApi.create, { body: bodyOf(draft, ad), ...photos });
      toast.success(t(ad ? 'ad-form.changed' : 'ad-form.created'));
      onSaved();
    });
  }

  function removePhoto(id: number): void {
    void submit(async () => {
      setAd(await call(adsApi.removePhoto, { params: { id } }));
      onChanged();
    });
  }

  return (
    <Dialog title={t(ad ? 'admin.board.edit' : 'admin.board.add')} isWide onClose={onClose}>
      <AdminForm verb={t(ad ? 'admin.save' : 'admin.add')} isSending={isSending} onSubmit={save}>
        <TextInput
          {...text('board_title')}
          data-first
          label={t('ad-form.title')}
          withAsterisk
          maxLength={AD_TITLE_MAX}
          description={t('ad-form.title.count', { count: draft.board_title.length, max: AD_TITLE_MAX })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <Textarea
          {...text('board_description')}
          label={t('ad-form.description')}
          withAsterisk
          minRows={3}
          maxRows={8}
          maxLength={AD_DESCRIPTION_MAX}
        />
        <div className={styles.two}>
          <AdPriceField
            value={draft.board_price}
            onChange={(board_price) => change({ board_price })}
            error={errors.board_price}
          />
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
          <PlaceFields
            countries={countries}
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
              <TextInput {...text('author')} label={t('admin.board.author')} maxLength={60} />
              <TextInput {...text('phone')} label={t('admin.board.authorPhone')} inputMode="tel" maxLength={20} />
            </>
          )}
        </div>
        <AdPhotos
          photos={ad?.board_photos ?? []}
          files={files}
          onAdd={(added) => setFiles((known) => [...known, ...added])}
          onDrop={(file) => setFiles((known) => known.filter((one) => one !== file))}
          onRemove={removePhoto}
        />
        <Checkbox
          label={t('ad-form.active')}
          checked={draft.isEnabled}
          onChange={(event) => change({ isEnabled: event.currentTarget.checked })}
        />
      </AdminForm>
    </Dialog>
  );
}

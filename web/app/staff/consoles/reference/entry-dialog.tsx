import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import { Select, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { REFERENCE_NAME_MAX, referenceApi } from '#contract/reference/reference';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { AdminForm } from '../frame/admin-form.tsx';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import styles from './entry-dialog.module.css';
import { type Entry, type EntryDraft, type ReferenceKind, saveEntry } from './reference-kinds.ts';

interface Named {
  id: number;
  name: string;
}

interface EntryDialogProps {
  kind: ReferenceKind;
  entry?: Entry;
  countries?: readonly Named[];
  countryId?: number;
  onSaved: () => void;
  onClose: () => void;
}

export function EntryDialog({ kind, entry, countries = [], countryId, onSaved, onClose }: EntryDialogProps) {
  const t = useText('admin', 'reference');
  const { draft, change } = useDraft(kind, entry, countryId);
  const { isSending, submit, errors, clear } = useStaffSubmit();
  const isNew = entry === undefined;

  const field = (name: keyof EntryDraft) => ({
    label: t(`admin.field.${name}`),
    value: draft[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      change({ [name]: event.currentTarget.value });
      clear(name);
    },
  });

  function save(): void {
    void submit(async () => {
      await saveEntry(kind, entry?.id, draft);
      toast.success(t(`reference.${kind}.${isNew ? 'created' : 'changed'}`));
      onSaved();
    });
  }

  return (
    <Dialog title={t(`admin.${kind}.${isNew ? 'add' : 'edit'}`)} onClose={onClose}>
      <AdminForm verb={t(isNew ? 'admin.add' : 'admin.save')} isSending={isSending} onSubmit={save}>
        {kind === 'city' && (
          <Select
            label={t('reference.place.country')}
            withAsterisk
            data={countries.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={draft.country}
            error={errors.country}
            searchable
            allowDeselect={false}
            nothingFoundMessage={t('reference.place.nothing')}
            onChange={(value) => change({ country: value ?? '' })}
          />
        )}
        <TextInput {...field('name_native')} data-first withAsterisk maxLength={REFERENCE_NAME_MAX} />
        <TextInput {...field('name_en')} withAsterisk maxLength={REFERENCE_NAME_MAX} />
        {kind === 'country' && (
          <TextInput {...field('phone_code')} withAsterisk inputMode="tel" leftSection="+" maxLength={10} />
        )}
        {kind === 'city' && (
          <div className={styles.two}>
            <TextInput {...field('lat')} inputMode="decimal" placeholder="55.7963" />
            <TextInput {...field('lon')} inputMode="decimal" placeholder="49.1088" />
          </div>
        )}
      </AdminForm>
    </Dialog>
  );
}

/** Lists of cities do not contain coordinates, which are loaded when a city is edited. */
function useDraft(kind: ReferenceKind, entry: Entry | undefined, countryId: number | undefined) {
  const t = useText('admin');
  const [draft, setDraft] = useState<EntryDraft>(() => ({
    name_en: entry?.name_en ?? '',
    name_native: entry?.name_native ?? '',
    phone_code: entry?.phone_code ?? '',
    country: String(entry?.country ?? countryId ?? ''),
    lat: '',
    lon: '',
  }));
  const change = (part: Partial<EntryDraft>): void => setDraft((known) => ({ ...known, ...part }));
  const id = kind === 'city' ? entry?.id : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the city that is opened
  useEffect(() => {
    if (id === undefined) return;
    call(referenceApi.getCity, { params: { id } }).then(
      ({ lat, lon }) =>
        change({ lat: lat === undefined ? '' : String(lat), lon: lon === undefined ? '' : String(lon) }),
      () => toast.error(t('admin.wrong')),
    );
  }, [id]);
  return { draft, change };
}

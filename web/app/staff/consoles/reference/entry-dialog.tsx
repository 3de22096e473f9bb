import { Select, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { REFERENCE_NAME_MAX, referenceApi } from '#contract/reference/reference';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { StaffDialog, useStaffForm } from '../frame/staff-form.tsx';
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
  onClose: () => void;
}

export function EntryDialog({ kind, entry, countries = [], countryId, onClose }: EntryDialogProps) {
  const t = useText('admin', 'reference');
  const isNew = entry === undefined;
  const form = useStaffForm<EntryDraft>({
    initial: () => ({
      name_en: entry?.name_en ?? '',
      name_native: entry?.name_native ?? '',
      phone_code: entry?.phone_code ?? '',
      iso: entry?.iso ?? '',
      country: String(entry?.country ?? countryId ?? ''),
      lat: '',
      lon: '',
    }),
    send: async (draft) => {
      await saveEntry(kind, entry?.id, draft);
      return t(`reference.${kind}.${isNew ? 'created' : 'changed'}`);
    },
    onClose,
  });
  const { values: draft, change, errors } = form;
  useCoordinates(kind === 'city' ? entry?.id : undefined, change);
  const field = (name: keyof EntryDraft) => form.field(name, t(`admin.field.${name}`));
  return (
    <StaffDialog
      title={t(`admin.${kind}.${isNew ? 'add' : 'edit'}`)}
      verb={t(isNew ? 'admin.add' : 'admin.save')}
      form={form}
      onClose={onClose}
    >
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
        <div className={styles.two}>
          <TextInput {...field('phone_code')} withAsterisk inputMode="tel" leftSection="+" maxLength={10} />
          <TextInput {...field('iso')} placeholder="RU" maxLength={2} autoCapitalize="characters" />
        </div>
      )}
      {kind === 'city' && (
        <div className={styles.two}>
          <TextInput {...field('lat')} inputMode="decimal" placeholder="55.7963" />
          <TextInput {...field('lon')} inputMode="decimal" placeholder="49.1088" />
        </div>
      )}
    </StaffDialog>
  );
}

/** Lists of cities do not contain coordinates, which are loaded when a city is edited. */
function useCoordinates(id: number | undefined, onLoad: (place: Pick<EntryDraft, 'lat' | 'lon'>) => void): void {
  const t = useText('admin');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the city that is opened
  useEffect(() => {
    if (id === undefined) return;
    call(referenceApi.getCity, { params: { id } }).then(
      ({ lat = '', lon = '' }) => onLoad({ lat: String(lat), lon: String(lon) }),
      () => toast.error(t('admin.wrong')),
    );
  }, [id]);
}

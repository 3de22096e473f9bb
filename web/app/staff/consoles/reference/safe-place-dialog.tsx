import type { SafePlace, SafePlaceKind } from '@app/contract/reference/safe-places';
import { Select, TextInput } from '@mantine/core';
import {
  SAFE_PLACE_ADDRESS_MAX,
  SAFE_PLACE_KINDS,
  SAFE_PLACE_NAME_MAX,
  safePlacesApi,
} from '#contract/reference/safe-places';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { CityField } from '../../../reference/city-field.tsx';
import { StaffDialog, useStaffForm } from '../frame/staff-form.tsx';

interface Draft {
  name: string;
  address: string;
  kind: SafePlaceKind;
  country: string;
  city: string;
}

export function SafePlaceDialog({ place, onClose }: { place?: SafePlace; onClose: () => void }) {
  const t = useText('admin', 'reference');
  const isNew = place === undefined;
  const form = useStaffForm<Draft>({
    initial: () => ({
      name: place?.name ?? '',
      address: place?.address ?? '',
      kind: place?.kind ?? 'metro',
      country: String(place?.country ?? ''),
      city: String(place?.city ?? ''),
    }),
    send: async ({ country: _country, ...body }) => {
      await (isNew
        ? call(safePlacesApi.create, { body })
        : call(safePlacesApi.edit, { body: { ...body, id: place.id } }));
      return t(isNew ? 'reference.safePlace.created' : 'reference.safePlace.changed');
    },
    onClose,
  });
  const { values, errors, change } = form;
  return (
    <StaffDialog
      title={t(isNew ? 'admin.safePlace.add' : 'admin.safePlace.edit')}
      verb={t(isNew ? 'admin.add' : 'admin.save')}
      form={form}
      onClose={onClose}
    >
      <TextInput
        {...form.field('name', t('admin.field.place'))}
        data-first
        withAsterisk
        maxLength={SAFE_PLACE_NAME_MAX}
      />
      <Select
        label={t('admin.field.placeKind')}
        data={SAFE_PLACE_KINDS.map((kind) => ({ value: kind, label: t(`reference.safePlace.${kind}`) }))}
        value={values.kind}
        allowDeselect={false}
        onChange={(value) => value && change({ kind: value as SafePlaceKind })}
      />
      <CityField
        country={values.country}
        city={values.city}
        errors={{ city_id: errors.city }}
        onChange={({ country_id, city_id }) => change({ country: country_id, city: city_id })}
      />
      <TextInput {...form.field('address', t('admin.field.address'))} maxLength={SAFE_PLACE_ADDRESS_MAX} />
    </StaffDialog>
  );
}

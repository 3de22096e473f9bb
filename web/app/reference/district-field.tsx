import { Autocomplete } from '@mantine/core';
import { DISTRICT_MAX } from '#contract/reference/places';
import { referenceApi } from '#contract/reference/reference';
import { call } from '../platform/call.ts';
import { useText } from '../platform/i18n.tsx';
import { useLoaded } from '../platform/use-loaded.ts';

interface DistrictFieldProps {
  name: string;
  city: string;
  /** What it is for. */
  hint: { placeholder: string } | { description: string };
  value: string;
  error: string | undefined;
  onChange: (district: string) => void;
}

const SUGGESTIONS = 20;

/** Suggests the districts of the city; the field works without them. */
export function DistrictField({ name, city, hint, value, error, onChange }: DistrictFieldProps) {
  const t = useText('reference');
  const { value: found } = useLoaded(/^\d+$/.test(city) ? city : null, (signal) =>
    call(referenceApi.listDistricts, { query: { city: Number(city) }, signal }),
  );
  return (
    <Autocomplete
      name={name}
      size="md"
      label={t('reference.place.district')}
      {...hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      maxLength={DISTRICT_MAX}
      autoComplete="off"
      data={found?.districts ?? []}
      limit={SUGGESTIONS}
      maxDropdownHeight={200}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}

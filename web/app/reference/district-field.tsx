import { Autocomplete } from '@mantine/core';
import { AD_DISTRICT_MAX } from '#contract/market/ads';
import { referenceApi } from '#contract/reference/reference';
import { call } from '../../../../platform/call.ts';
import { useText } from '../../../../platform/i18n.tsx';
import { useLoaded } from '../../../../platform/use-loaded.ts';

interface DistrictFieldProps {
  city: string;
  value: string;
  error: string | undefined;
  onChange: (district: string) => void;
}

const SUGGESTIONS = 20;

/** Suggests the districts of the city; the field works without them. */
export function DistrictField({ city, value, error, onChange }: DistrictFieldProps) {
  const t = useText('ad-form');
  const { value: found } = useLoaded(/^\d+$/.test(city) ? city : null, (signal) =>
    call(referenceApi.listDistricts, { query: { city: Number(city) }, signal }),
  );
  return (
    <Autocomplete
      name="board_district"
      size="md"
      label={t('ad-form.district')}
      placeholder={t('ad-form.district.hint')}
      maxLength={AD_DISTRICT_MAX}
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

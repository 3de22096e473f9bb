import { Autocomplete } from '@mantine/core';
import { useEffect, useState } from 'react';
import { AD_DISTRICT_MAX } from '#contract/market/ads';
import { referenceApi } from '#contract/reference/reference';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';

interface DistrictFieldProps {
  city: string;
  value: string;
  error: string | undefined;
  onChange: (district: string) => void;
}

const SUGGESTIONS = 20;

export function DistrictField({ city, value, error, onChange }: DistrictFieldProps) {
  const t = useText('ad-form');
  const [districts, setDistricts] = useState<readonly string[]>([]);
  useEffect(() => {
    setDistricts([]);
    if (city === '') return;
    const aborter = new AbortController();
    call(referenceApi.listDistricts, { query: { city: Number(city) }, signal: aborter.signal }).then(
      (answer) => setDistricts(answer.districts),
      // The field works without suggestions.
      () => undefined,
    );
    return () => aborter.abort();
  }, [city]);
  return (
    <Autocomplete
      name="board_district"
      size="md"
      label={t('ad-form.district')}
      placeholder={t('ad-form.district.hint')}
      maxLength={AD_DISTRICT_MAX}
      autoComplete="off"
      data={[...districts]}
      limit={SUGGESTIONS}
      maxDropdownHeight={200}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}

import { IconSelector } from 'virtual:icons';
import { useId } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { Toggle } from '../../ui/form/toggle.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { type CircleAddress, circleHref } from './circle-address.ts';
import styles from './circle-filters.module.css';

interface Option {
  id: number;
  name: string;
}

interface CircleFiltersProps {
  address: CircleAddress;
  places: { countries: readonly Option[]; cities: readonly Option[] };
}

interface ChoiceProps {
  label: string;
  value: number | null;
  any: string;
  options: readonly Option[];
  isDisabled?: boolean;
  onChange: (value: number | null) => void;
}

export function Choice({ label, value, any, options, isDisabled = false, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className={styles.choice} data-chosen={value !== null || undefined}>
      <label htmlFor={id} className="sr">
        {label}
      </label>
      <select
        id={id}
        value={value ?? ''}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
      >
        <option value="">{any}</option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
      <IconSelector size={18} stroke={ICON_STROKE} aria-hidden="true" />
    </div>
  );
}

export function CircleFilters({ address, places }: CircleFiltersProps) {
  const t = useText('circle');
  const navigate = useNavigate();
  const choose = (part: Partial<CircleAddress>): void =>
    void navigate(circleHref({ ...address, page: 1, ...part }), { replace: true, preventScrollReset: true });
  return (
    <div className={styles.filters}>
      <Choice
        label={t('ads.filter.country')}
        value={address.country}
        any={t('circle.filter.anyCountry')}
        options={places.countries}
        onChange={(country) => choose({ country, city: null })}
      />
      <Choice
        label={t('ads.filter.city')}
        value={address.city}
        any={t(address.country === null ? 'ads.filter.countryFirst' : 'circle.filter.anyCity')}
        options={places.cities}
        isDisabled={address.country === null}
        onChange={(city) => choose({ city })}
      />
      {address.tab !== 'requests' && (
        <Toggle
          label={t('circle.online')}
          isOn={address.isOnline}
          onSwitch={(isOnline) => choose({ isOnline })}
          className={styles.online}
        >
          {t('circle.online')}
        </Toggle>
      )}
    </div>
  );
}

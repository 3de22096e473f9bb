import { IconSelector } from 'virtual:icons';
import { type FormEvent, type RefObject, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { AD_RADII_KM } from '#contract/market/ads';
import barStyles from '../../market/ads/list/filters/filter-bar.module.css';
import { type ChosenPlace, PlaceField } from '../../market/ads/list/filters/place-field.tsx';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { nearHref } from './near-address.ts';
import styles from './near-form.module.css';

interface NearFormProps {
  form: RefObject<HTMLFormElement | null>;
  place: ChosenPlace;
  radius: number | null;
}

/** Chooses the city or its district, and the radius. Without scripts the browser submits the form, and the server finds the place. */
export function NearForm({ form, place: first, radius: firstRadius }: NearFormProps) {
  const t = useText('near');
  const navigate = useNavigate();
  const id = useId();
  const [place, setPlace] = useState(first);
  const [radius, setRadius] = useState(firstRadius);
  const isCountry = place.city === null && place.country !== null;

  function show({ city, district = '' }: ChosenPlace, km: number | null): void {
    if (city !== null) void navigate(nearHref({ city, radius: km, district }), { preventScrollReset: true });
  }

  function choose(next: ChosenPlace): void {
    const km = next.radius === undefined ? radius : next.radius;
    setPlace(next);
    setRadius(km);
    show(next, km);
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    show(place, radius);
    const where = place.name.trim();
    if (place.city !== null || where === '' || isCountry) return;
    const query = new URLSearchParams({ where, ...(radius !== null && { radius: String(radius) }) });
    void navigate(`/near?${query}`);
  }

  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: Safari before 17 does not know <search> */}
      <form
        ref={form}
        role="search"
        noValidate
        action="/near"
        aria-label={t('near.form')}
        className={styles.form}
        onSubmit={submit}
      >
        <PlaceField place={place} hasDistricts onChange={choose} />
        <div className={`${barStyles.segment} ${styles.radius}`}>
          <label htmlFor={id} className={barStyles.label}>
            {t('ads.filter.radius')}
          </label>
          <select
            id={id}
            name="radius"
            className={barStyles.select}
            value={radius ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const km = value === '' ? null : Number(value);
              setRadius(km);
              show(place, km);
            }}
          >
            <option value="">{t('ads.filter.noRadius')}</option>
            {AD_RADII_KM.map((km) => (
              <option key={km} value={km}>
                {t('ads.filter.radiusOf', { km })}
              </option>
            ))}
          </select>
          <IconSelector size={18} stroke={ICON_STROKE} className={barStyles.arrow} aria-hidden="true" />
        </div>
        <noscript>
          <button type="submit" className={button('primary')}>
            {t('near.show')}
          </button>
        </noscript>
      </form>
      <p role="alert" className={styles.problem}>
        {isCountry && t('near.cityNeeded')}
      </p>
    </div>
  );
}

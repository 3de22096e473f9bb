import { IconAdjustmentsHorizontal, IconSearch, IconSelector } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { referenceApi } from '#contract/reference';
import { call } from '../platform/call.ts';
import { useText } from '../platform/i18n.tsx';
import { button } from '../ui/button.ts';
import { ICON_STROKE } from '../ui/icon.ts';
import { toast } from '../ui/toast.ts';
import { type AdFilters, chosenCount, listHref, readFilters } from './ad-filters.ts';
import styles from './filter-bar.module.css';
import { optionsHtml } from './options-html.ts';
import type { Option } from './packed-options.ts';

const MORE_ID = 'ad-filters';

interface FilterBarProps {
  filters: AdFilters;
  categories: readonly Option[];
  countries: readonly Option[];
  /** Cities of the chosen country; empty while none is chosen. */
  cities: readonly Option[];
}

interface ChoiceProps {
  name: string;
  label: string;
  value: number | null;
  any: string;
  options: readonly Option[];
  isDisabled?: boolean;
  onChange: (value: string) => void;
}

function Segment({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className={styles.segment}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
    </div>
  );
}

function Choice({ name, label, value, any, options, isDisabled = false, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <Segment id={id} label={label}>
      <select
        id={id}
        name={name}
        className={styles.select}
        value={value ?? ''}
        disabled={isDisabled}
        data-empty={value === null || undefined}
        onChange={(event) => onChange(event.target.value)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: names are escaped; hundreds of elements would cost half of the page's rendering
        dangerouslySetInnerHTML={{ __html: optionsHtml(any, options, value) }}
      />
      <IconSelector size={18} stroke={ICON_STROKE} className={styles.arrow} aria-hidden="true" />
    </Segment>
  );
}

function toId(value: string): number | null {
  return value === '' ? null : Number(value);
}

/** Category, country and city as the person is choosing them; the city belongs to the country. */
function useChoices({ filters, cities: initialCities }: Pick<FilterBarProps, 'filters' | 'cities'>) {
  const t = useText();
  const [category, setCategory] = useState(filters.category);
  const [country, setCountry] = useState(filters.country);
  const [city, setCity] = useState(filters.city);
  const [cities, setCities] = useState(initialCities);
  const asked = useRef<number | null>(filters.country);

  async function chooseCountry(value: string): Promise<void> {
    const next = toId(value);
    setCountry(next);
    setCity(null);
    setCities([]);
    asked.current = next;
    if (next === null) return;
    try {
      const answer = await call(referenceApi.listCities, { query: { country: next, size: 1000 } });
      // A slow answer for a country that is no longer chosen is of no use.
      if (asked.current === next) setCities(answer.cities);
    } catch {
      toast.error(t('ads.filter.citiesFailed'));
    }
  }

  return {
    category,
    country,
    city,
    cities,
    chooseCategory: (value: string) => setCategory(toId(value)),
    chooseCountry,
    chooseCity: (value: string) => setCity(toId(value)),
  };
}

/**
 * What the visitor looks for. A plain GET form: without scripts the browser submits it, and the server fills the cities
 * of the chosen country. On phones everything but the words stands in a drawer.
 *
 * Give it a `key` made of the filters, so that a list reached by a link shows its own choices.
 */
export function FilterBar(props: FilterBarProps) {
  const { filters, categories, countries } = props;
  const t = useText();
  const navigate = useNavigate();
  const searchId = useId();
  const drawer = useRef<HTMLDivElement>(null);
  const choice = useChoices(props);
  const chosen = chosenCount(filters);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (drawer.current?.matches(':popover-open')) drawer.current.hidePopover();
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
    void navigate(listHref(readFilters(new URLSearchParams(entries))));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: Safari before 17 does not know <search>
    <form role="search" aria-label={t('ads.filter.label')} action="/" className={styles.filter} onSubmit={submit}>
      <div className={`${styles.segment} ${styles.what}`}>
        <IconSearch size={20} stroke={ICON_STROKE} className={styles.glass} aria-hidden="true" />
        <label htmlFor={searchId} className={styles.label}>
          {t('ads.filter.what')}
        </label>
        <input
          id={searchId}
          className={styles.input}
          type="search"
          name="search"
          enterKeyHint="search"
          maxLength={200}
          defaultValue={filters.search}
          placeholder={t('ads.filter.example')}
        />
      </div>
      <button
        type="button"
        className={styles.open}
        popoverTarget={MORE_ID}
        aria-label={t('ads.filter.open', { count: chosen })}
      >
        <IconAdjustmentsHorizontal size={22} stroke={ICON_STROKE} aria-hidden="true" />
        {chosen > 0 && <span className={styles.badge}>{chosen}</span>}
      </button>
      <div ref={drawer} id={MORE_ID} popover="auto" className={styles.more}>
        <h2 className={styles.drawerTitle}>{t('ads.filter.title')}</h2>
        <Choice
          name="category"
          label={t('ads.filter.category')}
          value={choice.category}
          any={t('ads.filter.anyCategory')}
          options={categories}
          onChange={choice.chooseCategory}
        />
        <Choice
          name="country"
          label={t('ads.filter.country')}
          value={choice.country}
          any={t('ads.filter.anyCountry')}
          options={countries}
          onChange={(value) => void choice.chooseCountry(value)}
        />
        <Choice
          name="city"
          label={t('ads.filter.city')}
          value={choice.city}
          any={choice.country === null ? t('ads.filter.countryFirst') : t('ads.filter.anyCity')}
          options={choice.cities}
          isDisabled={choice.country === null}
          onChange={choice.chooseCity}
        />
        <button type="submit" className={`${button('primary')} ${styles.show}`}>
          {t('ads.filter.show')}
        </button>
      </div>
      <button type="submit" className={`${button('primary')} ${styles.submit}`}>
        <IconSearch size={20} stroke={2} aria-hidden="true" />
        {t('ads.filter.submit')}
      </button>
    </form>
  );
}

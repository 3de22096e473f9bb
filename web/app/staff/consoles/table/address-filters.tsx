import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import styles from './address-filters.module.css';
import { useTableAddress } from './table-query.ts';

export const filterStyles: string = styles.filters ?? '';

interface Filter {
  /** Name in the address. */
  name: string;
  label: string;
  value: string | undefined;
  /** Label of the choice without this filter. */
  any?: string;
  /** Without choices it is a day. */
  choices?: readonly (readonly [value: string, label: string])[];
}

/** Fields of a toolbar whose values are in the address. */
export function AddressFilters({ filters, children }: { filters: readonly Filter[]; children?: ReactNode }) {
  const { go } = useTableAddress();
  return (
    <div className={styles.filters} data-many={filters.length > 3 || undefined}>
      {filters.map(({ name, label, value = '', any, choices }) => {
        const handleChange = (event: { currentTarget: { value: string } }): void =>
          go({ [name]: event.currentTarget.value });
        return choices === undefined ? (
          <label key={name}>
            {label}
            <input type="date" value={value} onChange={handleChange} />
          </label>
        ) : (
          <label key={name}>
            {label}
            <select value={value} onChange={handleChange}>
              <option value="">{any}</option>
              {choices.map(([choice, text]) => (
                <option key={choice} value={choice}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        );
      })}
      {children}
    </div>
  );
}

interface StateFilterProps {
  value: string | undefined;
  choices: readonly (readonly [value: string, label: string])[];
}

export function StateFilter({ value, choices }: StateFilterProps) {
  const t = useText('admin-people');
  const label = t('admin-people.state');
  return <AddressFilters filters={[{ name: 'state', label, value, any: t('admin-people.state.any'), choices }]} />;
}

interface TabButtonsProps {
  label: string;
  tabs: readonly { to: string; text: ReactNode; isCurrent: boolean }[];
}

/** Links between the views of a list, as a row of buttons. */
export function TabButtons({ label, tabs }: TabButtonsProps) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, text, isCurrent }) => (
        <Link
          key={to}
          to={to}
          className={button(isCurrent ? 'light' : 'plain', 'small')}
          aria-current={isCurrent ? 'page' : undefined}
          preventScrollReset
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}

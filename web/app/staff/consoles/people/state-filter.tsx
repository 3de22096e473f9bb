import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { tableHref } from '../table/table-query.ts';
import styles from './people.module.css';

interface StateFilterProps {
  value: string | undefined;
  choices: readonly { value: string; label: string }[];
}

/** Keeps the state that is asked for in the address. */
export function StateFilter({ value = '', choices }: StateFilterProps) {
  const t = useText('admin-people');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [address] = useSearchParams();
  return (
    <div className={styles.filters}>
      <label>
        {t('admin-people.state')}
        <select
          value={value}
          onChange={(event) => void navigate(tableHref(pathname, address, { state: event.currentTarget.value }))}
        >
          <option value="">{t('admin-people.state.any')}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

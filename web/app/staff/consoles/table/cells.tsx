import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../../platform/format/format.ts';
import type { AdminColumn } from './admin-table.tsx';
import styles from './cells.module.css';

/** Text with further lines in small letters; a link where there is an address. */
export function Lines({ to, children }: { to?: string; children: ReactNode }) {
  return to === undefined ? (
    <span className={styles.lines}>{children}</span>
  ) : (
    <Link to={to} className={styles.lines}>
      {children}
    </Link>
  );
}

export const Time = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at)}</time>;

export function timeColumn<Row>(
  key: string,
  title: string,
  timeOf: (row: Row) => string | null,
  none = '–',
): AdminColumn<Row> {
  const render = (row: Row): ReactNode => {
    const time = timeOf(row);
    return time === null ? none : <Time at={time} />;
  };
  return { key, title, isNumber: true, render };
}

export function column<Row>(key: string, title: string, render: (row: Row) => ReactNode): AdminColumn<Row> {
  return { key, title, render };
}

/** The column that names the row. */
export function nameColumn<Row>(key: string, title: string, render: (row: Row) => ReactNode): AdminColumn<Row> {
  return { key, title, isName: true, render };
}

export function numberColumn<Row>(key: string, title: string, render: (row: Row) => ReactNode): AdminColumn<Row> {
  return { key, title, isNumber: true, render };
}

interface FactsProps {
  isPanel?: boolean;
  /** Facts without a value are left out. */
  facts: readonly (readonly [name: string, value: ReactNode, look?: 'figure'])[];
}

export function Facts({ isPanel = false, facts }: FactsProps) {
  return (
    <dl className={styles.facts} data-panel={isPanel || undefined}>
      {facts
        .filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false)
        .map(([name, value, look]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-figure={look === 'figure' || undefined}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

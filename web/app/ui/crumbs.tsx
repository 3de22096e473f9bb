import { Link } from 'react-router';
import { useText } from '../platform/i18n.tsx';
import styles from './crumbs.module.css';

export interface Crumb {
  text: string;
  to?: string;
}

/** The way here; the last crumb is this page. */
export function Crumbs({ items }: { items: readonly Crumb[] }) {
  const t = useText();
  return (
    <nav aria-label={t('frame.crumbs')} className={styles.crumbs}>
      <ol>
        {items.map(({ text, to }) => (
          <li key={text}>{to ? <Link to={to}>{text}</Link> : <span aria-current="page">{text}</span>}</li>
        ))}
      </ol>
    </nav>
  );
}

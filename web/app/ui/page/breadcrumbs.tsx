import { Link } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import styles from './breadcrumbs.module.css';

export interface Breadcrumb {
  text: string;
  to?: string;
}

export function Breadcrumbs({ items }: { items: readonly Breadcrumb[] }) {
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

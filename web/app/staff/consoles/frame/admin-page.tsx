import type { ReactNode } from 'react';
import { formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import styles from './admin-page.module.css';

interface AdminPageProps {
  title: string;
  total?: number | undefined;
  actions?: ReactNode;
  children: ReactNode;
}

export function AdminPage({ title, total, actions, children }: AdminPageProps) {
  const t = useText('admin');
  const lang = useLanguage();
  return (
    <>
      <PageHead title={`${title} · ${t('admin.title')}`} noIndex />
      <header className={styles.head}>
        <h1>{title}</h1>
        {total !== undefined && <span className={styles.total}>{formatNumber(lang, total)}</span>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </>
  );
}

import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { type Breadcrumb, Breadcrumbs } from '../../../ui/page/breadcrumbs.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import styles from './ad-form.module.css';

interface AdSheetProps {
  title: string;
  parent?: Breadcrumb;
  children: ReactNode;
}

export function AdSheet({ title, parent, children }: AdSheetProps) {
  const t = useText();
  return (
    <div className="wrap">
      <PageHead title={`${title} · ${t('frame.name')}`} noIndex />
      <div className={styles.crumbs}>
        <Breadcrumbs
          items={[{ text: t('frame.menu.ads'), to: '/ads' }, ...(parent ? [parent] : []), { text: title }]}
        />
      </div>
      <section className={styles.sheet}>
        <h1>{title}</h1>
        {children}
      </section>
    </div>
  );
}

import type { ReactNode } from 'react';
import { NavLink, useRouteLoaderData } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import type { RootData } from '../../platform/root-data.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import styles from './profile-frame.module.css';
import { PROFILE_GROUPS } from './profile-sections.ts';

interface ProfileFrameProps {
  title: string;
  children: ReactNode;
}

export function ProfileFrame({ title, children }: ProfileFrameProps) {
  const t = useText('settings');
  const viewer = useRouteLoaderData<RootData>('root')?.viewer ?? null;
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title={`${title} · ${t('frame.name')}`} noIndex />
      <Breadcrumbs items={[{ text: t('settings.profile'), to: '/profile' }, { text: title }]} />
      <div className={styles.columns}>
        <nav className={styles.menu} aria-label={t('settings.sections')}>
          {PROFILE_GROUPS.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
            <div key={group.text} role="group" aria-label={t(group.text)}>
              <p aria-hidden="true">{t(group.text)}</p>
              {group.sections.map(({ to, text, icon: Icon }) => (
                <NavLink key={to} to={to.replace('{id}', String(viewer?.user_id ?? ''))}>
                  <Icon size={20} stroke={ICON_STROKE} aria-hidden="true" />
                  {t(text)}
                </NavLink>
              ))}
            </div>
          ))}
        </nav>
        <section className={styles.sheet}>
          <h1>{title}</h1>
          {children}
        </section>
      </div>
    </div>
  );
}

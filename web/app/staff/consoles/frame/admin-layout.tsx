import { IconMenu2 } from 'virtual:icons';
import { useEffect, useId, useRef } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { iconButton } from '../../../ui/button.ts';
import { BareDialog } from '../../../ui/dialog/dialog.tsx';
import { Logo } from '../../../ui/frame/brand.tsx';
import { OfflineStrip } from '../../../ui/frame/offline-strip.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { MantineRoot } from '../../../ui/mantine/mantine-root.tsx';
import type { Route } from './+types/admin-layout.ts';
import styles from './admin-layout.module.css';
import './field-styles.ts';
import { loadCounters } from './load-counters.ts';
import { SideMenu } from './side-menu.tsx';
import { staffHost, useViewer } from './staff-host.ts';
import { useCounters } from './use-counters.ts';

const WIDE = '(min-width: 62.01em)';

export async function loader(input: Route.LoaderArgs) {
  const { call, viewer } = staffHost(input);
  return { counters: await loadCounters(call, viewer) };
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const t = useText('admin');
  const lang = useLanguage();
  const viewer = useViewer();
  const counters = useCounters(viewer, loaderData.counters);
  const drawer = useDrawer();
  const titleId = useId();
  if (!viewer) return null;
  return (
    <MantineRoot>
      <div className={styles.shell}>
        <a className={styles.skip} href="#content">
          {t('frame.skip')}
        </a>
        <header className={styles.bar}>
          <button
            type="button"
            className={iconButton}
            aria-label={t('admin.menu')}
            aria-haspopup="dialog"
            onClick={() => drawer.current?.showModal()}
          >
            <IconMenu2 size={24} stroke={ICON_STROKE} aria-hidden="true" />
          </button>
          <Link to="/admin" aria-label={t('admin.title')} className={styles.barLogo}>
            <Logo height={22} lang={lang} />
          </Link>
        </header>
        <aside className={styles.side}>
          <SideMenu viewer={viewer} counters={counters} />
        </aside>
        <BareDialog ref={drawer} className={styles.drawer} aria-labelledby={titleId} closesOutside>
          <h2 id={titleId} className="sr">
            {t('admin.menu')}
          </h2>
          <SideMenu viewer={viewer} counters={counters} onClose={() => drawer.current?.close()} />
        </BareDialog>
        <div className={styles.page}>
          <OfflineStrip />
          <main id="content" tabIndex={-1} className={styles.main}>
            <Outlet />
          </main>
        </div>
      </div>
    </MantineRoot>
  );
}

/** State of the menu drawer on narrow screens: closes on navigation, on an outside press and on wide screens. */
function useDrawer() {
  const drawer = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what closes it
  useEffect(() => drawer.current?.close(), [pathname]);
  useEffect(() => {
    const wide = matchMedia(WIDE);
    const close = (): void => drawer.current?.close();
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, []);
  return drawer;
}

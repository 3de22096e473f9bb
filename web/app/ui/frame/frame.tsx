import type { ReactNode } from 'react';
import type { SessionViewer, Site } from '../../platform/host.ts';
import type { PageHandle } from '../../platform/page-handle.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Footer, type FooterLink } from './footer.tsx';
import styles from './frame.module.css';
import { Header } from './header.tsx';
import { OfflineStrip } from './offline-strip.tsx';

interface FrameProps {
  page: PageHandle;
  viewer: SessionViewer | null;
  site: Site;
  /** What every page says above itself. */
  notices: ReactNode;
  categories: readonly FooterLink[];
  /** «Разместить» of the header and of the phone's bottom bar. */
  add: ReactNode;
  bottomAdd: ReactNode;
  /** «Чаты» of the phone's bottom bar, for signed-in people. */
  bottomChats: ReactNode;
  /** Messages and notifications of signed-in people. */
  tools: ReactNode;
  children: ReactNode;
}

/** Header, page, footer, and the phone's bottom bar. */
export function Frame({ page, viewer, site, notices, categories, ...parts }: FrameProps) {
  const { add, bottomAdd, bottomChats, tools, children } = parts;
  return (
    <>
      <Header
        viewer={viewer}
        add={add}
        tools={tools}
        hasBack={page.ownBar ?? false}
        hasTitle={page.ownTitle ?? false}
      />
      <OfflineStrip />
      {notices}
      <main id="content" tabIndex={-1} className={styles.main} data-show={page.show || undefined}>
        {children}
      </main>
      {page.footer !== false && <Footer site={site} categories={categories} />}
      {!page.ownBar && <BottomBar viewer={viewer} add={bottomAdd} chats={bottomChats} />}
      <div className={styles.under} data-own={page.ownBar || undefined} aria-hidden="true" />
    </>
  );
}

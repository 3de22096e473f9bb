import type { Site } from '@app/contract/platform/page-host';
import type { ReactNode } from 'react';
import type { SessionViewer } from '../../platform/host.ts';
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
  notices: ReactNode;
  categories: readonly FooterLink[];
  add: ReactNode;
  bottomAdd: ReactNode;
  bottomChats: ReactNode;
  tools: ReactNode;
  /** What `tools` and `bottomChats` show, by which the server keeps their HTML. */
  counts: unknown;
  children: ReactNode;
}

export function Frame({ page, viewer, site, notices, categories, ...parts }: FrameProps) {
  const { add, bottomAdd, bottomChats, tools, counts, children } = parts;
  return (
    <>
      <Header
        viewer={viewer}
        add={add}
        tools={tools}
        cachedBy={counts}
        hasBack={page.ownBar ?? false}
        hasTitle={page.ownTitle ?? false}
      />
      <OfflineStrip />
      {notices}
      <main id="content" tabIndex={-1} className={styles.main} data-show={page.show || undefined}>
        {children}
      </main>
      {page.footer !== false && <Footer site={site} categories={categories} />}
      {!page.ownBar && <BottomBar viewer={viewer} add={bottomAdd} chats={bottomChats} cachedBy={counts} />}
      <div className={styles.under} data-own={page.ownBar || undefined} aria-hidden="true" />
    </>
  );
}

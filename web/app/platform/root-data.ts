import type { ChatCounts } from '@app/contract/messaging/chat';
import type { AwaitedDocument } from '@app/contract/people/consents';
import type { Lang } from '@app/contract/platform/languages';
import type { PageZone, Site } from '@app/contract/platform/page-host';
import type { Category } from '@app/contract/reference/reference';
import type { SiteState } from '@app/contract/staff/operations';
import type { SessionViewer } from './host.ts';

/** What the root of the site loads for every page. */
export interface RootData {
  lang: Lang;
  zone: PageZone;
  viewer: SessionViewer | null;
  lacksFactor: boolean;
  /** Number of the viewer's last user event included in this data; null for guests. */
  lastEventSeq: number | null;
  site: Site;
  publicUrl: string;
  categories: Category[];
  unread: number;
  chats: ChatCounts;
  state: SiteState;
  /** Documents that the viewer is asked to accept again. */
  awaited: readonly AwaitedDocument[];
  failed: readonly ('categories' | 'unread')[];
}

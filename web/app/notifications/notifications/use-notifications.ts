import type { Notification } from '@app/contract/notifications/notifications';
import { useEffect, useRef, useState } from 'react';
import {
  NOTIFICATIONS_PAGE_MAX,
  NOTIFICATIONS_PAGE_SIZE,
  notificationsApi,
} from '#contract/notifications/notifications';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { onNotification, startReading } from './bell-events.ts';
import { startUnreadRequest } from './unread.ts';

export interface Notifications {
  list: readonly Notification[];
  total: number;
  /** Ids that were unread when first shown; they stay highlighted while the list is open. */
  fresh: ReadonlySet<number>;
  state: 'loading' | 'ready' | 'failed';
  isLoadingMore: boolean;
  hasUnread: boolean;
  reload(): void;
  loadMore(): void;
  markAllRead(): void;
  remove(id: number): void;
}

interface Shown {
  list: readonly Notification[];
  total: number;
}

const idsOfNew = (list: readonly Notification[]): number[] => list.filter(({ read }) => read === 0).map(({ id }) => id);

function join(newest: readonly Notification[], before: readonly Notification[], size: number): readonly Notification[] {
  const last = newest.at(-1)?.id ?? 0;
  return newest.length < size ? newest : [...newest, ...before.filter(({ id }) => id < last)];
}

/** The list while visible: shown notifications are marked as read, new ones are added on top. */
export function useNotifications(rendered?: Shown): Notifications {
  const t = useText();
  const [shown, setShown] = useState<Shown | undefined>(rendered);
  const [fresh, setFresh] = useState<ReadonlySet<number>>(() => new Set(idsOfNew(rendered?.list ?? [])));
  const [state, setState] = useState<Notifications['state']>(rendered ? 'ready' : 'loading');
  const [isLoadingMore, setLoadingMore] = useState(false);
  const latest = useRef(0);

  async function load(): Promise<void> {
    latest.current += 1;
    const requestNumber = latest.current;
    const setUnread = startUnreadRequest();
    try {
      // Reloads as many entries as are shown, because any of them may have changed or been deleted.
      const size = Math.min(NOTIFICATIONS_PAGE_MAX, Math.max(NOTIFICATIONS_PAGE_SIZE, shown?.list.length ?? 0));
      const query = size > NOTIFICATIONS_PAGE_SIZE ? { query: { size } } : {};
      const { list, total, unread } = await call(notificationsApi.list, query);
      // The first response marks notifications as read, so a later one no longer lists them as new; they stay
      // highlighted.
      setFresh((before) => new Set([...before, ...idsOfNew(list)]));
      if (requestNumber !== latest.current) return;
      setShown((before) => ({ list: join(list, before?.list ?? [], size), total }));
      setState('ready');
      setUnread(unread);
    } catch {
      if (requestNumber === latest.current) setState((before) => (before === 'ready' ? before : 'failed'));
    }
  }

  const follow = useRef(load);
  follow.current = load;
  useEffect(() => {
    const endReading = startReading();
    void follow.current();
    const unsubscribe = onNotification(() => void follow.current());
    return () => {
      unsubscribe();
      endReading();
    };
  }, []);

  async function loadMore(): Promise<void> {
    if (shown === undefined || isLoadingMore) return;
    setLoadingMore(true);
    const setUnread = startUnreadRequest();
    try {
      const older = await call(notificationsApi.list, { query: { before_id: shown.list.at(-1)?.id } });
      setFresh((before) => new Set([...before, ...idsOfNew(older.list)]));
      setShown({ list: [...shown.list, ...older.list], total: older.total });
      setUnread(older.unread);
    } catch {
      toast.error(t('frame.error.network'));
    }
    setLoadingMore(false);
  }

  async function markAllRead(): Promise<void> {
    const before = fresh;
    const setUnread = startUnreadRequest();
    setFresh(new Set());
    try {
      const { count } = await call(notificationsApi.markAllRead, { body: { up_to: shown?.list[0]?.id } });
      setUnread(count);
    } catch {
      setFresh(before);
      toast.error(t('frame.error.network'));
    }
  }

  const { list = [], total = 0 } = shown ?? {};
  return {
    list,
    total,
    fresh,
    state,
    isLoadingMore,
    hasUnread: list.some(({ id }) => fresh.has(id)),
    reload() {
      setState('loading');
      void load();
    },
    loadMore: () => void loadMore(),
    markAllRead: () => void markAllRead(),
    remove: (id) =>
      setShown(
        (before) =>
          before && { list: before.list.filter((one) => one.id !== id), total: Math.max(0, before.total - 1) },
      ),
  };
}

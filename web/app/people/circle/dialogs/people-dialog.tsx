import { IconCloudOff, IconRefresh, IconUsers } from 'virtual:icons';
import type { User } from '@app/contract/people/users';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useRouteLoaderData } from 'react-router';
import { circleApi } from '#contract/people/circle';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { RootData } from '../../../platform/root-data.ts';
import { button } from '../../../ui/button.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { Notice } from '../../../ui/notice.tsx';
import { FriendshipButton } from '../friendship-button.tsx';
import { PersonListItem } from '../person-list-item.tsx';
import styles from './people-dialog.module.css';

interface PeopleDialogProps {
  list: 'mutual' | 'friends';
  userId: number;
  name: string;
  onClose: () => void;
}

const SKELETONS = [0, 1, 2, 3];

export function PeopleDialog({ list, userId, name, onClose }: PeopleDialogProps) {
  const t = useText('circle');
  const viewerId = useRouteLoaderData<RootData>('root')?.viewer?.user_id;
  const { key } = useLocation();
  const { people, total, hasMore, failure, isLoading, more } = usePeople(list, userId);
  const here = useRef(key);

  const close = useEffectEvent(onClose);
  // Closes the dialog on navigation, because it would cover the next page.
  useEffect(() => {
    if (here.current !== key) close();
  }, [key]);

  return (
    <Dialog
      className={styles.dialog}
      title={
        <>
          {t(list === 'mutual' ? 'circle.mutual.title' : 'circle.friends.title')}
          {total !== null && <span className="dim num"> {total}</span>}
        </>
      }
      about={name}
      hasClose
      onClose={onClose}
    >
      <div className={styles.body} aria-busy={isLoading}>
        <ul className={styles.list}>
          {people.map((user) => (
            <li key={user.id}>
              <PersonListItem
                user={user}
                mutual={
                  list === 'friends' &&
                  (user.mutual ?? 0) > 0 && <p className="dim">{t('circle.mutual', { count: user.mutual ?? 0 })}</p>
                }
                action={user.id === viewerId ? undefined : <FriendshipButton user={user} look="row" />}
              />
            </li>
          ))}
          {isLoading &&
            people.length === 0 &&
            SKELETONS.map((place) => <li key={place} className={styles.skeleton} aria-hidden="true" />)}
        </ul>
        {failure !== null ? (
          <Notice
            heading="h3"
            tone="berry"
            icon={<IconCloudOff size={40} stroke={1.5} />}
            title={failure || t('circle.failed.load')}
          >
            <button type="button" className={button('plain')} onClick={more}>
              <IconRefresh size={17} stroke={ICON_STROKE} aria-hidden="true" />
              {t('frame.retry')}
            </button>
          </Notice>
        ) : total === 0 ? (
          <Notice heading="h3" icon={<IconUsers size={40} stroke={1.5} />} title={t('circle.people.none')} />
        ) : (
          hasMore && (
            <button
              type="button"
              className={button('plain', 'wide')}
              aria-busy={isLoading}
              disabled={isLoading}
              onClick={more}
            >
              {t('circle.more')}
            </button>
          )
        )}
      </div>
    </Dialog>
  );
}

function usePeople(list: PeopleDialogProps['list'], userId: number) {
  const [people, setPeople] = useState<readonly User[]>([]);
  const [total, setTotal] = useState<number | null>(null);
  const [hasMore, setMore] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(true);
  const next = useRef<string | null>(null);

  async function load(signal?: AbortSignal): Promise<void> {
    setLoading(true);
    setFailure(null);
    try {
      const answer = await call(list === 'mutual' ? circleApi.mutual : circleApi.friendsOf, {
        params: { id: userId },
        query: next.current === null ? {} : { after: next.current },
        ...(signal && { signal }),
      });
      next.current = answer.next;
      setPeople((known) => [...known, ...answer.list]);
      setTotal(answer.total);
      setMore(answer.next !== null);
    } catch (error) {
      if (signal?.aborted) return;
      if (!isApiError(error)) throw error;
      setFailure(error.body.message);
    }
    setLoading(false);
  }

  const start = useEffectEvent((signal: AbortSignal) => void load(signal));
  useEffect(() => {
    const asking = new AbortController();
    start(asking.signal);
    return () => asking.abort();
  }, []);

  return { people, total, hasMore, failure, isLoading, more: () => void load() };
}

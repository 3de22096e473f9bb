import { IconBroadcastOff } from 'virtual:icons';
import type { Stream } from '@app/contract/live/streams';
import { Suspense, useEffect, useRef, useState } from 'react';
import { data, useLocation, useNavigate, useRevalidator, useRouteLoaderData } from 'react-router';
import { STREAMS_PAGE_SIZE, streamsApi } from '#contract/live/streams';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { RootData } from '../../platform/root-data.ts';
import { parseId } from '../../publishing/music/music-address.ts';
import { button } from '../../ui/button.ts';
import { TextButton } from '../../ui/buttons.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { LoadFailed } from '../../ui/list/load-failed.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { toast } from '../../ui/toast/toast.ts';
import type { Route } from './+types/streams-page.ts';
import { AnnouncedCard } from './announced-card.tsx';
import { StartButton, StartStreamDialog } from './broadcast/start-button.tsx';
import { PastStreamRow } from './past-stream-row.tsx';
import { streamsPath } from './stream-address.ts';
import { StreamCard } from './stream-card.tsx';
import styles from './streams-page.module.css';

export const handle = { texts: ['streams'] } satisfies PageHandle;

const RENEW_MS = 30_000;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { call, report, viewer } = context.get(hostContext);
  const userId = params.user_id === '0' ? 0 : parseId(params.user_id);
  if (userId === null) throw data(null, { status: 404 });
  const failed = (error: unknown): null => {
    if (!isApiError(error) || error.status >= 500) (report ?? console.error)(error);
    return null;
  };
  const isOwn = viewer?.user_id === userId;
  const [list, own] = await Promise.all([
    call(streamsApi.list).catch(failed),
    // Ended streams are listed for their owner only.
    isOwn ? call(streamsApi.list, { query: { user_id: userId } }).catch(failed) : null,
  ]);
  return { userId, list: list && { ...list, past: own?.past ?? [] } };
}

export default function StreamsPage({ loaderData }: Route.ComponentProps) {
  const { list, userId } = loaderData;
  const t = useText('streams');
  const viewer = useRouteLoaderData<RootData>('root')?.viewer ?? null;
  const { revalidate } = useRevalidator();
  useEnded();
  useEffect(() => {
    const renew = setInterval(() => {
      if (document.visibilityState === 'visible' && navigator.onLine) void revalidate();
    }, RENEW_MS);
    return () => clearInterval(renew);
  }, [revalidate]);

  const own = list?.streams.find((stream) => stream.own === 1);
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title={`${t('streams.title')} · ${t('frame.name')}`} noIndex />
      <header className={styles.head}>
        <div>
          <h1>{t('streams.title')}</h1>
          {list !== null && list.total > 0 && (
            <p className="dim num" role="status">
              {t('streams.now', { count: list.total })}
            </p>
          )}
        </div>
        <StartButton
          viewerId={viewer?.user_id}
          running={own}
          path={streamsPath(userId)}
          onAnnounced={() => void revalidate()}
        />
      </header>
      {list === null ? (
        <LoadFailed title={t('streams.failed')} />
      ) : (
        <StreamLists list={list} viewerId={viewer?.user_id} onChange={() => void revalidate()} />
      )}
    </div>
  );
}

function useEnded(): void {
  const t = useText('streams');
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isReported = useRef(false);
  const hasEnded = new URLSearchParams(search).has('ended');
  useEffect(() => {
    if (!hasEnded) {
      isReported.current = false;
      return;
    }
    if (isReported.current) return;
    isReported.current = true;
    toast.info(t('streams.ended'));
    void navigate(pathname, { replace: true, preventScrollReset: true });
  }, [hasEnded, navigate, pathname, t]);
}

type StreamsList = NonNullable<Route.ComponentProps['loaderData']['list']>;

interface ListsProps {
  list: StreamsList;
  viewerId: number | undefined;
  onChange: () => void;
}

function StreamLists({ list, viewerId, onChange }: ListsProps) {
  const t = useText('streams');
  const [older, setOlder] = useState<{ of: StreamsList; streams: readonly Stream[] }>({ of: list, streams: [] });
  const [beginning, setBeginning] = useState<Stream | null>(null);
  const { isSending, submit } = useSubmit({ fallback: t('streams.failed') });
  const streams = [...list.streams, ...(older.of === list ? older.streams : [])];

  const more = (): Promise<void> =>
    submit(async () => {
      const page = Math.floor(streams.length / STREAMS_PAGE_SIZE) + 1;
      const next = await call(streamsApi.list, { query: { page } });
      const known = new Set(streams.map(({ stream_id }) => stream_id));
      const fresh = next.streams.filter(({ stream_id }) => !known.has(stream_id));
      setOlder({ of: list, streams: [...(older.of === list ? older.streams : []), ...fresh] });
    });

  const isEmpty = streams.length === 0;
  return (
    <>
      {isEmpty ? (
        <Notice
          icon={<IconBroadcastOff size={40} stroke={1.5} />}
          title={t('streams.empty')}
          text={t(viewerId === undefined ? 'streams.empty.guest' : 'streams.empty.text')}
        />
      ) : (
        <div className={styles.grid}>
          {streams.map((stream) => (
            <StreamCard key={stream.stream_id} stream={stream} />
          ))}
        </div>
      )}
      {streams.length < list.total && !isEmpty && (
        <TextButton
          text={t('streams.more')}
          className={`${button('plain')} ${styles.more}`}
          disabled={isSending}
          onClick={() => void more()}
        />
      )}
      {list.announced.length > 0 && (
        <section className={styles.part} aria-labelledby="announced">
          <h2 id="announced">{t('streams.announced')}</h2>
          <div className={styles.announced}>
            {list.announced.map((stream) => (
              <AnnouncedStream
                key={stream.stream_id}
                stream={stream}
                isSignedIn={viewerId !== undefined}
                onBegin={() => setBeginning(stream)}
                onChange={onChange}
              />
            ))}
          </div>
        </section>
      )}
      {list.past.length > 0 && (
        <section className={styles.part} aria-labelledby="past">
          <h2 id="past">{t('streams.past')}</h2>
          <ul className={`card ${styles.past}`}>
            {list.past.map((stream) => (
              <PastStreamRow key={stream.stream_id} stream={stream} onChange={onChange} />
            ))}
          </ul>
        </section>
      )}
      {beginning !== null && viewerId !== undefined && (
        <Suspense>
          <StartStreamDialog
            viewerId={viewerId}
            planned={beginning}
            onClose={() => setBeginning(null)}
            onAnnounced={onChange}
          />
        </Suspense>
      )}
    </>
  );
}

interface AnnouncedProps {
  stream: Stream;
  isSignedIn: boolean;
  onBegin: () => void;
  onChange: () => void;
}

function AnnouncedStream({ stream, isSignedIn, onBegin, onChange }: AnnouncedProps) {
  const t = useText('streams');
  const question = useRef<HTMLDialogElement>(null);
  const { isSending, submit } = useSubmit();
  const cancel = (): Promise<void> =>
    submit(async () => {
      await call(streamsApi.edit, { body: { stream_id: stream.stream_id } });
      question.current?.close();
      toast.success(t('streams.cancelled'));
      onChange();
    });
  return (
    <>
      <AnnouncedCard
        stream={stream}
        isSignedIn={isSignedIn}
        onBegin={onBegin}
        onCancel={() => question.current?.showModal()}
      />
      {stream.own === 1 && (
        <ConfirmDialog
          ref={question}
          question={t('streams.cancel.question')}
          verb={t('streams.cancel')}
          isBusy={isSending}
          onConfirm={() => void cancel()}
        >
          {t('streams.cancel.text', { theme: stream.theme })}
        </ConfirmDialog>
      )}
    </>
  );
}

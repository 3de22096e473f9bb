import { IconBroadcastOff } from 'virtual:icons';
import type { Stream, StreamMessage, StreamReaction } from '@app/contract/live/streams';
import type { Board } from '@app/contract/market/ads';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  data,
  isRouteErrorResponse,
  Link,
  redirect,
  useNavigate,
  useRevalidator,
  useRouteLoaderData,
} from 'react-router';
import { STREAM_TAPS_MAX, streamsApi } from '#contract/live/streams';
import { FollowButton } from '../../market/follows/follow-button.tsx';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { formatDateTime, formatDuration } from '../../platform/format/format.ts';
import { hostContext, orMissing } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { RootData } from '../../platform/root-data.ts';
import { parseId } from '../../publishing/music/music-address.ts';
import { button } from '../../ui/button.ts';
import { TextButton } from '../../ui/buttons.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useLeaveQuestion } from '../../ui/form/use-leave-guard.tsx';
import { ErrorPage } from '../../ui/frame/error-page.tsx';
import { useWindowHeight } from '../../ui/hooks/use-window-height.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { toast } from '../../ui/toast/toast.ts';
import type { Route } from './+types/stream-page.ts';
import { CalendarLink, RemindButton } from './announced-card.tsx';
import { type Broadcast, consumePreparedBroadcast } from './broadcast/broadcast.ts';
import { PublishStage, WaitForIngest } from './broadcast/publish-stage.tsx';
import { SaveRecording } from './broadcast/save-recording.tsx';
import { StartStreamDialog } from './broadcast/start-button.tsx';
import { lengthOf } from './past-stream-row.tsx';
import { ShareStream } from './share-stream.tsx';
import { streamPath, streamsPath } from './stream-address.ts';
import { HostPic } from './stream-badges.tsx';
import { StreamCard } from './stream-card.tsx';
import styles from './stream-page.module.css';
import { countNewReactions } from './stream-state.ts';
import { useStream } from './use-stream.ts';
import { Overlay } from './watch/live-overlay.tsx';
import player from './watch/live-player.module.css';
import { LivePlayer } from './watch/live-player.tsx';
import { PinnedAds } from './watch/pinned-ads.tsx';
import { type Rising, RisingReactions } from './watch/reactions.tsx';
import { StreamChat } from './watch/stream-chat.tsx';
import { useWatching } from './watch/use-watching.ts';

const SettingsDialog = lazyPart(() =>
  import('./broadcast/settings-dialog.tsx').then(({ SettingsDialog }) => SettingsDialog),
);

export const handle = { texts: ['streams', 'calls'], footer: false, hidesPausedPlayer: 'atOnce' } satisfies PageHandle;

const OTHERS_MAX = 4;
const TAPS_EVERY_MS = 1000;
/** Poll interval of the state of the transcoded publication. */
const TRANSCODE_POLL_MS = 4000;
/** Recording states in which the owner still has something to decide or see. */
const ENDED_STATES: ReadonlySet<Stream['recording']> = new Set(['open', 'ready', 'waiting', 'published', 'failed']);

export async function loader({ params, context }: Route.LoaderArgs) {
  const { call, viewer } = context.get(hostContext);
  const id = parseId(params.stream_id);
  if (id === null || parseId(params.user_id) === null) throw data(null, { status: 404 });
  const { stream } = await orMissing(call(streamsApi.get, { body: { stream_id: id } }));
  if (stream === null) throw data(null, { status: 404 });
  if (params.user_id !== String(stream.user_id)) throw redirect(streamPath(stream));
  // An ended stream is shown only to its owner, to decide about the recording.
  if (stream.state === 'ended' && !(stream.own === 1 && ENDED_STATES.has(stream.recording)))
    throw redirect(`${streamsPath(viewer?.user_id ?? stream.user_id)}?ended`);
  const none = (): null => null;
  const [chat, others, pins] = await Promise.all([
    call(streamsApi.chat, { params: { id } }).catch(none),
    call(streamsApi.list).catch(none),
    stream.board_ids.length > 0 ? call(streamsApi.pins, { params: { id } }).catch(none) : null,
  ]);
  return {
    stream,
    chat: chat ?? { list: [], total: 0 },
    others: (others?.streams ?? []).filter(({ stream_id }) => stream_id !== id).slice(0, OTHERS_MAX),
    pins: pins?.list ?? [],
  };
}

export default function StreamPage({ loaderData }: Route.ComponentProps) {
  const { stream } = loaderData;
  const viewer = useRouteLoaderData<RootData>('root')?.viewer ?? null;
  const t = useText('streams');
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead
        title={`${stream.theme} · ${stream.user_name} · ${t('frame.name')}`}
        noIndex
        {...(stream.poster && { image: stream.poster })}
      />
      {stream.state === 'ended' ? (
        <EndedStream stream={stream} />
      ) : (
        <RunningStream key={stream.stream_id} {...loaderData} viewerId={viewer?.user_id} />
      )}
    </div>
  );
}

function EndedStream({ stream }: { stream: Stream }) {
  const t = useText('streams');
  const { revalidate } = useRevalidator();
  const isTranscoding = stream.recording === 'waiting' || stream.recording === 'open';
  const reload = useEffectEvent(() => {
    if (!document.hidden) void revalidate();
  });
  useEffect(() => {
    if (!isTranscoding) return;
    const timer = setInterval(reload, TRANSCODE_POLL_MS);
    return () => clearInterval(timer);
  }, [isTranscoding]);
  return (
    <Notice
      heading="h1"
      icon={<IconBroadcastOff size={40} stroke={1.5} />}
      title={t('streams.over.title')}
      text={`${stream.theme} · ${formatDuration(lengthOf(stream))} · ${t('streams.viewers', { count: stream.viewers_max })}. ${t('streams.over.text')}`}
    >
      <SaveRecording stream={stream} variant="primary" onChange={() => void revalidate()} />
      <Link to={streamsPath(stream.user_id)} className={button('plain')}>
        {t('streams.toList')}
      </Link>
    </Notice>
  );
}

interface RunningStreamProps {
  stream: Stream;
  chat: { list: readonly StreamMessage[]; total: number };
  others: readonly Stream[];
  pins: readonly Board[];
  viewerId: number | undefined;
}

interface AboutStreamProps {
  stream: Stream;
  isSignedIn: boolean;
  /** This page sends the picture. */
  isSending: boolean;
  onSettings: () => void;
  onEnd: () => void;
}

function AboutStream({ stream, isSignedIn, isSending, onSettings, onEnd }: AboutStreamProps) {
  const t = useText('streams');
  const isHost = stream.own === 1;
  const isOn = stream.is_active === 1;
  return (
    <div className={styles.about}>
      <HostPic stream={stream} size={56} />
      <div className={styles.words}>
        <h1>{stream.theme}</h1>
        <Link to={`/user/${stream.user_id}`} className="dim">
          {stream.user_name}
        </Link>
      </div>
      <div className={styles.actions}>
        <ShareStream stream={stream} isSignedIn={isSignedIn} />
        {isHost ? (
          !isSending &&
          isOn && (
            <>
              <TextButton text={t('streams.settings')} className={button('plain', 'small')} onClick={onSettings} />
              <TextButton text={t('streams.end')} className={button('danger', 'small')} onClick={onEnd} />
            </>
          )
        ) : (
          <FollowButton userId={stream.user_id} isOn={isSignedIn ? stream.subscribe === 1 : undefined} count={0} />
        )}
      </div>
    </div>
  );
}

function OtherStreams({ streams }: { streams: readonly Stream[] }) {
  const t = useText('streams');
  return (
    <section className={styles.others} aria-labelledby="others">
      <h2 id="others">{t('streams.also')}</h2>
      <div>
        {streams.map((one) => (
          <StreamCard key={one.stream_id} stream={one} isSmall />
        ))}
      </div>
    </section>
  );
}

interface LiveChatProps {
  live: ReturnType<typeof useStream>;
  viewerId: number | undefined;
  onReact: (kind: StreamReaction) => void;
}

function LiveChat({ live, viewerId, onReact }: LiveChatProps) {
  return (
    <div className={styles.chat}>
      <StreamChat
        stream={live.stream}
        messages={live.messages}
        hasOlder={live.hasOlder}
        isLoading={live.isLoading}
        failure={live.failure}
        muted={live.muted}
        viewerId={viewerId}
        onOlder={() => void live.loadOlder()}
        onSent={live.addMessage}
        onDeleted={live.removeMessage}
        onReact={onReact}
      />
    </div>
  );
}

function RunningStream({ stream: loaded, chat, others, pins, viewerId }: RunningStreamProps) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const isGone = useRef(false);
  const [broadcast, setBroadcast] = useState<Broadcast | null>(null);
  const [isSet, setSet] = useState(false);
  const [isBeginning, setBeginning] = useState(false);
  const rising = useRef<Rising>(null);
  useWindowHeight();
  const isHost = loaded.own === 1;

  /** After the end the owner may decide about a recording; viewers go to the list of streams. */
  const leave = useEffectEvent(() => {
    if (isGone.current || end.isLeaving.current) return;
    isGone.current = true;
    setBroadcast(null);
    if (isHost) void revalidate();
    else void navigate(`${streamsPath(viewerId ?? loaded.user_id)}?ended`, { replace: true });
  });
  const live = useStream({ loaded, chat, viewerId, onEnded: () => leave() });
  const { stream } = live;

  // Takes over the camera and microphone that the dialog opened.
  useEffect(() => setBroadcast((before) => before ?? consumePreparedBroadcast()), []);

  const react = useReactions(stream, rising);
  const isOn = stream.is_active === 1;
  const sends = isHost && stream.source === 'browser' && isOn;
  const end = useEnding(stream, sends && broadcast !== null, () => leave());
  const overPicture = <RisingReactions ref={rising} />;

  function handleBegun(): void {
    setBeginning(false);
    setBroadcast((before) => before ?? consumePreparedBroadcast());
    void revalidate();
  }

  return (
    <>
      <div className={styles.columns}>
        <div className={styles.main}>
          {!isOn ? (
            <AnnouncedStream stream={stream} viewerId={viewerId} onBegin={() => setBeginning(true)} />
          ) : sends ? (
            <PublishStage
              stream={stream}
              broadcast={broadcast}
              onBroadcast={setBroadcast}
              onEnded={() => leave()}
              onEnd={end.openConfirmation}
              onSettings={() => setSet(true)}
            >
              {overPicture}
            </PublishStage>
          ) : (
            <WatchedStream stream={stream} isGuest={viewerId === undefined} onEnded={() => leave()}>
              {overPicture}
            </WatchedStream>
          )}
          <AboutStream
            stream={stream}
            isSignedIn={viewerId !== undefined}
            isSending={sends}
            onSettings={() => setSet(true)}
            onEnd={end.openConfirmation}
          />
          <PinnedAds
            stream={stream}
            loaded={pins}
            viewerId={viewerId}
            onPinned={(board_ids) => live.updateStream({ board_ids })}
          />
        </div>
        {isOn && <LiveChat live={live} viewerId={viewerId} onReact={react} />}
        {others.length > 0 && <OtherStreams streams={others} />}
      </div>
      {end.dialog}
      {isSet && (
        <Suspense>
          <SettingsDialog stream={stream} onSaved={live.updateStream} onClose={() => setSet(false)} />
        </Suspense>
      )}
      {isBeginning && viewerId !== undefined && (
        <Suspense>
          <StartStreamDialog viewerId={viewerId} planned={stream} onClose={handleBegun} onAnnounced={() => undefined} />
        </Suspense>
      )}
    </>
  );
}

interface WatchedStreamProps {
  stream: Stream;
  isGuest: boolean;
  onEnded: () => void;
  children: React.ReactNode;
}

function WatchedStream({ stream, isGuest, onEnded, children }: WatchedStreamProps) {
  const isWaitingForIngest = stream.own === 1 && stream.state === 'waiting';
  const incoming = useWatching(stream, onEnded);
  if (isWaitingForIngest)
    return (
      <div className={player.player}>
        <WaitForIngest />
      </div>
    );
  return (
    <LivePlayer stream={stream} incoming={incoming} isGuest={isGuest}>
      {children}
    </LivePlayer>
  );
}

function AnnouncedStream({
  stream,
  viewerId,
  onBegin,
}: {
  stream: Stream;
  viewerId: number | undefined;
  onBegin: () => void;
}) {
  const t = useText('streams');
  return (
    <div className={player.player}>
      <Overlay
        title={
          stream.planned_for
            ? t('streams.planned', { moment: formatDateTime(stream.planned_for) })
            : t('streams.waiting')
        }
      >
        <div className={styles.planned}>
          {stream.own === 1 ? (
            <TextButton text={t('streams.begin')} className={button('primary', 'small')} onClick={onBegin} />
          ) : (
            <RemindButton stream={stream} isSignedIn={viewerId !== undefined} />
          )}
          <span className={styles.onDark}>
            <CalendarLink stream={stream} />
          </span>
        </div>
      </Overlay>
    </div>
  );
}

/** Sends own taps about once a second, and animates the taps of others on arrival. */
function useReactions(stream: Stream, rising: React.RefObject<Rising | null>): (kind: StreamReaction) => void {
  const { stream_id: id, reactions } = stream;
  const isOn = useRef(false);
  isOn.current = stream.is_active === 1;
  const known = useRef(reactions);
  const own = useRef<Partial<Record<StreamReaction, number>>>({});
  const taps = useRef(new Map<StreamReaction, number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const come = countNewReactions(known.current, reactions, own.current);
    known.current = reactions;
    own.current = come.own;
    for (const [kind, count] of Object.entries(come.fresh)) rising.current?.rise(kind as StreamReaction, count);
  }, [reactions, rising]);

  function flush(): void {
    timer.current = undefined;
    for (const [kind, count] of isOn.current ? taps.current : []) {
      own.current = { ...own.current, [kind]: (own.current[kind] ?? 0) + count };
      call(streamsApi.react, { params: { id }, body: { kind, count }, isQuiet: true }).catch((error: unknown) => {
        if (!isApiError(error)) throw error;
        own.current = { ...own.current, [kind]: Math.max(0, (own.current[kind] ?? 0) - count) };
      });
    }
    taps.current.clear();
  }

  return (kind) => {
    rising.current?.rise(kind, 1);
    taps.current.set(kind, Math.min(STREAM_TAPS_MAX, (taps.current.get(kind) ?? 0) + 1));
    timer.current ??= setTimeout(flush, TAPS_EVERY_MS);
  };
}

interface StreamEnding {
  openConfirmation: () => void;
  /** Set while the owner leaves by a link, so that the server's end event does not navigate as well. */
  isLeaving: React.RefObject<boolean>;
  dialog: React.ReactNode;
}

/**
 * The stream ends when its owner leaves: asks before following a link, and notifies the server when the page closes.
 */
function useEnding(stream: Stream, isSending: boolean, onEnded: () => void): StreamEnding {
  const t = useText('streams');
  const [isBusy, setBusy] = useState(false);
  const isDone = useRef(false);
  const isLeaving = useRef(false);
  const { dialog, blocker } = useLeaveQuestion(isSending, isDone);
  const id = stream.stream_id;

  useEffect(() => {
    if (!isSending) return;
    const end = (): void => {
      if (isDone.current) return;
      void call(streamsApi.edit, { body: { stream_id: id }, keepalive: true, isQuiet: true }).catch(() => undefined);
    };
    window.addEventListener('pagehide', end);
    return () => window.removeEventListener('pagehide', end);
  }, [isSending, id]);

  async function finish(): Promise<void> {
    setBusy(true);
    isLeaving.current = blocker.state === 'blocked';
    try {
      await call(streamsApi.edit, { body: { stream_id: id } });
      isDone.current = true;
      if (blocker.state === 'blocked') blocker.proceed();
      else {
        dialog.current?.close();
        onEnded();
      }
    } catch (error) {
      isLeaving.current = false;
      if (!isApiError(error)) throw error;
      toast.error([t('streams.end.failed'), error.body.message].filter(Boolean).join('. '));
    } finally {
      setBusy(false);
    }
  }

  return {
    openConfirmation: () => dialog.current?.showModal(),
    isLeaving,
    dialog: stream.own === 1 && (
      <ConfirmDialog
        ref={dialog}
        question={t('streams.end.question')}
        verb={t('streams.end')}
        isBusy={isBusy}
        onConfirm={() => void finish()}
      >
        {t(isSending ? 'streams.end.text' : 'streams.end.text.obs')}
      </ConfirmDialog>
    ),
  };
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const t = useText('streams');
  if (!isRouteErrorResponse(error) || error.status < 400 || error.status >= 500) return <ErrorPage error={error} />;
  return (
    <div className="wrap">
      <PageHead title={t('streams.gone')} noIndex />
      <Notice
        heading="h1"
        tone="gold"
        icon={<IconBroadcastOff size={40} stroke={1.5} />}
        title={t('streams.gone')}
        text={t('streams.gone.text')}
      >
        <Link to={streamsPath(parseId(params.user_id) ?? 1)} className={button('light')}>
          {t('streams.toList')}
        </Link>
      </Notice>
    </div>
  );
}

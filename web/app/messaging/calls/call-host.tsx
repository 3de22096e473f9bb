import type { CallNotificationEvent } from '@app/contract/messaging/calls';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { CONFERENCE_CHAT_PAGE_SIZE, callsApi } from '#contract/messaging/calls';
import { chatFilesApi } from '#contract/messaging/chat-files';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { clientKey } from '../../platform/client-key.ts';
import { useText } from '../../platform/i18n.tsx';
import { toast } from '../../ui/toast/toast.ts';
import type { CallNotice } from './call-state.ts';
import { openCalls, type PageCalls } from './calls.ts';
import { IncomingCard } from './incoming-card.tsx';
import { mayCallAtOnce } from './may-call-at-once.ts';
import { FinishedRecordingCards } from './recording/recorded-card.tsx';
import type { RecordingNotice } from './recording/recording-controller.ts';
import type { CallRequest } from './start-call.ts';
import { CallsContext, type CallsContextValue, useCallsState } from './use-calls.ts';
import { createCallChat } from './window/call-chat.ts';
import styles from './window/call-window.module.css';
import { CallWindow } from './window/call-window.tsx';
import { CheckDialog } from './window/check-dialog.tsx';

/** Why the call module was loaded; triggers are processed in the order of arrival. */
export type CallTrigger =
  | { is: 'event'; event: CallNotificationEvent }
  | { is: 'wish'; request: CallRequest }
  | { is: 'back'; room: string | undefined }
  /** A page before this one may have left a recording behind. */
  | { is: 'recorded' };

/** Milliseconds in which other tabs may answer that they own a call. */
const TABS_ANSWER_MS = 80;

const createChat = () =>
  createCallChat({
    pageSize: CONFERENCE_CHAT_PAGE_SIZE,
    async list(room_id, before_id) {
      const { list } = await call(callsApi.chat, { query: { room_id, ...(before_id !== undefined && { before_id }) } });
      return list;
    },
    upload: (file, idempotencyKey, onProgress, signal) =>
      call(chatFilesApi.upload, { body: { name: file.name }, files: { file }, idempotencyKey, onProgress, signal }),
    send: (body) =>
      call(callsApi.sendMessage, {
        body: { ...body, file_ids: body.file_ids?.join(',') },
        idempotencyKey: body.client_key,
      }),
    createKey: clientKey,
    errorText(error) {
      if (!isApiError(error)) throw error;
      return error.body.message;
    },
  });

function CallWindows({ context }: { context: CallsContextValue }) {
  const t = useText('calls');
  const { ring, running, check, isReturning } = useCallsState(context);
  const isFree = running === null || running.phase === 'over';
  return (
    <CallsContext value={context}>
      {running && <CallWindow key={running.room === '' ? 'new' : 'call'} running={running} />}
      {isReturning && isFree && (
        <p className={`${styles.dark} ${styles.pill}`} role="status">
          <span className={styles.pillWords}>{t('calls.state.returning')}</span>
        </p>
      )}
      {ring && isFree && <IncomingCard key={ring.room_id} ring={ring} />}
      {check && isFree && <CheckDialog intent={check} />}
      {isFree && <FinishedRecordingCards place="page" />}
    </CallsContext>
  );
}

/** Root of the lazily loaded call UI. `take` returns the triggers that arrived while it was loading. */
export function CallHost({
  viewerId,
  subscribe,
}: {
  viewerId: number;
  subscribe: (onTrigger: (trigger: CallTrigger) => void) => () => void;
}) {
  const t = useText('calls');
  const [context, setContext] = useState<CallsContextValue | null>(null);

  const showNotice = useEffectEvent((notice: CallNotice) => {
    switch (notice.is) {
      case 'refused':
        return toast.error(notice.message || t('frame.error.network'));
      case 'knock':
        return toast.info(t('calls.knock', { name: notice.name }));
      case 'came':
        return toast.info(t('calls.came', { name: notice.name }));
      case 'went':
        return toast.info(t('calls.went', { name: notice.name }));
      case 'recording':
        return toast.info(t(`calls.record.${notice.state}`, { name: notice.name }));
      case 'listening_stopped':
        return toast.info(t('calls.listen.stopped', { name: notice.name }));
      case 'busy_here':
        return toast.info(t('calls.busyHere'));
      case 'elsewhere':
        return toast.info(t('calls.elsewhere'));
      case 'entered_elsewhere':
        return toast.info(t('calls.enteredElsewhere'));
      default:
        return toast.error(t(notice.is === 'lost_microphone' ? 'calls.lost.microphone' : 'calls.lost.camera'));
    }
  });

  const showRecordingNotice = useEffectEvent((notice: RecordingNotice) => {
    const text = t(`calls.record.${notice}`);
    if (notice === 'failed') toast.error(text);
    else toast.info(text);
  });

  const showCaptionsFailure = useEffectEvent(() => toast.error(t('calls.captions.failed')));

  const handle = useEffectEvent(async (calls: PageCalls, trigger: CallTrigger) => {
    if (trigger.is === 'event') return calls.handleEvent(trigger.event);
    if (trigger.is === 'back') return calls.rejoin(trigger.room);
    if (trigger.is === 'recorded') return;
    const { userIds, video, adId } = trigger.request;
    if (await mayCallAtOnce(video)) return calls.start(userIds, { video, adId });
    calls.check({ of: 'start', userIds, video, adId });
  });

  useEffect(() => {
    let unsubscribe: (() => void) | undefined;
    const chat = createChat();
    const calls = openCalls(viewerId, {
      onNotice: (notice) => showNotice(notice),
      onMessage: (message) => chat.receive(message),
      onRecording: (notice) => showRecordingNotice(notice),
      onCaptionsFailed: () => showCaptionsFailure(),
    });
    void calls.recordings.loadLeft();
    const handlePageHide = (): void => calls.leavePage();
    window.addEventListener('pagehide', handlePageHide);
    calls.subscribe(() => chat.enter(calls.state().running?.room ?? ''));
    setContext({ calls, chat, viewerId });
    calls.tabs.post({ is: 'who' });
    const late = setTimeout(() => {
      unsubscribe = subscribe((trigger) => void handle(calls, trigger));
    }, TABS_ANSWER_MS);
    return () => {
      clearTimeout(late);
      unsubscribe?.();
      window.removeEventListener('pagehide', handlePageHide);
      calls.close();
    };
  }, [viewerId, subscribe]);

  return (
    context && (
      <Suspense>
        <CallWindows context={context} />
      </Suspense>
    )
  );
}

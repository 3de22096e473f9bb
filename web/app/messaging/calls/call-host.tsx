import type { CallNotificationEvent } from '@app/contract/messaging/calls';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { CONFERENCE_CHAT_PAGE_SIZE, callsApi } from '#contract/messaging/calls';
import { chatFilesApi } from '#contract/messaging/chat-files';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { clientKey } from '../chat/engine/client-key.ts';
import type { Saying } from './call-store.ts';
import { openCalls, type PageCalls } from './calls.ts';
import { IncomingCard } from './incoming-card.tsx';
import { mayCallAtOnce } from './may-call-at-once.ts';
import type { RecordingSaying } from './recording/keep-recording.ts';
import { RecordedCards } from './recording/recorded-card.tsx';
import type { CallWish } from './start-call.ts';
import { CallsContext, type CallsHere, useCallsState } from './use-calls.ts';
import { createCallChat } from './window/call-chat.ts';
import { CallWindow } from './window/call-window.tsx';
import { CheckDialog } from './window/check-dialog.tsx';

/** What brought the calls of this page to life, in the order it came. */
export type Cause =
  | { is: 'event'; event: CallNotificationEvent }
  | { is: 'wish'; wish: CallWish }
  | { is: 'back'; room: string | undefined }
  /** A page before this one may have left a recording behind. */
  | { is: 'recorded' };

/** Other tabs say within this time that they hold a call. */
const TABS_ANSWER_MS = 80;

const chatOf = () =>
  createCallChat({
    pageSize: CONFERENCE_CHAT_PAGE_SIZE,
    async list(room_id, before_id) {
      const { list } = await call(callsApi.chat, { query: { room_id, ...(before_id !== undefined && { before_id }) } });
      return list;
    },
    upload: (file, idempotencyKey, onProgress, signal) =>
      call(chatFilesApi.upload, { body: { name: file.name }, files: { file }, idempotencyKey, onProgress, signal }),
    say: (body) =>
      call(callsApi.say, {
        body: { ...body, file_ids: body.file_ids?.join(',') },
        idempotencyKey: body.client_key,
      }),
    newKey: clientKey,
    words(error) {
      if (!isApiError(error)) throw error;
      return error.body.message;
    },
  });

function Windows({ here }: { here: CallsHere }) {
  const { ring, running, check } = useCallsState(here);
  const isFree = running === null || running.phase === 'over';
  return (
    <CallsContext value={here}>
      {running && <CallWindow key={running.room === '' ? 'new' : 'call'} running={running} />}
      {ring && isFree && <IncomingCard key={ring.room_id} ring={ring} />}
      {check && isFree && <CheckDialog intent={check} />}
      {isFree && <RecordedCards place="page" />}
    </CallsContext>
  );
}

/** Everything of calls, loaded with the first one. `take` gives what came meanwhile. */
export function CallHost({ viewerId, take }: { viewerId: number; take: (hear: (cause: Cause) => void) => () => void }) {
  const t = useText('calls');
  const [here, setHere] = useState<CallsHere | null>(null);

  const say = useEffectEvent((saying: Saying) => {
    switch (saying.is) {
      case 'refused':
        return toast.error(saying.message || t('frame.error.network'));
      case 'knock':
        return toast.info(t('calls.knock', { name: saying.name }));
      case 'came':
        return toast.info(t('calls.came', { name: saying.name }));
      case 'went':
        return toast.info(t('calls.went', { name: saying.name }));
      case 'recording':
        return toast.info(t(`calls.record.${saying.state}`, { name: saying.name }));
      case 'busy_here':
        return toast.info(t('calls.busyHere'));
      case 'elsewhere':
        return toast.info(t('calls.elsewhere'));
      case 'entered_elsewhere':
        return toast.info(t('calls.enteredElsewhere'));
      default:
        return toast.error(t(saying.is === 'lost_microphone' ? 'calls.lost.microphone' : 'calls.lost.camera'));
    }
  });

  const sayRecording = useEffectEvent((saying: RecordingSaying) => {
    const words = t(`calls.record.${saying}`);
    if (saying === 'failed') toast.error(words);
    else toast.info(words);
  });

  const handle = useEffectEvent(async (calls: PageCalls, cause: Cause) => {
    if (cause.is === 'event') return calls.hear(cause.event);
    if (cause.is === 'back') return calls.comeBack(cause.room);
    // What is left is looked for as soon as anything of calls is here.
    if (cause.is === 'recorded') return;
    const { userIds, video, adId } = cause.wish;
    if (await mayCallAtOnce(video)) return calls.start(userIds, { video, adId });
    calls.check({ of: 'start', userIds, video, adId });
  });

  useEffect(() => {
    let leave: (() => void) | undefined;
    const chat = chatOf();
    const calls = openCalls(viewerId, {
      onSaying: (saying) => say(saying),
      onMessage: (message) => chat.hear(message),
      onRecording: (saying) => sayRecording(saying),
    });
    void calls.recordings.look();
    const bye = (): void => calls.leavePage();
    window.addEventListener('pagehide', bye);
    calls.subscribe(() => chat.enter(calls.state().running?.room ?? ''));
    setHere({ calls, chat, viewerId });
    calls.tabs.tell({ is: 'who' });
    const late = setTimeout(() => {
      leave = take((cause) => void handle(calls, cause));
    }, TABS_ANSWER_MS);
    return () => {
      clearTimeout(late);
      leave?.();
      window.removeEventListener('pagehide', bye);
      calls.close();
    };
  }, [viewerId, take]);

  return (
    here && (
      <Suspense>
        <Windows here={here} />
      </Suspense>
    )
  );
}

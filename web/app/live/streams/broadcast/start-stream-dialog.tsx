import { IconChevronDown } from 'virtual:icons';
import type { Stream, StreamAudience } from '@app/contract/live/streams';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { STREAM_AUDIENCES, STREAM_THEME_MAX, streamsApi } from '#contract/live/streams';
import { call } from '../../../platform/call.ts';
import { dateTimeInputOf, parseDateTimeInput } from '../../../platform/format/schedule-times.ts';
import { useText } from '../../../platform/i18n.tsx';
import {
  DialogActions,
  dialogForm,
  dialogNote,
  dialogSwitch,
  FormProblem,
  MusicDialog,
  SelectField,
  TextField,
} from '../../../publishing/music/music-dialog.tsx';
import { Toggle } from '../../../ui/form/toggle.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { DeviceFields } from '../../media-rooms/device-fields.tsx';
import { saveDeviceChoice } from '../../media-rooms/devices.ts';
import { hasWebRtc } from '../../media-rooms/web-rtc.ts';
import { findRunningStream } from '../running-stream.ts';
import { streamPath } from '../stream-address.ts';
import { type Broadcast, type BroadcastView, setPreparedBroadcast } from './broadcast.ts';
import { KeyPanel } from './key-panel.tsx';
import { LocalMediaProblems, LocalMediaSwitches, LocalPreview } from './local-preview.tsx';
import { openBroadcast } from './page-broadcast.ts';
import { SlowField } from './slow-field.tsx';
import styles from './start-stream-dialog.module.css';
import { useBroadcastView } from './use-broadcast.ts';

const BROADCAST_TOOLS = ['browser', 'obs'] as const;
type BroadcastTool = (typeof BROADCAST_TOOLS)[number];

interface StartStreamDialogProps {
  viewerId: number;
  /** Set when an announced stream starts: only the media are chosen. */
  planned?: Stream | undefined;
  onClose: () => void;
  onAnnounced: () => void;
}

/** Opens camera and microphone for the preview, and closes them when the dialog closes without starting. */
function usePreview(isWanted: boolean): { broadcast: Broadcast | null; markHandedOver: () => void } {
  const [broadcast, setBroadcast] = useState<Broadcast | null>(null);
  const isHandedOver = useRef(false);
  useEffect(() => {
    if (!isWanted) return;
    const opened = openBroadcast();
    setBroadcast(opened);
    // One after another, because some browsers show only one permission prompt at a time.
    void opened.media.setMicrophone(true).then(() => opened.media.setCamera(true));
    return () => {
      setBroadcast(null);
      if (!isHandedOver.current) opened.close();
    };
  }, [isWanted]);
  return {
    broadcast,
    markHandedOver() {
      isHandedOver.current = true;
    },
  };
}

const HOUR_MS = 3_600_000;

interface StreamDraft {
  theme: string;
  audience: StreamAudience;
  isRecorded: boolean;
  slow: number;
  isLater: boolean;
  /** Date and time of an announced stream, as its field shows them. */
  dateTime: string;
}

const newDraft = (): StreamDraft => ({
  theme: '',
  audience: 'all',
  isRecorded: false,
  slow: 0,
  isLater: false,
  dateTime: dateTimeInputOf(new Date(Date.now() + HOUR_MS).toISOString()),
});

const addStream = (draft: StreamDraft, tool: BroadcastTool): Promise<Stream> =>
  call(streamsApi.add, {
    body: {
      theme: draft.theme.trim(),
      audience: draft.audience,
      source: tool === 'obs' ? 'whip' : 'browser',
      record: draft.isRecorded ? 1 : 0,
      slow_seconds: draft.slow,
      ...(draft.isLater && { planned_for: parseDateTimeInput(draft.dateTime)?.toISOString() }),
    },
  });

function ToolField({ tool, onChange }: { tool: BroadcastTool; onChange: (tool: BroadcastTool) => void }) {
  const t = useText('streams');
  const id = useId();
  return (
    <fieldset className={styles.ways}>
      <legend className="sr">{t('streams.dialog.way')}</legend>
      {BROADCAST_TOOLS.map((one) => (
        <label key={one} className={styles.way}>
          <input type="radio" className="sr" name={`${id}-way`} checked={tool === one} onChange={() => onChange(one)} />
          {t(`streams.dialog.${one}`)}
        </label>
      ))}
    </fieldset>
  );
}

function MediaPreview({ broadcast, own }: { broadcast: Broadcast | null; own: BroadcastView['own'] }) {
  const t = useText('streams');
  return (
    <>
      <div className={styles.preview}>
        <LocalPreview own={own} />
        {broadcast !== null && (
          <div className={styles.bar}>
            <LocalMediaSwitches broadcast={broadcast} own={own} />
          </div>
        )}
      </div>
      <LocalMediaProblems own={own} />
      <details className={styles.devices}>
        <summary>
          {t('streams.dialog.devices')}
          <IconChevronDown size={18} stroke={ICON_STROKE} aria-hidden="true" />
        </summary>
        <DeviceFields
          sound={own.sound}
          onMicrophone={(device) => void broadcast?.media.changeMicrophone(device)}
          onCamera={(device) => void broadcast?.media.changeCamera(device)}
          onSpeaker={(device) => saveDeviceChoice({ speaker: device })}
        />
      </details>
    </>
  );
}

interface DraftFieldsProps {
  draft: StreamDraft;
  lacksPicture: boolean;
  onChange: (part: Partial<StreamDraft>) => void;
}

function DraftFields({ draft, lacksPicture, onChange }: DraftFieldsProps) {
  const t = useText('streams');
  const { theme, audience, isLater, isRecorded, slow, dateTime } = draft;
  return (
    <>
      <TextField
        label={t('streams.dialog.theme')}
        maxLength={STREAM_THEME_MAX}
        placeholder={t('streams.dialog.theme.hint')}
        value={theme}
        onChange={(next) => onChange({ theme: next })}
      />
      <div className={styles.pair}>
        <SelectField
          label={t('streams.dialog.audience')}
          value={audience}
          options={STREAM_AUDIENCES.map((value) => ({ value, text: t(`streams.audience.${value}`) }))}
          onChange={(chosen) => onChange({ audience: chosen })}
        />
        <SelectField
          label={t('streams.dialog.when')}
          value={isLater ? 'later' : 'now'}
          options={[
            { value: 'now', text: t('streams.dialog.when.now') },
            { value: 'later', text: t('streams.dialog.when.later') },
          ]}
          onChange={(when) => onChange({ isLater: when === 'later' })}
        />
      </div>
      {isLater && (
        <TextField
          label={t('streams.dialog.moment')}
          type="datetime-local"
          required
          min={dateTimeInputOf(new Date().toISOString())}
          value={dateTime}
          onChange={(next) => onChange({ dateTime: next })}
        />
      )}
      <SlowField value={slow} onChange={(seconds) => onChange({ slow: seconds })} />
      <div className={styles.record}>
        <Toggle
          label={t('streams.dialog.record')}
          isOn={isRecorded}
          onSwitch={(isOn) => onChange({ isRecorded: isOn })}
          className={dialogSwitch}
        >
          {t('streams.dialog.record')}
        </Toggle>
        <p className={dialogNote}>{t(lacksPicture ? 'streams.dialog.record.sound' : 'streams.dialog.record.text')}</p>
      </div>
    </>
  );
}

export function StartStreamDialog({ viewerId, planned, onClose, onAnnounced }: StartStreamDialogProps) {
  const t = useText('streams', 'calls');
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const [tool, setTool] = useState<BroadcastTool>(() =>
    planned?.source === 'whip' || !hasWebRtc() ? 'obs' : 'browser',
  );
  const [draft, setDraft] = useState(newDraft);
  const [problem, setProblem] = useState('');
  const { isLater, dateTime } = draft;
  const isLive = !isLater && tool === 'browser';
  const { broadcast, markHandedOver } = usePreview(isLive);
  const { own } = useBroadcastView(broadcast);
  const { isSending, submit } = useSubmit({ fallback: t('streams.start.failed') });

  const lacksPicture = isLive && broadcast !== null && !own.camera.isOn && own.screen === null;

  async function startOrReturn(): Promise<void> {
    try {
      await start();
    } catch (error) {
      const running = await findRunningStream(error, viewerId);
      if (running === null) throw error;
      dialog.current?.close();
      toast.info(t('streams.running'), {
        action: { label: t('streams.return'), onPress: () => void navigate(running) },
      });
    }
  }

  async function start(): Promise<void> {
    const stream = planned
      ? await call(streamsApi.edit, { body: { stream_id: planned.stream_id, start: 1 } })
      : await addStream(draft, tool);
    if (isLater) {
      toast.success(t('streams.announced.done'));
      onAnnounced();
      dialog.current?.close();
      return;
    }
    if (broadcast !== null) {
      markHandedOver();
      setPreparedBroadcast(broadcast);
    }
    await navigate(streamPath(stream));
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const hasSomething = own.microphone.isOn || own.camera.isOn || own.isSharing;
    const at = parseDateTimeInput(dateTime)?.getTime() ?? Number.NaN;
    if (isLive && !hasSomething) setProblem(t('streams.dialog.nothing'));
    else if (isLater && !(at > Date.now())) setProblem(t('streams.dialog.moment.past'));
    else void submit(startOrReturn);
  }

  return (
    <MusicDialog ref={dialog} title={planned ? planned.theme : t('streams.dialog.title')} onClose={onClose}>
      <form noValidate className={dialogForm} onSubmit={handleSubmit} onInput={() => setProblem('')}>
        {!isLater && !hasWebRtc() && <p className={dialogNote}>{t('streams.dialog.browser.cannot')}</p>}
        {!planned && !isLater && hasWebRtc() && <ToolField tool={tool} onChange={setTool} />}
        {isLive && <MediaPreview broadcast={broadcast} own={own} />}
        {!planned && (
          <DraftFields
            draft={draft}
            lacksPicture={lacksPicture}
            onChange={(part) => setDraft((known) => ({ ...known, ...part }))}
          />
        )}
        {tool === 'obs' && !isLater && <KeyPanel />}
        <FormProblem text={problem} />
        <div className={styles.foot}>
          <DialogActions
            label={t(isLater ? 'streams.dialog.announce' : tool === 'obs' ? 'streams.obs.open' : 'streams.start')}
            isSending={isSending}
            onCancel={() => dialog.current?.close()}
          />
        </div>
      </form>
    </MusicDialog>
  );
}

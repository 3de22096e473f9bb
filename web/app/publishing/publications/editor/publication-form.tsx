import { IconCalendarTime, IconCloudCheck, IconCloudUpload, IconDeviceFloppy } from 'virtual:icons';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { AUDIENCES } from '#contract/people/privacy';
import { PUBLISH_COMMENTERS } from '#contract/publishing/publications';
import { openSubscribePrompt } from '../../../money/payments/subscribe-prompt.ts';
import { isApiError } from '../../../platform/api-error.ts';
import { formatLongMoment } from '../../../platform/format/format-time.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import type { Text } from '../../../platform/texts.ts';
import { button } from '../../../ui/button.ts';
import { TextButton } from '../../../ui/buttons.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { Toggle } from '../../../ui/form/toggle.tsx';
import { useLeaveGuard } from '../../../ui/form/use-leave-guard.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { useIsOnline } from '../../../ui/hooks/use-is-online.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { AdField } from './ad-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { DescriptionField } from './description-field.tsx';
import type { DraftStatus } from './draft-sync.ts';
import type { FormFile } from './form-file.ts';
import { MediaField } from './media-field.tsx';
import type { PublicationFields } from './publication-fields.ts';
import styles from './publication-form.module.css';
import { SchedulePublicationDialog } from './schedule-publication-dialog.tsx';
import {
  isUnpaid,
  type PublicationFormStart,
  type SendPhase,
  UnfinishedFiles,
  usePublicationForm,
} from './use-publication-form.ts';
import { useTranscodedVideos } from './use-transcoded-videos.ts';

interface PublicationFormProps {
  viewerId: number;
  start: PublicationFormStart;
  /** Starts another publication; the current draft stays in the list of drafts. Absent when there is no draft. */
  onStartOver?: () => void;
  /** Whether a draft of this device was opened, and whether the server has its latest version. */
  opened?: 'restored' | 'unsaved' | null;
}

const FILE_CODES = [
  'publication_empty',
  'video_alone',
  'too_many_files',
  'unprocessable_video',
  'unsupported_media',
  'file_infected',
];
const STATUS_ICONS = { saving: IconCloudUpload, saved: IconCloudCheck, local: IconDeviceFloppy };

function shareOf(files: readonly FormFile[]): number {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total === 0) return 1;
  return files.reduce((sum, { bytes, share, state }) => sum + bytes * (state === 'stored' ? 1 : share), 0) / total;
}

/** Returns whether the error was shown. */
function showRejection(t: Text<'make-post' | 'errors'>, error: unknown, onFiles: (problem: string) => void): boolean {
  if (error instanceof UnfinishedFiles) {
    toast.error(t('make-post.unfinished'));
    return true;
  }
  if (isUnpaid(error)) {
    openSubscribePrompt(window.location.pathname);
    return true;
  }
  if (isApiError(error) && FILE_CODES.includes(error.body.code)) onFiles(error.body.message);
  return false;
}

interface OpenedDraftProps {
  opened: 'restored' | 'unsaved';
  onStartOver: (() => void) | undefined;
}

function OpenedDraft({ opened, onStartOver }: OpenedDraftProps) {
  const t = useText('make-post');
  return (
    <div className={styles.opened} role="status">
      {t(`make-post.draft.${opened}`)}
      {onStartOver && (
        <TextButton text={t('make-post.draft.clear')} className={button('quiet', 'small')} onClick={onStartOver} />
      )}
    </div>
  );
}

interface AudienceFieldsProps {
  fields: PublicationFields;
  isDisabled: boolean;
  onChange: (part: Partial<PublicationFields>) => void;
}

/** Who sees the publication, who comments, and whether others may share it. */
function AudienceFields({ fields, isDisabled, onChange }: AudienceFieldsProps) {
  const t = useText('make-post');
  return (
    <>
      <div className={styles.two}>
        <ChoiceField
          label={t('make-post.audience')}
          value={fields.audience}
          options={AUDIENCES.map((value) => ({ value, text: t(`make-post.audience.${value}`) }))}
          isDisabled={isDisabled}
          onChange={(audience) => onChange({ audience })}
        />
        <ChoiceField
          label={t('make-post.commenters')}
          value={fields.commenters}
          options={PUBLISH_COMMENTERS.map((value) => ({ value, text: t(`make-post.commenters.${value}`) }))}
          isDisabled={isDisabled}
          onChange={(commenters) => onChange({ commenters })}
        />
      </div>
      <Toggle
        className={styles.toggle}
        label={t('make-post.share')}
        isOn={fields.may_share}
        isDisabled={isDisabled}
        onSwitch={(may_share) => onChange({ may_share })}
      >
        {t('make-post.share')}
        <small>{t('make-post.share.hint')}</small>
      </Toggle>
    </>
  );
}

interface FormFootProps {
  publication: ReturnType<typeof usePublicationForm>;
  isPublished: boolean;
  onPlan: () => void;
}

function FormFoot({ publication, isPublished, onPlan }: FormFootProps) {
  const t = useText('make-post');
  const { fields, files, phase, status, stop } = publication;
  const isBusy = phase !== null;
  const isPlanned = fields.publish_at !== null;
  return (
    <div className={styles.foot}>
      <SubmitButton isSending={isBusy}>
        {isPublished ? t('make-post.submit.save') : t(isPlanned ? 'make-post.submit.plan' : 'make-post.submit')}
      </SubmitButton>
      {isBusy && <TextButton text={t('make-post.sending.stop')} className={button('plain')} onClick={stop} />}
      {!isBusy && !isPublished && (
        <TextButton
          icon={IconCalendarTime}
          text={t(isPlanned ? 'make-post.plan.change' : 'make-post.plan')}
          className={button('plain')}
          onClick={onPlan}
        />
      )}
      {isBusy ? <PhaseText phase={phase} files={files} /> : <StatusText status={isPublished ? 'still' : status} />}
    </div>
  );
}

export function PublicationForm({ viewerId, start, onStartOver, opened = null }: PublicationFormProps) {
  const t = useText('make-post', 'errors');
  const lang = useLanguage();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const publication = usePublicationForm(viewerId, start);
  const { fields, files, actions, phase } = publication;
  const [filesError, setFilesError] = useState<string>();
  const [isPlanning, setPlanning] = useState(false);
  const isPublished = start.state === 'published';
  // Photos that came out do not turn into words alone.
  const mayBeText = !isPublished || start.content.length === 0;
  const isBusy = phase !== null;
  const { submit } = useSubmit({
    wait: t('make-post.wait'),
    onError: (error) => showRejection(t, error, setFilesError),
  });
  useTranscodedVideos(viewerId, files, actions);

  const isSending = files.some(({ state }) => state !== 'stored' && state !== 'failed' && state !== 'missing');
  const guard = useLeaveGuard(isPublished ? publication.isChanged : isSending || isBusy, publication.isDone, {
    question: t('make-post.leave.title'),
    loss: t(isPublished ? 'make-post.leave.edit' : 'make-post.leave.new'),
    verb: t('make-post.leave.verb'),
  });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (files.length === 0 && (!mayBeText || fields.publish_description.trim() === '')) {
      const text = t(mayBeText ? 'make-post.required.any' : 'make-post.required');
      setFilesError(text);
      toast.error(text);
      form.current?.querySelector<HTMLElement>(mayBeText ? 'textarea' : 'input[type="file"]')?.focus();
      return;
    }
    setFilesError(undefined);
    void submit(async () => {
      const made = await publication.send();
      if (made === null) return;
      if (made.state === 'planned' && made.publish_at !== null) {
        toast.success(t('make-post.plan.done', { moment: formatLongMoment(lang, made.publish_at) }));
        await navigate(`/user/${viewerId}/social/drafts`);
        return;
      }
      toast.success(t(isPublished ? 'make-post.changed' : 'make-post.created'));
      await navigate(`/user/${viewerId}/social/${made.publish_id}`);
    });
  }

  async function startOver(): Promise<void> {
    if (await publication.leaveDraft()) {
      toast.success(t('make-post.draft.kept'));
      onStartOver?.();
    } else toast.error(t('make-post.draft.notKept'));
  }

  return (
    <form ref={form} noValidate className={styles.form} onSubmit={handleSubmit}>
      {opened && <OpenedDraft opened={opened} onStartOver={onStartOver && (() => void startOver())} />}
      <DescriptionField
        value={fields.publish_description}
        isDisabled={isBusy}
        onChange={(publish_description) => publication.change({ publish_description })}
      />
      <MediaField
        files={files}
        actions={actions}
        error={files.length === 0 ? filesError : undefined}
        isDisabled={isBusy}
      />
      <AdField ad={fields.board ?? null} isDisabled={isBusy} onChange={(board) => publication.change({ board })} />
      <AudienceFields fields={fields} isDisabled={isBusy} onChange={publication.change} />
      {fields.publish_at !== null && (
        <p className={styles.planned} role="status">
          <IconCalendarTime size={20} stroke={ICON_STROKE} aria-hidden="true" />
          {t('make-post.plan.at', { moment: formatLongMoment(lang, fields.publish_at) })}
        </p>
      )}
      <FormFoot publication={publication} isPublished={isPublished} onPlan={() => setPlanning(true)} />
      {isPlanning && (
        <SchedulePublicationDialog
          planned={fields.publish_at}
          onChoose={(publish_at) => publication.change({ publish_at })}
          onClose={() => setPlanning(false)}
        />
      )}
      {guard}
    </form>
  );
}

function PhaseText({ phase, files }: { phase: SendPhase; files: readonly FormFile[] }) {
  const t = useText('make-post');
  const isOnline = useIsOnline();
  const isWaiting = phase === 'offline' || !isOnline;
  return (
    <p className={styles.status} role="status">
      {phase === 'files' && !isWaiting && t('make-post.sending.files', { percent: Math.floor(shareOf(files) * 100) })}
      {phase === 'now' && !isWaiting && t('make-post.sending.now')}
      {isWaiting && t('make-post.sending.offline')}
    </p>
  );
}

function StatusText({ status }: { status: DraftStatus }) {
  const t = useText('make-post');
  if (status === 'still') return null;
  const StatusIcon = STATUS_ICONS[status];
  return (
    <span className={styles.status}>
      <StatusIcon size={18} stroke={ICON_STROKE} aria-hidden="true" />
      {t(`make-post.draft.${status}`)}
    </span>
  );
}

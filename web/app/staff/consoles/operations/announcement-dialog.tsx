import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Switch.css';
import { LANGUAGE_NAMES, LANGUAGES, type Lang } from '@app/contract/platform/languages';
import type { AnnouncementLevel, StaffAnnouncement } from '@app/contract/staff/operations';
import { useState } from 'react';
import { operationsApi } from '#contract/staff/operations';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { AdminForm } from '../frame/admin-form.tsx';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import styles from './operations.module.css';

const LEVELS = ['info', 'warning', 'critical'] as const satisfies readonly AnnouncementLevel[];
const TEXT_MAX = 300;

interface AnnouncementDialogProps {
  announcement: StaffAnnouncement | null;
  onSaved: () => void;
  onClose: () => void;
}

export function AnnouncementDialog({ announcement, onSaved, onClose }: AnnouncementDialogProps) {
  const t = useText('operations', 'admin', 'errors');
  const [texts, setTexts] = useState<Partial<Record<Lang, string>>>(announcement?.texts ?? {});
  const [level, setLevel] = useState<AnnouncementLevel>(announcement?.level ?? 'info');
  const [url, setUrl] = useState(announcement?.url ?? '');
  const [starts, setStarts] = useState(toField(announcement?.starts));
  const [ends, setEnds] = useState(toField(announcement?.ends));
  const [isDismissible, setDismissible] = useState(announcement?.dismissible !== 0);
  const [isTried, setTried] = useState(false);
  const { isSending, submit, errors } = useStaffSubmit();
  const isEmpty = (texts.ru ?? '').trim() === '';
  const isBackwards = ends !== '' && new Date(ends) <= (starts === '' ? new Date() : new Date(starts));

  function save(): void {
    setTried(true);
    if (isEmpty || isBackwards) return;
    const body = {
      level,
      texts: { ru: '', ...texts },
      url,
      dismissible: isDismissible,
      ...(starts !== '' && { starts: new Date(starts).toISOString() }),
      ends: ends === '' ? null : new Date(ends).toISOString(),
    };
    void submit(async () => {
      if (announcement === null) await call(operationsApi.addAnnouncement, { body });
      else await call(operationsApi.editAnnouncement, { params: { id: announcement.id }, body });
      toast.success(t('operations.announcements.saved'));
      onSaved();
      onClose();
    });
  }

  const textField = (lang: Lang, label: string) => (
    <Textarea
      key={lang}
      {...(lang === 'ru' && { 'data-first': true })}
      label={label}
      lang={lang}
      autosize={false}
      rows={2}
      maxLength={TEXT_MAX}
      value={texts[lang] ?? ''}
      error={lang === 'ru' && isTried && isEmpty && t('errors.field.required')}
      onChange={(event) => setTexts({ ...texts, [lang]: event.currentTarget.value })}
    />
  );
  return (
    <Dialog
      title={t(announcement === null ? 'operations.announcements.add' : 'operations.announcements.edit')}
      isWide
      onClose={onClose}
    >
      <AdminForm verb={t('admin.save')} isSending={isSending} onSubmit={save}>
        {textField('ru', t('operations.textIn', { language: LANGUAGE_NAMES.ru }))}
        <details className={styles.more}>
          <summary>{t('operations.textsMore')}</summary>
          <p className={styles.note}>{t('operations.textsNote')}</p>
          <div className={styles.fields}>
            {LANGUAGES.filter((lang) => lang !== 'ru').map((lang) =>
              textField(lang, t('operations.textIn', { language: LANGUAGE_NAMES[lang] })),
            )}
          </div>
        </details>
        <div className={styles.pair}>
          <NativeSelect
            label={t('operations.level')}
            value={level}
            data={LEVELS.map((value) => ({ value, label: t(`operations.level.${value}`) }))}
            onChange={(event) => setLevel(LEVELS.find((one) => one === event.currentTarget.value) ?? 'info')}
          />
          <TextInput
            label={t('operations.link')}
            description={t('operations.linkNote')}
            value={url}
            error={errors.url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <TextInput
            type="datetime-local"
            label={t('operations.from')}
            description={t('operations.fromNote')}
            value={starts}
            onChange={(event) => setStarts(event.currentTarget.value)}
          />
          <TextInput
            type="datetime-local"
            label={t('operations.until')}
            description={t('operations.untilNote')}
            value={ends}
            error={isTried && isBackwards && t('errors.field.invalid')}
            onChange={(event) => setEnds(event.currentTarget.value)}
          />
        </div>
        <Switch
          label={t('operations.dismissible')}
          checked={isDismissible}
          onChange={(event) => setDismissible(event.currentTarget.checked)}
        />
      </AdminForm>
    </Dialog>
  );
}

/** Formats a time for a `datetime-local` field, in the time zone of the browser. */
function toField(moment: string | null | undefined): string {
  if (!moment) return '';
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

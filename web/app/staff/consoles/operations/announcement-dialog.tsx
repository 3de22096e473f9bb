import { LANGUAGE_NAMES, LANGUAGES, type Lang } from '@app/contract/platform/languages';
import type { AnnouncementLevel, StaffAnnouncement } from '@app/contract/staff/operations';
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { operationsApi } from '#contract/staff/operations';
import { call } from '../../../platform/call.ts';
import { dateTimeInputOf, parseDateTimeInput } from '../../../platform/format/schedule-times.ts';
import { useText } from '../../../platform/i18n.tsx';
import { StaffDialog, useStaffForm } from '../frame/staff-form.tsx';
import styles from './operations.module.css';

const LEVELS = ['info', 'warning', 'critical'] as const satisfies readonly AnnouncementLevel[];
const TEXT_MAX = 300;

interface AnnouncementDialogProps {
  announcement: StaffAnnouncement | null;
  onClose: () => void;
}

const draftOf = (announcement: StaffAnnouncement | null) => ({
  texts: (announcement?.texts ?? {}) as Partial<Record<Lang, string>>,
  level: announcement?.level ?? ('info' as AnnouncementLevel),
  url: announcement?.url ?? '',
  starts: dateTimeInputOf(announcement?.starts ?? null),
  ends: dateTimeInputOf(announcement?.ends ?? null),
  dismissible: announcement?.dismissible !== 0,
});
type Draft = ReturnType<typeof draftOf>;

const endsBeforeStart = ({ starts, ends }: Draft): boolean =>
  ends !== '' && Number(parseDateTimeInput(ends)) <= Number(parseDateTimeInput(starts) ?? new Date());

const bodyOf = ({ texts, starts, ends, ...rest }: Draft) => ({
  ...rest,
  texts: { ru: '', ...texts },
  ...(starts !== '' && { starts: parseDateTimeInput(starts)?.toISOString() }),
  ends: parseDateTimeInput(ends)?.toISOString() ?? null,
});

export function AnnouncementDialog({ announcement, onClose }: AnnouncementDialogProps) {
  const t = useText('operations', 'admin', 'errors');
  const form = useStaffForm<Draft>({
    initial: () => draftOf(announcement),
    check: (draft) => ({
      texts: (draft.texts.ru ?? '').trim() === '' && t('errors.field.required'),
      ends: endsBeforeStart(draft) && t('errors.field.invalid'),
    }),
    send: async (draft) => {
      const body = bodyOf(draft);
      if (announcement === null) await call(operationsApi.addAnnouncement, { body });
      else await call(operationsApi.editAnnouncement, { params: { id: announcement.id }, body });
      return t('operations.announcements.saved');
    },
    onClose,
  });
  const { values: draft, change, errors, field } = form;
  const textField = (lang: Lang) => (
    <Textarea
      key={lang}
      data-first={lang === 'ru' || undefined}
      label={t('operations.textIn', { language: LANGUAGE_NAMES[lang] })}
      lang={lang}
      autosize={false}
      rows={2}
      maxLength={TEXT_MAX}
      value={draft.texts[lang] ?? ''}
      error={lang === 'ru' && errors.texts}
      onChange={(event) => change({ texts: { ...draft.texts, [lang]: event.currentTarget.value } })}
    />
  );
  const timeField = (name: 'starts' | 'ends', label: string, description: string) => (
    <TextInput {...field(name, label)} type="datetime-local" description={description} />
  );
  return (
    <StaffDialog
      title={t(announcement === null ? 'operations.announcements.add' : 'operations.announcements.edit')}
      isWide
      verb={t('admin.save')}
      form={form}
      onClose={onClose}
    >
      {textField('ru')}
      <details className={styles.more}>
        <summary>{t('operations.textsMore')}</summary>
        <p className={styles.note}>{t('operations.textsNote')}</p>
        <div className={styles.fields}>{LANGUAGES.filter((lang) => lang !== 'ru').map(textField)}</div>
      </details>
      <div className={styles.pair}>
        <NativeSelect
          {...field('level', t('operations.level'))}
          data={LEVELS.map((value) => ({ value, label: t(`operations.level.${value}`) }))}
        />
        <TextInput {...field('url', t('operations.link'))} description={t('operations.linkNote')} />
        {timeField('starts', t('operations.from'), t('operations.fromNote'))}
        {timeField('ends', t('operations.until'), t('operations.untilNote'))}
      </div>
      <Switch
        label={t('operations.dismissible')}
        checked={draft.dismissible}
        onChange={(event) => change({ dismissible: event.currentTarget.checked })}
      />
    </StaffDialog>
  );
}

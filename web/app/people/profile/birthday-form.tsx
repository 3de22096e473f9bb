import { daysInMonth } from '@app/contract/people/birthday-calendar';
import type { OwnBirthday } from '@app/contract/people/birthdays';
import type { Audience } from '@app/contract/people/privacy';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { BIRTH_YEAR_MIN, birthdaysApi } from '#contract/people/birthdays';
import { AUDIENCES } from '#contract/people/privacy';
import { call } from '../../platform/call.ts';
import { formatMonthName } from '../../platform/format/format-time.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import fields from '../users/fields/fields.module.css';
import styles from './birthday-form.module.css';

/** Numbers as text, '' where nothing is chosen. */
interface BirthdayFields {
  day: string;
  month: string;
  year: string;
  audience: Audience;
}

const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

const draftOf = (birthday: OwnBirthday | null): BirthdayFields => ({
  day: String(birthday?.day ?? ''),
  month: String(birthday?.month ?? ''),
  year: String(birthday?.year ?? ''),
  audience: birthday?.audience ?? 'friends',
});

const yearOf = ({ year }: BirthdayFields): number | null => (year === '' ? null : Number(year));

function check(draft: BirthdayFields) {
  if (draft.day === '' || draft.month === '')
    return { [draft.day === '' ? 'day' : 'month']: 'settings.birthday.required' };
  return {
    day: Number(draft.day) > daysInMonth(Number(draft.month), yearOf(draft)) ? 'settings.birthday.wrong' : undefined,
  };
}

export function BirthdayForm({ birthday }: { birthday: OwnBirthday | null }) {
  const t = useText('settings');
  const lang = useLanguage();
  const [hasBirthday, setHasBirthday] = useState(birthday !== null);
  const form = useForm<BirthdayFields>({
    initial: () => draftOf(birthday),
    t,
    check,
    async send(draft) {
      const body = { ...draft, day: Number(draft.day), month: Number(draft.month), year: yearOf(draft) };
      const saved = await call(birthdaysApi.set, { body });
      form.replace(draftOf(saved.birthday));
      setHasBirthday(true);
      toast.success(t('settings.birthday.saved'));
    },
  });
  const { values, errors, change } = form;
  const choice = (name: 'day' | 'month' | 'year', data: { value: string; label: string }[]) => (
    <Select
      name={name}
      label={t(`settings.birthday.${name}`)}
      data={data}
      value={values[name]}
      error={errors[name]}
      searchable={name === 'year'}
      allowDeselect={false}
      onChange={(chosen) => change({ [name]: chosen ?? '' }, ['day', 'month', 'year'])}
    />
  );
  const plain = (all: string[]) => all.map((value) => ({ value, label: value }));

  return (
    <form {...form.props} className={styles.form} aria-labelledby="birthday">
      <h2 id="birthday">{t('settings.birthday')}</h2>
      <div className={styles.date}>
        {choice('day', plain(numbers(1, 31)))}
        {choice(
          'month',
          numbers(1, 12).map((value) => ({ value, label: formatMonthName(lang, Number(value)) })),
        )}
        {choice('year', [
          { value: '', label: t('settings.birthday.noYear') },
          ...plain(numbers(BIRTH_YEAR_MIN, new Date().getUTCFullYear()).reverse()),
        ])}
      </div>
      <div className={fields.two}>
        <Select
          name="audience"
          label={t('settings.birthday.audience')}
          data={AUDIENCES.map((value) => ({ value, label: t(`settings.birthday.audience.${value}`) }))}
          value={values.audience}
          allowDeselect={false}
          onChange={(chosen) => change({ audience: AUDIENCES.find((one) => one === chosen) ?? 'friends' })}
        />
      </div>
      <p className="small">{t('settings.birthday.hint')}</p>
      <div className={styles.actions}>
        {/* The filled button of the page is that of the profile. */}
        <button type="submit" className={button('light')} disabled={form.isSending}>
          {t('settings.birthday.save')}
        </button>
        {hasBirthday && (
          <button
            type="button"
            className={button('quiet')}
            onClick={() =>
              void form.submit(async () => {
                await call(birthdaysApi.remove);
                form.replace(draftOf(null));
                setHasBirthday(false);
                toast.success(t('settings.birthday.removed'));
              })
            }
          >
            {t('settings.birthday.remove')}
          </button>
        )}
      </div>
    </form>
  );
}

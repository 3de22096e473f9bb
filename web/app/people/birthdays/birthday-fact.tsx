import type { Birthday } from '@app/contract/people/birthdays';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { formatBirthday, upcomingBirthday } from './birthday-day.ts';

/** «5 декабря, исполнится 30» beside a cake. Server and browser may render on different sides of midnight. */
export function BirthdayFact({ birthday }: { birthday: Birthday }) {
  const t = useText('person');
  const lang = useLanguage();
  const { isToday, turns } = upcomingBirthday(birthday, Date.now());
  const values = { date: formatBirthday(lang, birthday), age: turns ?? 0 };
  if (isToday) return <span suppressHydrationWarning>{t('person.birthday.today', values)}</span>;
  return (
    <span suppressHydrationWarning>
      <span className="sr">{t('person.birthday.label')} </span>
      {t('person.birthday', values)}
    </span>
  );
}

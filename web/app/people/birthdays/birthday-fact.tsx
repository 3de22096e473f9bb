import type { Birthday } from '@app/contract/people/birthdays';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { formatBirthday, upcomingBirthday } from './birthday-day.ts';

/** «День рождения: 5 декабря, исполнится 30». Server and browser may render on different sides of midnight. */
export function BirthdayFact({ birthday }: { birthday: Birthday }) {
  const t = useText('person');
  const lang = useLanguage();
  const { isToday, turns } = upcomingBirthday(birthday, Date.now());
  const values = { date: formatBirthday(lang, birthday), age: turns ?? 0 };
  return <span suppressHydrationWarning>{t(isToday ? 'person.birthday.today' : 'person.birthday', values)}</span>;
}

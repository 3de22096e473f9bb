import type { SellerSettings } from '@app/contract/market/seller-settings';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { formatIn } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { Toggle } from '../../ui/form/toggle.tsx';
import styles from './seller-settings.module.css';
import { useSettingsChange } from './use-settings-change.ts';
import { endsOf, evenWeek, isEven, startsOf, toggleDay, usualWeek, type Week, withStart } from './week-hours.ts';

interface HoursPartProps {
  settings: SellerSettings;
  zoneName: string;
  onSaved: (settings: SellerSettings) => void;
}

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

function useDayName() {
  const lang = useLanguage();
  return (at: number, weekday: 'short' | 'long'): string =>
    formatIn('UTC', lang, `weekday ${weekday}`, { weekday }).format(MONDAY + at * DAY_MS);
}

export function HoursPart({ settings, zoneName, onSaved }: HoursPartProps) {
  const t = useText('seller-settings');
  const dayName = useDayName();
  const [week, setWeek] = useState<Week | null>(settings.hours);
  const { isSending, save } = useSettingsChange(onSaved);
  const isChanged = JSON.stringify(week) !== JSON.stringify(settings.hours);

  const changeDay = (at: number, day: Week[number]): void =>
    setWeek((known) => known?.map((one, place) => (place === at ? day : one)) ?? null);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void save({ hours: week }, t('seller-settings.hours.saved'));
  }

  return (
    <section className={styles.part} aria-labelledby="hours">
      <form onSubmit={handleSubmit}>
        <div className={styles.head}>
          <div>
            <h2 id="hours">{t('seller-settings.hours.title')}</h2>
            <p className="dim">{t('seller-settings.hours.text')}</p>
          </div>
          <Toggle
            label={t('seller-settings.hours.title')}
            isOn={week !== null}
            onSwitch={(isOn) => setWeek(isOn ? (settings.hours ?? usualWeek()) : null)}
          />
        </div>
        {week !== null && (
          <>
            <ul className={styles.week}>
              {week.map((day, at) => {
                const name = dayName(at, 'long');
                return (
                  <li key={name}>
                    <Toggle
                      label={t('seller-settings.hours.day', { day: name })}
                      isOn={day !== null}
                      onSwitch={() => setWeek(toggleDay(week, at))}
                      className={styles.day}
                    >
                      {dayName(at, 'short')}
                    </Toggle>
                    {day === null ? (
                      <span className="dim">{t('seller-settings.hours.off')}</span>
                    ) : (
                      <span className={styles.span}>
                        <TimeSelect
                          label={t('seller-settings.hours.from', { day: name })}
                          value={day.from}
                          times={startsOf(day)}
                          onChange={(from) => changeDay(at, withStart(day, from))}
                        />
                        <span aria-hidden="true">–</span>
                        <TimeSelect
                          label={t('seller-settings.hours.to', { day: name })}
                          value={day.to}
                          times={endsOf(day)}
                          onChange={(to) => changeDay(at, { ...day, to })}
                        />
                      </span>
                    )}
                  </li>
                );
              })}
            </ul>
            {!isEven(week) && (
              <button type="button" className={button('quiet', 'small')} onClick={() => setWeek(evenWeek(week))}>
                {t('seller-settings.hours.even')}
              </button>
            )}
            <p className={styles.note}>
              {t('seller-settings.hours.zone', { zone: zoneName })}{' '}
              <Link to="/profile/notifications#zone" className="link">
                {t('seller-settings.hours.zone.change')}
              </Link>
            </p>
          </>
        )}
        {isChanged && (
          <button type="submit" className={button('primary')} disabled={isSending}>
            {t('seller-settings.save')}
          </button>
        )}
      </form>
    </section>
  );
}

interface TimeSelectProps {
  label: string;
  value: string;
  times: readonly string[];
  onChange: (time: string) => void;
}

function TimeSelect({ label, value, times, onChange }: TimeSelectProps) {
  return (
    <select aria-label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {times.map((time) => (
        <option key={time}>{time}</option>
      ))}
    </select>
  );
}

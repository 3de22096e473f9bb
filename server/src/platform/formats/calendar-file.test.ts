import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { formatCalendarFile } from './calendar-file.ts';

const event = {
  product: 'Meetings',
  uid: 'meeting-7',
  now: new Date('2026-11-27T10:00:00Z'),
  start: new Date('2026-11-28T11:00:00Z'),
  end: new Date('2026-11-28T12:00:00Z'),
  url: 'https://okolo.example/conversation/5',
  alarmMinutes: 60,
};

test.each([
  ['signs of the format', 'Хлеб, соль; и вода\\n, «BEGIN:VALARM»: "да"', 'ТЦ «Кольцо», ул. Петербургская, 1; вход\\'],
  ['several lines', 'Первая\nвторая\n\nEND:VEVENT', 'Двор\nза аркой'],
  ['lines of Windows', 'Первая\r\nвторая', 'Двор\r\nза аркой'],
  ['long words of four bytes', '🚲'.repeat(60), 'Очень длинное место '.repeat(12).trim()],
  ['other alphabets', '자전거를 팝니다', 'Straße «Über» 12'],
])('a calendar program reads an event whose texts hold %s', (_case, summary, location) => {
  const file = formatCalendarFile('https://okolo.example', { ...event, summary, location });
  const calendar = new ICAL.Component(ICAL.parse(file));
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
  const [entry, ...others] = calendar.getAllSubcomponents('vevent');
  expect(others).toEqual([]);
  const read = new ICAL.Event(entry);
  const lines = (text: string): string => text.replace(/\r\n/g, '\n');
  expect([read.summary, read.location]).toEqual([lines(summary), lines(location)]);
  expect(read.uid).toBe('meeting-7@okolo.example');
  expect(read.startDate.toJSDate()).toEqual(event.start);
  expect(read.endDate.toJSDate()).toEqual(event.end);
  expect(entry?.getFirstPropertyValue('url')).toBe(event.url);
  const alarm = entry?.getFirstSubcomponent('valarm');
  expect(alarm?.getFirstPropertyValue('trigger')?.toString()).toBe('-PT60M');
});

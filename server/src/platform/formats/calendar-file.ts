import type { FastifyReply } from 'fastify';

/** Maximum octets of a line without its folding space (RFC 5545 allows 75). */
const LINE_BYTES = 74;

export interface CalendarEvent {
  product: string;
  /** Unique within the site. */
  uid: string;
  now: Date;
  start: Date;
  end: Date;
  summary: string;
  location?: string;
  url: string;
  alarmMinutes: number;
}

const stamp = (moment: Date): string => `${moment.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;

const escapeText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');

/** Folds a long line by a line break and a space (RFC 5545), never within a character. */
export function foldIcsLine(line: string): string {
  const lines: string[] = [];
  let current = '';
  for (const character of line) {
    if (Buffer.byteLength(current + character) > LINE_BYTES) {
      lines.push(current);
      current = ' ';
    }
    current += character;
  }
  return [...lines, current].join('\r\n');
}

/** One event with an alarm, as a file that calendars import (RFC 5545). */
export function formatCalendarFile(publicUrl: string, event: CalendarEvent): string {
  const { product, uid, now, start, end, summary, location, url, alarmMinutes } = event;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Okolo//${product}//RU`,
    'BEGIN:VEVENT',
    `UID:${uid}@${new URL(publicUrl).hostname}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(end)}`,
    `SUMMARY:${escapeText(summary)}`,
    ...(location === undefined ? [] : [`LOCATION:${escapeText(location)}`]),
    `URL:${url}`,
    `DESCRIPTION:${escapeText(url)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(summary)}`,
    `TRIGGER:-PT${alarmMinutes}M`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(foldIcsLine).join('\r\n')}\r\n`;
}

export const sendCalendarFile = (reply: FastifyReply, name: string, file: string): FastifyReply =>
  reply
    .header('content-type', 'text/calendar; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.ics"`)
    .header('cache-control', 'no-store')
    .send(file);

import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { identifyViewer } from '../../platform/http/bind.ts';
import { texts } from '../../platform/texts.ts';
import { linkOf } from './link-of.ts';
import { findVisibleStream, type StreamRow } from './streams.queries.ts';
import { themeFor } from './theme.ts';

const HOUR_MS = 3_600_000;
/** Maximum octets of a line without its folding space (RFC 5545 allows 75). */
const LINE_BYTES = 74;

const stamp = (moment: Date): string => `${moment.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;

const escapeText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\n/g, '\\n');

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

export function formatCalendar(
  stream: Pick<StreamRow, 'id' | 'userId'> & { theme: string },
  plannedFor: Date,
  now: Date,
  publicUrl: string,
): string {
  const url = `${publicUrl}${linkOf(stream)}`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Okolo//Streams//RU',
    'BEGIN:VEVENT',
    `UID:stream-${stream.id}@${new URL(publicUrl).hostname}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(plannedFor)}`,
    `DTEND:${stamp(new Date(plannedFor.getTime() + HOUR_MS))}`,
    `SUMMARY:${escapeText(stream.theme)}`,
    `URL:${url}`,
    `DESCRIPTION:${escapeText(url)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(stream.theme)}`,
    'TRIGGER:-PT10M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(foldIcsLine).join('\r\n')}\r\n`;
}

export function registerCalendar(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string } }>('/api/streams/:id/calendar.ics', async (request, reply) => {
    const id = Number(request.params.id);
    const viewer = await identifyViewer(services, request);
    const stream = Number.isSafeInteger(id) ? await findVisibleStream(services.db, viewer, id) : undefined;
    if (stream?.state !== 'announced' || stream.plannedFor === null) throw new Failure('not_found');
    const theme = themeFor(texts, viewer.lang, stream);
    return reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="stream-${id}.ics"`)
      .header('cache-control', 'no-store')
      .send(formatCalendar({ ...stream, theme }, stream.plannedFor, stream.now, services.config.publicUrl));
  });
}

import { id } from '@app/contract/platform/fields';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { formatCalendarFile, sendCalendarFile } from '../../platform/formats/calendar-file.ts';
import { identifyViewer } from '../../platform/http/bind.ts';
import { texts } from '../../platform/texts.ts';
import { linkOf } from './link-of.ts';
import { findVisibleStream, type StreamRow } from './streams.queries.ts';
import { themeFor } from './theme.ts';

const HOUR_MS = 3_600_000;
const ALARM_MINUTES = 10;

export const formatCalendar = (
  stream: Pick<StreamRow, 'id' | 'userId'> & { theme: string },
  plannedFor: Date,
  now: Date,
  publicUrl: string,
): string =>
  formatCalendarFile(publicUrl, {
    product: 'Streams',
    uid: `stream-${stream.id}`,
    now,
    start: plannedFor,
    end: new Date(plannedFor.getTime() + HOUR_MS),
    summary: stream.theme,
    url: `${publicUrl}${linkOf(stream)}`,
    alarmMinutes: ALARM_MINUTES,
  });

export function registerCalendar(app: FastifyInstance, services: Services): void {
  app.downloads.push({
    paths: ['/api/streams/{id}/calendar.ics'],
    types: ['text/calendar'],
    access: 'public',
    summary: 'The date of an announced stream as a calendar file, for those who may see it.',
    params: z.object({ id }),
    errors: ['not_found'],
  });
  app.get<{ Params: { id: string } }>('/api/streams/:id/calendar.ics', async (request, reply) => {
    const id = Number(request.params.id);
    const viewer = await identifyViewer(services, request);
    const stream = Number.isSafeInteger(id) ? await findVisibleStream(services.db, viewer, id) : undefined;
    if (stream?.state !== 'announced' || stream.plannedFor === null) throw new Failure('not_found');
    const theme = themeFor(texts, viewer.lang, stream);
    const file = formatCalendar({ ...stream, theme }, stream.plannedFor, stream.now, services.config.publicUrl);
    return sendCalendarFile(reply, `stream-${id}`, file);
  });
}

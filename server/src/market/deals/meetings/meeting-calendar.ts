import { id } from '@app/contract/platform/fields';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import { formatCalendarFile, sendCalendarFile } from '../../../platform/formats/calendar-file.ts';
import { identifyViewer } from '../../../platform/http/bind.ts';
import { texts } from '../../../platform/texts.ts';
import { placeText } from './meetings.policy.ts';
import { presentMeetings } from './present-meetings.public.ts';

const HOUR_MS = 3_600_000;
const ALARM_MINUTES = 60;

/** An agreed meeting as a calendar file, for its two people. */
export function registerMeetingCalendar(app: FastifyInstance, services: Services): void {
  app.downloads.push({
    paths: ['/api/meetings/{id}/calendar.ics'],
    types: ['text/calendar'],
    access: 'public',
    summary: 'An agreed meeting as a calendar file, for its two people; others get `not_found`.',
    params: z.object({ id }),
    errors: ['not_found'],
  });
  app.get<{ Params: { id: string } }>('/api/meetings/:id/calendar.ics', async (request, reply) => {
    const id = Number(request.params.id);
    const { userId, lang } = await identifyViewer(services, request);
    const isId = Number.isSafeInteger(id) && userId !== null;
    const meeting = isId ? (await presentMeetings(services, { userId, lang }, [id])).get(id) : undefined;
    if (meeting?.state !== 'agreed') throw new Failure('not_found');
    const { publicUrl } = services.config;
    const start = new Date(meeting.at);
    const file = formatCalendarFile(publicUrl, {
      product: 'Meetings',
      uid: `meeting-${id}`,
      now: services.clock(),
      start,
      end: new Date(start.getTime() + HOUR_MS),
      summary: texts.t(lang, 'deals.meeting.calendar', { title: meeting.title }),
      location: placeText(meeting.place.name, meeting.place.address),
      url: `${publicUrl}/conversation/${meeting.user_id}`,
      alarmMinutes: ALARM_MINUTES,
    });
    return sendCalendarFile(reply, `meeting-${id}`, file);
  });
}

import { meetingsApi } from '@app/contract/market/meetings';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/domain/services.ts';
import { bind } from '../../../platform/http/bind.ts';
import {
  acceptMeeting,
  arriveAtMeeting,
  cancelMeeting,
  confirmMeeting,
  declineMeeting,
  setMeetingRelative,
} from './answer-meeting.ts';
import { listMeetings } from './list-meetings.ts';
import { registerMeetingCalendar } from './meeting-calendar.ts';
import { getMeeting } from './present-meetings.public.ts';
import { changeMeeting, listMeetingOptions, proposeMeeting } from './propose-meeting.ts';

export function registerMeetings(app: FastifyInstance, services: Services): void {
  bind(app, services, meetingsApi, {
    list: ({ viewer }) => listMeetings(services, viewer),
    one: ({ viewer, params }) => getMeeting(services, viewer, params.id),
    options: ({ viewer, query }) => listMeetingOptions(services, viewer, query),
    propose: ({ viewer, body, idempotency }) => proposeMeeting(services, viewer, body, idempotency),
    change: ({ viewer, params, body, idempotency }) => changeMeeting(services, viewer, params.id, body, idempotency),
    accept: ({ viewer, params }) => acceptMeeting(services, viewer, params.id),
    decline: ({ viewer, params }) => declineMeeting(services, viewer, params.id),
    cancel: ({ viewer, params, body }) => cancelMeeting(services, viewer, params.id, body.reason),
    arrive: ({ viewer, params }) => arriveAtMeeting(services, viewer, params.id),
    confirm: ({ viewer, params }) => confirmMeeting(services, viewer, params.id),
    setRelative: ({ viewer, params, body }) => setMeetingRelative(services, viewer, params.id, body.user_id ?? null),
  });
  registerMeetingCalendar(app, services);
}

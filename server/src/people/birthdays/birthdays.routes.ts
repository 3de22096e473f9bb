import { birthdaysApi } from '@app/contract/people/birthdays';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { listUpcomingBirthdays } from './list-birthdays.ts';
import { findBirthdayOf, getOwnBirthday, removeOwnBirthday, setOwnBirthday } from './own-birthday.ts';

export function registerBirthdays(app: FastifyInstance, services: Services): void {
  bind(app, services, birthdaysApi, {
    get: ({ viewer }) => getOwnBirthday(services.db, viewer),
    set: ({ viewer, body }) => setOwnBirthday(services, viewer, body),
    remove: ({ viewer }) => removeOwnBirthday(services, viewer),
    of: ({ viewer, params }) => findBirthdayOf(services.db, viewer, params.id),
    upcoming: ({ viewer }) => listUpcomingBirthdays(services, viewer),
  });
}

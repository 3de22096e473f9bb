import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { day, id, wholeNumber } from '../platform/fields.ts';
import { daysInMonth } from './birthday-calendar.ts';
import { audience } from './privacy.ts';
import { User } from './users.ts';

export const BIRTH_YEAR_MIN = 1900;
/** How many days ahead birthdays of friends are listed. */
export const BIRTHDAYS_DAYS = 30;
export const BIRTHDAYS_MAX = 50;

export const Birthday = z.object({
  day: z.number().int(),
  month: z.number().int(),
  /** Null where the person did not give it. */
  year: z.number().int().nullable(),
});
export type Birthday = z.infer<typeof Birthday>;

export const OwnBirthday = Birthday.extend({ audience });
export type OwnBirthday = z.infer<typeof OwnBirthday>;

export const BirthdayDraft = z
  .object({
    day: wholeNumber(1, 31),
    month: wholeNumber(1, 12),
    year: wholeNumber(BIRTH_YEAR_MIN, 2200).nullable().default(null),
    /** `me`: nobody else. */
    audience: audience.default('friends'),
  })
  .refine((draft) => draft.day <= daysInMonth(draft.month, draft.year), { path: ['day'] });
export type BirthdayDraft = z.infer<typeof BirthdayDraft>;

const own = z.object({ birthday: OwnBirthday.nullable() });
const paths = (suffix: string) => [`/api/users/${suffix}`, `/api/user/${suffix}`];

export const birthdaysApi = {
  get: endpoint('GET', paths('birthday'), 'user', {
    summary: 'The viewer’s own birthday and who sees it.',
    response: own,
  }),
  set: endpoint('PUT', paths('birthday'), 'user', {
    summary: 'Set the own birthday: day and month, the year if wanted, and who sees it.',
    body: BirthdayDraft,
    response: own,
  }),
  remove: endpoint('DELETE', paths('birthday'), 'user', {
    summary: 'Delete the own birthday; again changes nothing.',
    response: own,
  }),
  of: endpoint('GET', paths('birthday/{id}'), 'public', {
    summary: 'A person’s birthday, as far as the viewer is shown it; null otherwise.',
    standby: true,
    params: z.object({ id }),
    response: z.object({ birthday: Birthday.nullable() }),
  }),
  upcoming: endpoint('GET', paths('birthdays'), 'user', {
    summary: `Birthdays of the viewer’s friends in the next ${BIRTHDAYS_DAYS} days, the nearest first, by the calendar of the viewer. Those whom the viewer muted are left out.`,
    standby: true,
    response: z.object({
      list: z.array(
        z.object({
          user: User,
          date: day,
          /** 0: today. */
          in_days: z.number().int(),
          turns: z.number().int().nullable(),
        }),
      ),
    }),
  }),
};

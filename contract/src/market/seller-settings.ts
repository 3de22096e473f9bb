import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, requiredLine, requiredText, text, timestamp } from '../platform/fields.ts';
import { minuteOf, WEEK_DAYS } from './seller-hours.ts';

export const AWAY_TEXT_MAX = 500;
export const ANSWER_TEMPLATES_MAX = 20;
export const TEMPLATE_TITLE_MAX = 40;
export const TEMPLATE_TEXT_MAX = 1000;

const clockTime = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/);
/** Hours over midnight are those of two days: until `24:00`, and from `00:00`. */
const dayHours = z
  .object({ from: clockTime, to: clockTime })
  .refine(({ from, to }) => minuteOf(from) < minuteOf(to), { path: ['to'] });
/** Monday first; null: a day off. At least one day has hours. */
const weekHours = z
  .array(dayHours.nullable())
  .length(WEEK_DAYS)
  .refine((days) => days.some((day) => day !== null));

const template = z.object({ title: requiredLine(TEMPLATE_TITLE_MAX), content: requiredText(TEMPLATE_TEXT_MAX) });
export type AnswerTemplate = z.infer<typeof template>;

export const SellerSettings = z.object({
  /** Null: the seller names none. */
  hours: z.array(z.object({ from: z.string(), to: z.string() }).nullable()).nullable(),
  /** IANA zone of the hours and of the day of the away answer: that of the notification settings, else Moscow. */
  time_zone: z.string(),
  /** What buyers are answered outside of the hours and on vacation, once a day each. */
  away: z.object({ on: bit, text: z.string() }),
  templates: z.array(z.object({ title: z.string(), content: z.string() })),
  /** Null: the seller is at home. */
  vacation: z.object({ since: timestamp }).nullable(),
});
export type SellerSettings = z.infer<typeof SellerSettings>;

export const sellerSettingsApi = {
  get: endpoint('GET', '/api/seller/settings', 'user', {
    summary: 'The viewer’s working hours, away answer and answer templates.',
    response: SellerSettings,
  }),
  change: endpoint('PUT', '/api/seller/settings', 'user', {
    summary:
      'Change working hours, away answer or answer templates; omitted fields stay, and a list of templates replaces the known one. An away answer that is on has a text.',
    body: z.object({
      hours: weekHours.nullable().optional(),
      away: z
        .object({ on: flag, text: text(AWAY_TEXT_MAX) })
        .refine((away) => away.on === 0 || away.text !== '', { path: ['text'] })
        .optional(),
      templates: z.array(template).max(ANSWER_TEMPLATES_MAX).optional(),
    }),
    response: SellerSettings,
  }),
};

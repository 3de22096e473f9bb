import { IMAGE_SRC_WIDTH, imageUrl } from '@app/contract/files/media';
import type { Notification } from '@app/contract/notifications/notifications';
import type { Lang } from '@app/contract/platform/languages';
import { formatDay, formatMoment } from '../../platform/format-time.ts';
import type { Texts } from '../../platform/texts.ts';
import type { NotificationRow } from './notifications.queries.ts';
import type { NotificationDetails } from './notifications.tables.ts';

const QUOTED_MAX = 60;
const NO_BREAK_SPACE = '\u00a0';

const DEFAULT_DETAILS: NotificationDetails = {
  title: '',
  name: '',
  reason: '',
  price: 0,
  price_before: 0,
  days: 0,
  hours: 0,
  outcome: '',
  state: '',
  until: '',
  what: '',
  amount: 0,
  views: 0,
  points: 0,
  about: '',
  at: '',
  place: '',
  age: 0,
};

export function presentNotification(row: NotificationRow, texts: Texts, lang: Lang): Notification {
  const title = presentTitle(row, texts, lang);
  const details = presentValues({ ...DEFAULT_DETAILS, ...row.details }, texts, lang, row.time_zone);
  const values = { ...details, count: row.event_count };
  const body = texts.t(lang, `notifications.kind.${row.kind}`, values).trim();
  const text = `${title} · ${body}`;
  return {
    id: row.id,
    kind: row.kind,
    text,
    message: text,
    title,
    body,
    events: row.event_count,
    timestamp: row.created_at.toISOString(),
    read: row.read_at === null ? 0 : 1,
    link: row.link,
    meta: {
      user: presentActor(row, texts, lang),
      ...(row.board_id !== null && { board_id: row.board_id }),
      ...(row.can_answer && { can_answer: 1 as const }),
    },
  };
}

function presentActor(row: NotificationRow, texts: Texts, lang: Lang): Notification['meta']['user'] {
  if (row.actor_id === null) return null;
  if (row.is_actor_gone) {
    return { id: row.actor_id, firstname: texts.t(lang, 'notifications.gone'), lastname: '', photo: null };
  }
  return {
    id: row.actor_id,
    firstname: row.firstname ?? '',
    lastname: row.lastname ?? '',
    photo: row.photo === null ? null : imageUrl(row.photo, IMAGE_SRC_WIDTH.avatar),
  };
}

function presentTitle(row: NotificationRow, texts: Texts, lang: Lang): string {
  const actor = presentActor(row, texts, lang);
  if (actor === null) return texts.t(lang, `notifications.title.${row.kind}`);
  const name = `${actor.firstname} ${actor.lastname}`.trim();
  return row.people > 1 ? texts.t(lang, 'notifications.people', { name, count: row.people - 1 }) : name;
}

function presentValues(
  details: NotificationDetails,
  texts: Texts,
  lang: Lang,
  timeZone: string | null,
): NotificationDetails {
  const until = String(details.until ?? '');
  const at = new Date(String(details.at ?? ''));
  const price = (roubles: unknown) => formatPrice(Number(roubles), texts, lang);
  return {
    ...details,
    title: quote(details.title),
    has_title: details.title === '' ? 'no' : 'yes',
    name: quote(details.name),
    reason: quote(details.reason, QUOTED_MAX * 3),
    has_reason: details.reason === '' ? 'no' : 'yes',
    price: price(details.price),
    price_before: price(details.price_before),
    until: Number.isNaN(Date.parse(until)) ? '' : formatDay(lang, until, timeZone),
    at: Number.isNaN(at.getTime()) ? '' : formatMoment(lang, at, timeZone),
    place: quote(details.place, QUOTED_MAX * 3),
    has_until: details.until === '' ? 'no' : 'yes',
  };
}

function quote(value: string | number | undefined, max = QUOTED_MAX): string {
  const line = String(value ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  const signs = [...line];
  if (signs.length <= max) return line;
  const start = signs.slice(0, max).join('');
  const word = start.lastIndexOf(' ');
  return `${start.slice(0, word > max / 2 ? word : undefined).replace(/[\s.,;:–-]+$/u, '')}…`;
}

function formatPrice(roubles: number, texts: Texts, lang: Lang): string {
  if (roubles === 0) return texts.t(lang, 'ads.price.none');
  const group = lang === 'ko' || lang === 'en' ? ',' : NO_BREAK_SPACE;
  return `${String(roubles).replace(/\B(?=(\d{3})+$)/g, group)}${NO_BREAK_SPACE}₽`;
}

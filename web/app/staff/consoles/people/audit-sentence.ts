import type { AuditEntry } from '@app/contract/platform/audit';
import type { Lang } from '@app/contract/platform/languages';
import { hasText, type TextKey, type TextValues } from '../../../platform/texts.ts';

export interface AuditText {
  lang: Lang;
  t: (key: TextKey<'admin-audit'>, values?: TextValues) => string;
}

/** Returns the text of a name that the log holds; undefined for names that have none, such as those of old versions. */
function lookUp({ lang, t }: AuditText, name: string, values?: { name: string }): string | undefined {
  const key = `admin-audit.${name}`;
  return hasText(lang, key) ? t(key as 'admin-audit.yes', values) : undefined;
}

export const actionText = (text: AuditText, action: string): string => lookUp(text, `act.${action}`) ?? action;

/** Formats `ad:7` as «Объявление «Велосипед»», or «Объявление № 7» without a title; '' when the person says it all. */
export function objectText(text: AuditText, { object, object_name: title, about }: AuditEntry): string {
  const [kind = '', id = ''] = object.split(':');
  if (object === '' || (kind === 'user' && about !== null)) return '';
  const number = /^\d+$/.test(id) ? text.t('admin-audit.number', { id }) : id;
  return lookUp(text, `of.${kind}`, { name: title === '' ? number : `«${title}»` })?.trim() ?? object;
}

function valueText(text: AuditText, value: unknown): string {
  if (typeof value === 'boolean') return text.t(value ? 'admin-audit.yes' : 'admin-audit.no');
  if (Array.isArray(value)) return value.map((one) => valueText(text, one)).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, inner]) => `${lookUp(text, `with.${name}`) ?? name}: ${valueText(text, inner)}`)
      .join(', ');
  return String(value ?? '–');
}

/** Formats details as «поиск: лодка», one text each. */
export function detailTexts(text: AuditText, details: string): string[] {
  if (details === '') return [];
  const entries = Object.entries(JSON.parse(details) as Record<string, unknown>);
  return entries
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${lookUp(text, `with.${name}`) ?? name}: ${valueText(text, value)}`);
}

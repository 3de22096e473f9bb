import type { AuditEntry } from '@app/contract/platform/audit';
import type { Text } from '../../../platform/texts.ts';

type AuditText = Text<'admin-audit'>;

/** Returns the text of a name that the log holds; undefined for names that have none, such as those of old versions. */
function lookUp(t: AuditText, name: string, values?: { name: string }): string | undefined {
  const key = `admin-audit.${name}`;
  const text = t(key as 'admin-audit.yes', values);
  return text === key ? undefined : text;
}

export const actionText = (t: AuditText, action: string): string => lookUp(t, `act.${action}`) ?? action;

/** Formats `ad:7` as «Объявление «Велосипед»», or «Объявление № 7» without a title; '' when the person says it all. */
export function objectText(t: AuditText, { object, object_name: title, about }: AuditEntry): string {
  const [kind = '', id = ''] = object.split(':');
  if (object === '' || (kind === 'user' && about !== null)) return '';
  const number = /^\d+$/.test(id) ? t('admin-audit.number', { id }) : id;
  return lookUp(t, `of.${kind}`, { name: title === '' ? number : `«${title}»` })?.trim() ?? object;
}

function valueText(t: AuditText, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'admin-audit.yes' : 'admin-audit.no');
  if (Array.isArray(value)) return value.map((one) => valueText(t, one)).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, inner]) => `${lookUp(t, `with.${name}`) ?? name}: ${valueText(t, inner)}`)
      .join(', ');
  return String(value ?? '–');
}

/** Formats details as «поиск: лодка», one text each. */
export function detailTexts(t: AuditText, details: string): string[] {
  if (details === '') return [];
  const entries = Object.entries(JSON.parse(details) as Record<string, unknown>);
  return entries
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${lookUp(t, `with.${name}`) ?? name}: ${valueText(t, value)}`);
}

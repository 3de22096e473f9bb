import type { Messages } from '@lingui/core';
import type { TextValues } from './texts.ts';

type Message = Messages[string];

const plurals = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

function kept<T>(all: Map<string, T>, lang: string, make: new (lang: string) => T): T {
  const known = all.get(lang) ?? new make(lang);
  all.set(lang, known);
  return known;
}

/**
 * Fills in a compiled message. Of ICU it knows what the catalogues use: plural, select and plain numbers; the runtime of
 * Lingui knows more, and would be 2 % of every first load.
 */
export function formatMessage(lang: string, message: Message, values: TextValues, count?: number): string {
  if (typeof message === 'string') return message;
  const formatNumber = (value: number): string => kept(numbers, lang, Intl.NumberFormat).format(value);
  const parts = message.map((token) => {
    if (typeof token === 'string') return token === '#' && count !== undefined ? formatNumber(count) : token;
    const [name, type, cases = {}] = token as [name: string, type?: string, cases?: Record<string, Message>];
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (type === undefined) return value;
    if (type === 'number') return formatNumber(Number(value));
    const named = Object.hasOwn(cases, String(value)) ? cases[String(value)] : undefined;
    if (type === 'select') return formatMessage(lang, named ?? cases.other ?? '', values);
    if (type !== 'plural') throw new Error(`No text may have a ${type}`);
    const chosen = named ?? cases[kept(plurals, lang, Intl.PluralRules).select(Number(value))] ?? cases.other ?? '';
    return formatMessage(lang, chosen, values, Number(value));
  });
  return parts.join('');
}

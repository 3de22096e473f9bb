import type { Message } from '@app/contract/messaging/chat';
import type { ChatFileKind } from '@app/contract/messaging/chat-files';
import { withoutMarks } from '@app/contract/messaging/message-marks';
import { findHosts, normalizeCharacters } from '../../platform/text/find-hosts.ts';
import type { ContentKind } from './chat.tables.ts';

export type Warning = Message['warnings'][number];

/** Warnings about a text from an unknown sender. Links to `ownHost`, with or without a port, are not external. */
export function findWarnings(content: string, ownHost: string): Warning[] {
  const text = normalizeCharacters(withoutMarks(content));
  const warnings: Warning[] = [];
  if (findHosts(text).some((host) => !isOf(host, ownHost.replace(/:\d+$/, '')))) warnings.push('link');
  if (hasCardNumber(text)) warnings.push('card_number');
  if (asksForCode(text)) warnings.push('code');
  return warnings;
}

const CARRIED: Readonly<Record<ChatFileKind, ContentKind>> = {
  image: 'photo',
  video: 'video',
  audio: 'audio',
  voice: 'voice',
  file: 'file',
};

export function findContentKinds(
  content: string,
  files: readonly { kind: ChatFileKind }[],
  card: string | null,
): ContentKind[] {
  const carried = new Set<ContentKind>(files.map(({ kind }) => CARRIED[kind]));
  if (findHosts(content).length > 0) carried.add('link');
  if (card !== null) carried.add('card');
  return [...carried];
}

const isOf = (host: string, ownHost: string): boolean => host === ownHost || host.endsWith(`.${ownHost}`);

const DIGITS = /(?<![\p{L}\p{N}+])\d(?:[ \t.\-‐-―_]{0,2}\d){12,}(?![\p{L}\p{N}])/gu;

/** Prefixes by length of number: Mir, Visa, Mastercard, Maestro, UnionPay, American Express, Diners. */
const CARD =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[0-9]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|220[0-4]\d{12,15}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|6\d{15}(?:\d{2,3})?)$/;

function hasCardNumber(text: string): boolean {
  return (text.match(DIGITS) ?? []).some((run) => {
    const groups = run.split(/\D+/);
    return groups.some((_, from) => hasCardFrom(groups.slice(from)));
  });
}

/** Card numbers are written whole or in groups of four, unlike phone numbers. */
function hasCardFrom(groups: readonly string[]): boolean {
  let digits = '';
  for (const [i, group] of groups.entries()) {
    digits += group;
    if (digits.length > 19) return false;
    const isWhole = i === 0 || (groups[0]?.length ?? 0) >= 4;
    if (isWhole && CARD.test(digits) && isLuhn(digits)) return true;
    if (group.length < 4) return false;
  }
  return false;
}

function isLuhn(digits: string): boolean {
  let sum = 0;
  for (const [i, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

const START = String.raw`(?<![\p{L}\p{N}])`;
const END = String.raw`(?![\p{L}\p{N}])`;
const NEAR = String.raw`[^.!?\n]{0,40}`;
const HARMLESS = String.raw`(?!\s+(?:от\s+)?(?:домофон|подъезд|двер|товар|модел|цвет|ошибк|стран|город|калитк|шлагбаум|замк))`;

const CODE_ASKED = [
  `${START}код\\p{L}*${NEAR}${START}(?:из|с|в|по)\\s+(?:смс|sms|эсэмэс|сообщени|письм|пуш|уведомлени|почт|звонк)`,
  `${START}(?:смс|sms)[-\\s]?код`,
  `${START}код\\p{L}*\\s+(?:подтверждени|авторизаци|безопасност|верификаци|доступа)`,
  `${START}(?:пришли|пришлите|назови|назовите|скажи|скажите|продиктуй|продиктуйте|отправь|отправьте|скинь|скиньте|сообщи|сообщите|перешли|перешлите)${END}${NEAR}${START}код${END}${HARMLESS}`,
  `${START}(?:пин|pin)[-\\s]?код|${START}(?:cvv|cvc)2?${END}|три цифры (?:с|на) обор`,
  `${START}(?:verification|confirmation|security|one[-\\s]time|login|access|sms|text|authentication|authorization|\\d[-\\s]digit|(?:six|four)[-\\s]digit) (?:pass)?code`,
  `${START}code\\s+(?:from|in|by|via)\\s+(?:the |your |an? |my )?(?:sms|text|message|e-?mail|letter)`,
  `${START}(?:send|tell|give|read|forward|share|text)\\s+(?:me|us|it|back)?${NEAR}${START}(?<!(?:promo|zip|postal|qr|door|gate|area|source|discount|error)[-\\s])code${END}`,
  `${START}otp${END}`,
  `${START}código${NEAR}(?:verificación|confirmación|seguridad|sms|mensaje|correo)`,
  `${START}(?:bestätigungs|verifizierungs|sicherheits|sms|einmal|freigabe)[-\\s]?code|${START}code\\s+(?:aus|per|von|in)\\s+(?:der |einer |deiner |ihrer )?(?:sms|e-?mail|nachricht)`,
  `${START}code${NEAR}(?:vérification|confirmation|sécurité|sms|message reçu|usage unique|courriel|e-mail)`,
  `${START}codice${NEAR}(?:verifica|conferma|sicurezza|sms|otp|messaggio|ricevuto)`,
  `(?:인증|확인|보안|승인)\\s*(?:번호|코드)|문자${NEAR}(?:번호|코드)`,
].map((pattern) => new RegExp(pattern, 'iu'));

const asksForCode = (text: string): boolean => {
  const normalized = text.replaceAll('ё', 'е').replaceAll('Ё', 'Е');
  return CODE_ASKED.some((pattern) => pattern.test(normalized));
};

import type { Message } from '@app/contract/messaging/chat';
import type { ChatFile } from '@app/contract/messaging/chat-files';
import { withoutMarks } from '@app/contract/messaging/message-marks';
import type { Lang } from '@app/contract/platform/languages';
import { escapeHtml } from '../../../platform/escape-html.ts';
import { formatClock, formatMoment, formatWholeDay } from '../../../platform/format-time.ts';
import type { Texts } from '../../../platform/texts.ts';
import { chatArchivePath } from '../../chat-files/export-chat-files.public.ts';

interface Heading {
  name: string;
  count: number;
  now: Date;
  timeZone: string | null;
}

/** Renders a chat as a self-contained page: no script, no external resources, all text escaped. */
export function chatPageStart(texts: Texts, lang: Lang, { name, count, now, timeZone }: Heading): string {
  const translate = (key: string, values?: Record<string, string | number>) =>
    escapeHtml(texts.t(lang, `dialogs.export.${key}`, values));
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${translate('title', { name })}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 720px; margin: 0 auto; padding: 32px 16px; overflow-wrap: anywhere; }
h1 { font-size: 28px; line-height: 1.25; }
h2 { margin: 32px 0 16px; font-size: 15px; text-align: center; opacity: 0.7; }
article { max-width: 85%; margin: 8px 0; padding: 8px 12px; border-radius: 16px; background: light-dark(#eef1ef, #232a27); }
article.mine { margin-left: auto; background: light-dark(#d8ece3, #1e3a30); }
header { font-size: 14px; opacity: 0.75; }
p { margin: 4px 0; white-space: pre-wrap; }
blockquote { margin: 4px 0; padding-left: 8px; border-left: 3px solid; opacity: 0.75; font-size: 15px; }
img, video { display: block; max-width: 100%; max-height: 480px; margin: 4px 0; border-radius: 12px; }
audio { display: block; width: 100%; margin: 4px 0; }
</style>
</head>
<body>
<h1>${translate('title', { name })}</h1>
<p>${translate('lead', { when: formatMoment(lang, now, timeZone) })} ${translate('count', { count })}.</p>
<p><a href="messages.json">${translate('json')}</a></p>
`;
}

export const chatPageEnd = (): string => '</body>\n</html>\n';

export function chatPageMessages(
  texts: Texts,
  lang: Lang,
  messages: readonly Message[],
  { day, timeZone }: { day: string; timeZone: string | null },
): { html: string; day: string } {
  let html = '';
  let headed = day;
  for (const message of messages) {
    const at = new Date(message.timestamp);
    const own = formatWholeDay(lang, at, timeZone);
    if (own !== headed) html += `<h2>${escapeHtml(own)}</h2>\n`;
    headed = own;
    html += renderMessage(texts, lang, message, formatClock(lang, at, timeZone));
  }
  return { html, day: headed };
}

function renderMessage(texts: Texts, lang: Lang, message: Message, time: string): string {
  const translate = (key: string, values?: Record<string, string>) =>
    escapeHtml(texts.t(lang, `dialogs.export.${key}`, values));
  const { user, reply, forwarded, card, content, attachments } = message;
  const name = escapeHtml(`${user.firstname} ${user.lastname}`.trim());
  const parts = [
    `<header><b>${name}</b> ${escapeHtml(time)}${message.edited === null ? '' : ` · ${translate('edited')}`}</header>`,
  ];
  if (forwarded !== null) parts.push(`<p>${translate('forwarded', { name: forwarded.name })}</p>`);
  if (reply !== null) {
    const quote =
      reply.kind === 'gone'
        ? translate('gone')
        : `${translate('reply', { name: reply.name })}<br>${escapeHtml(withoutMarks(reply.content))}`;
    parts.push(`<blockquote>${quote}</blockquote>`);
  }
  if (message.kind === 'missed_call') parts.push(`<p>${translate('missed_call')}</p>`);
  if (message.call !== undefined) {
    const { declined, duration_s } = message.call;
    parts.push(
      `<p>${declined === 1 ? translate('declined_call') : translate('call', { minutes: String(Math.floor(duration_s / 60)), seconds: String(duration_s % 60) })}</p>`,
    );
  }
  if (content !== '') parts.push(`<p>${escapeHtml(withoutMarks(content))}</p>`);
  for (const file of attachments) parts.push(renderFile(file, translate));
  if (card !== null) parts.push(`<p>${translate('card', { title: card.title })}</p>`);
  if (message.reactions.length > 0)
    parts.push(
      `<p>${message.reactions.map(({ reaction, count }) => `${escapeHtml(reaction)} ${count}`).join(' ')}</p>`,
    );
  return `<article id="m${message.seq}"${message.mine === 1 ? ' class="mine"' : ''}>${parts.join('\n')}</article>\n`;
}

function renderFile(file: ChatFile, translate: (key: string, values: Record<string, string>) => string): string {
  const src = escapeHtml(encodeURI(chatArchivePath(file)));
  if (file.kind === 'image') return `<a href="${src}"><img src="${src}" alt="" loading="lazy"></a>`;
  if (file.kind === 'video') return `<video src="${src}" controls preload="none"></video>`;
  if (file.kind === 'voice' || file.kind === 'audio') return `<audio src="${src}" controls preload="none"></audio>`;
  return `<p><a href="${src}">${translate('file', { name: file.name })}</a></p>`;
}

import { DEFAULT_COLOR, emailColors } from '@app/contract/platform/brand-colors';
import type { Lang } from '@app/contract/platform/languages';
import { escapeHtml } from '../escape-html.ts';
import { formatDay, formatMoment } from '../format-time.ts';
import type { Texts } from '../texts.ts';
import type { Email, EmailContent } from './email.ts';

/** Colors of the light theme only: mail programs darken emails in their own ways. '' for the product's own color. */
const styleOf = (color: string) => {
  const { strong, soft, ink } = emailColors(color || DEFAULT_COLOR);
  return {
    body: "margin:0;padding:24px 16px;background:#f2f4f3;color:#1a1f1d;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif",
    card: 'max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:16px',
    name: `margin:0 0 24px;color:${strong};font-size:22px;font-weight:700`,
    paragraph: 'margin:0 0 16px',
    code: `margin:0 0 16px;padding:12px 16px;background:${soft};border-radius:12px;color:${ink};font:700 28px/1.3 ui-monospace,monospace;letter-spacing:.15em`,
    item: `color:${strong};font-weight:600;text-decoration:none`,
    note: 'color:#5f6562',
    quiet: 'color:#5f6562',
    button: `display:inline-block;padding:12px 20px;background:${strong};border-radius:12px;color:#ffffff;font-weight:600;text-decoration:none`,
    why: 'max-width:520px;margin:16px auto 0;padding:0 32px;color:#5f6562;font-size:14px',
  };
};

/** `timeZone` of the recipient; null: unknown. `color` of the site; '': its own. */
export function renderEmail(
  texts: Texts,
  { lang, template, values, items, unsubscribe }: Email,
  timeZone: string | null = null,
  color = '',
): EmailContent {
  const localizedValues = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, formatValue(lang, value, timeZone)]),
  );
  const translate = (key: string) => texts.t(lang, `mail.${key}`, localizedValues);
  const link = findLink(values);
  const buttonKey = texts.has(`mail.${template}.button`) ? `${template}.button` : 'frame.button';
  const parts: EmailParts = {
    lang,
    name: translate('frame.name'),
    subject: oneLine(translate(`${template}.subject`)),
    paragraphs: [translate('frame.greeting'), ...translate(`${template}.text`).split(/\n{2,}/)],
    code: String(values.code ?? ''),
    items: (items ?? []).map(({ title, note, link }) => ({ title: oneLine(title), note, link: webAddress(link) })),
    button: link === undefined ? undefined : { link, label: translate(buttonKey) },
    signature: translate('frame.signature'),
    why: translate('frame.why'),
    unsubscribe:
      unsubscribe === undefined ? undefined : { link: webAddress(unsubscribe), label: translate('frame.unsubscribe') },
  };
  return { subject: parts.subject, text: toText(parts), html: toHtml(parts, styleOf(color)) };
}

interface EmailParts {
  lang: Lang;
  name: string;
  subject: string;
  paragraphs: string[];
  code: string;
  items: NonNullable<Email['items']>;
  button: { link: string; label: string } | undefined;
  signature: string;
  why: string;
  unsubscribe: { link: string; label: string } | undefined;
}

/** Values may be user input and must not start a new paragraph. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function formatValue(lang: Lang, value: string | number, timeZone: string | null): string | number {
  if (typeof value === 'number') return value;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  const isTimestamp = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value);
  if (isDay) return formatDay(lang, value, timeZone);
  if (isTimestamp) return formatMoment(lang, new Date(value), timeZone);
  return oneLine(value);
}

function findLink({ link }: Email['values']): string | undefined {
  return link === undefined ? undefined : webAddress(String(link));
}

function webAddress(link: string): string {
  const url = new URL(link);
  if (!['http:', 'https:'].includes(url.protocol)) throw new Error(`An email cannot link to ${url.protocol}`);
  return url.href;
}

function toText({ paragraphs, items, button, signature, why, unsubscribe }: EmailParts): string {
  const list = items.map(({ title, note, link }) => `${[title, note].filter(Boolean).join(', ')}\n${link}`);
  const action = button ? [`${button.label}:\n${button.link}`] : [];
  const unsubscribeLines = unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.link}`] : [];
  return `${[...paragraphs, ...list, ...action, ['-- ', signature, why, ...unsubscribeLines].join('\n')].join('\n\n')}\n`;
}

type EmailStyle = ReturnType<typeof styleOf>;

function toHtml(parts: EmailParts, style: EmailStyle): string {
  const { lang, name, subject, paragraphs, code, items, button, signature, why, unsubscribe } = parts;
  const body = paragraphs.map((text) => paragraph(text, text === code ? style.code : style.paragraph));
  const list = items.map(
    ({ title, note, link }) =>
      `<p style="${style.paragraph}"><a href="${escapeHtml(link)}" style="${style.item}">${escapeHtml(title)}</a>${
        note === '' ? '' : `<br><span style="${style.note}">${escapeHtml(note)}</span>`
      }</p>`,
  );
  const unsubscribeHtml = unsubscribe
    ? [
        `<p style="${style.why}"><a href="${escapeHtml(unsubscribe.link)}" style="${style.quiet}">${escapeHtml(unsubscribe.label)}</a></p>`,
      ]
    : [];
  const action = button
    ? [
        `<p style="${style.paragraph}"><a href="${escapeHtml(button.link)}" style="${style.button}">${escapeHtml(button.label)}</a></p>`,
      ]
    : [];
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(subject)}</title>
</head>
<body style="${style.body}">
<div style="${style.card}">
${[paragraph(name, style.name), ...body, ...list, ...action, paragraph(signature, style.paragraph)].join('\n')}
</div>
${[paragraph(why, style.why), ...unsubscribeHtml].join('\n')}
</body>
</html>
`;
}

const paragraph = (text: string, style: string) =>
  `<p style="${style}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;

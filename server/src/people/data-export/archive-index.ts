import type { Lang } from '@app/contract/platform/languages';
import { escapeHtml } from '../../platform/escape-html.ts';
import { formatMoment } from '../../platform/format-time.ts';
import type { Texts } from '../../platform/texts.ts';

interface ArchiveContents {
  createdAt: Date;
  timeZone: string | null;
  domains: readonly string[];
}

/** Builds the index page in the user's language. The page is self-contained: no scripts and no external resources. */
export function archiveIndex(texts: Texts, lang: Lang, { createdAt, timeZone, domains }: ArchiveContents): string {
  const translate = (key: string, values?: Record<string, string>) =>
    escapeHtml(texts.t(lang, `archive.${key}`, values));
  const files = domains.map((name) => {
    const title = texts.has(`archive.of.${name}`) ? translate(`of.${name}`) : escapeHtml(name);
    return `<li><a href="data/${name}.json">${title}</a> <code>data/${name}.json</code></li>`;
  });
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${translate('title')}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { max-width: 720px; margin: 0 auto; padding: 32px 16px; overflow-wrap: anywhere; }
h1 { font-size: 28px; line-height: 1.25; }
h2 { margin-top: 32px; font-size: 20px; }
li { margin: 8px 0; }
code { opacity: 0.7; font-size: 14px; }
</style>
</head>
<body>
<h1>${translate('title')}</h1>
<p>${translate('lead', { when: formatMoment(lang, createdAt, timeZone) })}</p>
<h2>${translate('data')}</h2>
<p>${translate('data_note')}</p>
<ul>
${files.join('\n')}
</ul>
<h2>${translate('media')}</h2>
<p>${translate('media_note')} <a href="media/">media/</a></p>
<h2>${translate('left_out')}</h2>
<p>${translate('left_out_note')}</p>
</body>
</html>
`;
}

import { chooseLanguage, type Lang } from '@app/contract/platform/languages';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config.ts';
import { escapeHtml } from '../escape-html.ts';
import { formatMoment } from '../format-time.ts';
import { isLocal } from '../http/local-request.ts';
import type { Texts } from '../texts.ts';
import { texts } from '../texts.ts';
import { outboxDirectory } from './mail.ts';
import { listOutbox, type OutboxEmail, readEmail } from './outbox.ts';

interface OutboxServices {
  config: Pick<Config, 'smtpUrl' | 'dataDir'>;
}

/** Shows stored emails to loopback clients only; with SMTP_URL, or from elsewhere, the page does not exist. */
export async function registerOutbox(app: FastifyInstance, { config }: OutboxServices): Promise<void> {
  if (config.smtpUrl) return;
  const directory = outboxDirectory(config);

  await app.register(async (outbox) => {
    outbox.addHook('onRequest', async (request, reply) => {
      if (!isLocal(request)) return reply.callNotFound();
    });

    outbox.get('/dev/outbox', async (request, reply) => {
      const cookie = /(?:^|;\s*)lang=([a-z]{2})/.exec(request.headers.cookie ?? '')?.[1];
      const lang = chooseLanguage(cookie, request.headers['accept-language']);
      return sendPage(reply, page(texts, lang, await listOutbox(directory)));
    });

    outbox.get('/dev/outbox.json', async (_request, reply) => {
      reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
      return JSON.stringify(await listOutbox(directory));
    });

    outbox.get<{ Params: { id: string } }>('/dev/outbox/:id', async (request, reply) => {
      const email = await readEmail(directory, request.params.id);
      return email?.html ? sendPage(reply, email.html) : reply.callNotFound();
    });
  });
}

/** Emails contain inline styles; nothing else in them may load or run. */
function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; form-action 'none'",
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}

function page(texts: Texts, lang: Lang, emails: OutboxEmail[]): string {
  const translate = (key: string, values?: Record<string, string>) =>
    escapeHtml(texts.t(lang, `mail.outbox.${key}`, values));
  const articles = emails.map(
    ({ id, to, subject, text, html, date }) => `<article aria-labelledby="${escapeHtml(id)}">
<h2 id="${escapeHtml(id)}">${escapeHtml(subject)}</h2>
<p>${translate('to', { to })} · <time datetime="${escapeHtml(date)}">${escapeHtml(formatMoment(lang, new Date(date), null))}</time></p>
<pre>${escapeHtml(text)}</pre>
${html === '' ? '' : `<p><a href="/dev/outbox/${encodeURIComponent(id)}">${translate('html')}</a></p>`}
</article>`,
  );
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${translate('title')}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
html { background: #fff; color: #1a1f1d; }
a { color: #146c50; }
@media (prefers-color-scheme: dark) { html { background: #131816; color: #eaeeec; } a { color: #65c19d; } }
body { max-width: 720px; margin: 0 auto; padding: 24px 16px; overflow-wrap: anywhere; }
article { margin-top: 24px; padding: 16px 24px; border: 1px solid; border-radius: 12px; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
a { display: inline-block; min-height: 24px; }
</style>
</head>
<body>
<main>
<h1>${translate('title')}</h1>
<p>${translate('lead')}</p>
${articles.length > 0 ? articles.join('\n') : `<p>${translate('empty')}</p>`}
</main>
</body>
</html>
`;
}

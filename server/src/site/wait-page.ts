import { createHash } from 'node:crypto';
import type { Lang } from '@app/contract/platform/languages';
import type { FastifyRequest } from 'fastify';
import { escapeHtml } from '../platform/escape-html.ts';
import type { Texts } from '../platform/texts.ts';

/** Refusals that end by themselves. */
const STATUSES: ReadonlyMap<number, string> = new Map([
  [429, 'busy'],
  [503, 'away'],
]);
const DEFAULT_SECONDS = 5;

/** Applies the chosen color scheme, shows the time left and opens the page again. The text is static: its hash is sent. */
const SCRIPT = `(function(){var r=document.documentElement,s=null;try{s=localStorage.getItem('scheme')}catch(e){}
if(s==='light'||s==='dark')r.dataset.scheme=s;
var end=Date.now()+r.dataset.seconds*1000;
function tick(){var left=Math.max(0,Math.ceil((end-Date.now())/1000)),t=document.getElementById('left');
if(t)t.textContent=Math.floor(left/60)+':'+String(left%60).padStart(2,'0');
if(left>0)setTimeout(tick,250);else setTimeout(function(){location.reload()},Math.random()*1000)}
addEventListener('DOMContentLoaded',tick)})()`;

const STYLE = `:root{color-scheme:light dark}
[data-scheme=light]{color-scheme:light}
[data-scheme=dark]{color-scheme:dark}
*{box-sizing:border-box;margin:0}
body{min-height:100dvh;display:grid;place-items:center;padding:24px;background:light-dark(#ffffff,#131816);color:light-dark(#1a1f1d,#eaeeec);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;text-align:center}
main{max-width:420px;display:grid;gap:12px;justify-items:center}
h1{margin-top:12px;font-size:24px;line-height:1.25;font-weight:650;text-wrap:balance}
p{color:light-dark(#5f6562,#a5aba9)}
time{color:light-dark(#1a1f1d,#eaeeec);font-variant-numeric:tabular-nums;font-weight:550}
a{display:inline-flex;align-items:center;min-height:44px;margin-top:12px;padding:0 20px;border-radius:12px;background:light-dark(#146c50,#65c19d);color:light-dark(#ffffff,#1a1f1d);font-weight:550;text-decoration:none}
a:focus-visible{outline:2px solid light-dark(#146c50,#65c19d);outline-offset:2px}`;

const POLICY = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/**
 * A page in place of one that could not be served now: it says so in the reader's language, counts down and opens the
 * page again. Works without the files of the site. Undefined when the request is no navigation or the refusal lasts.
 */
export function waitPage(
  request: FastifyRequest,
  { status, retryAfter = DEFAULT_SECONDS }: { status: number; retryAfter: number | undefined },
  texts: Texts,
  lang: Lang,
): { headers: Record<string, string>; body: string } | undefined {
  const kind = STATUSES.get(status);
  if (kind === undefined || !isNavigation(request)) return undefined;
  const seconds = Math.max(1, Math.ceil(retryAfter));
  const clock = `<time id="left" role="timer">${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}</time>`;
  const title = escapeHtml(texts.t(lang, `frame.${kind}.title`));
  const text = escapeHtml(texts.t(lang, 'frame.wait.text', { time: '%' })).replace('%', clock);
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'retry-after': String(seconds),
      vary: 'Accept, Accept-Language, Cookie, Sec-Fetch-Mode',
    },
    body: `<!doctype html>
<html lang="${lang}" data-seconds="${seconds}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${title} · ${escapeHtml(texts.t(lang, 'worker.name'))}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${STYLE}</style>
<script>${SCRIPT}</script>
<noscript><meta http-equiv="refresh" content="${seconds}"></noscript>
</head>
<body>
<main>
<img src="/favicon.svg" width="72" height="72" alt="">
<h1>${title}</h1>
<p>${text}</p>
<a href="">${escapeHtml(texts.t(lang, 'frame.retry'))}</a>
</main>
</body>
</html>
`,
  };
}

/** Browsers name the mode of a request; other readers of pages ask for HTML and never call the API that way. */
function isNavigation({ method, headers, raw }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return /\btext\/html\b/.test(headers.accept ?? '') && !/^\/(?:api|media|assets)(?:[/?]|$)/.test(raw.url ?? '');
}

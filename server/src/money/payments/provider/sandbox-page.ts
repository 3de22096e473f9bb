import { createHash } from 'node:crypto';
import type { Lang } from '@app/contract/platform/languages';
import { escapeHtml } from '../../../platform/escape-html.ts';
import type { Texts } from '../../../platform/texts.ts';
import type { SandboxPayment } from './sandbox-books.ts';

export const SANDBOX_ACTIONS = [
  'pay',
  'decline',
  'pay_lost',
  'pay_late',
  'pay_thrice',
  'pay_once',
  'pay_for_good',
] as const;

const STYLE = `
:root { color-scheme: light dark; --page: #f2f4f3; --surface: #fff; --line: #e2e6e4; --control: #868c89; --ink: #1a1f1d; --ink-2: #5f6562; --focus: #146c50; --brand: #146c50; --on-brand: #fff; --soft: #ffeed4; --soft-ink: #844a19; }
@media (prefers-color-scheme: dark) { :root { --page: #131816; --surface: #1d2321; --line: #2d3532; --control: #6c7370; --ink: #eaeeec; --ink-2: #a5aba9; --focus: #65c19d; --brand: #65c19d; --on-brand: #10241c; --soft: #3a2a14; --soft-ink: #ffc97f; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--page); color: var(--ink); font: 16px/1.5 'Onest Variable', system-ui, sans-serif; }
main { width: 100%; max-width: 480px; background: var(--surface); border: 1px solid var(--line); border-radius: 24px; padding: 24px; }
h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.25; letter-spacing: -.018em; }
.notice { margin: 0 0 24px; padding: 12px 16px; border-radius: 12px; background: var(--soft); color: var(--soft-ink); font-size: 14px; }
dl { margin: 0 0 24px; display: grid; gap: 12px; }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 16px; }
dt { color: var(--ink-2); font-size: 14px; }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
form { display: grid; gap: 12px; }
button, .button { display: block; width: 100%; min-height: 48px; padding: 10px 16px; border: 1px solid var(--control); border-radius: 12px; background: none; color: var(--ink); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.main { border-color: var(--brand); background: var(--brand); color: var(--on-brand); }
details { margin-top: 4px; }
summary { min-height: 44px; padding: 10px 0; color: var(--ink-2); cursor: pointer; }
details div { display: grid; gap: 12px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
`;

/** The page's own Content-Security-Policy: one style sheet, no scripts, forms only to the site. */
export function sandboxPagePolicy(publicUrl: string): string {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self' ${publicUrl}; base-uri 'none'; frame-ancestors 'none'`;
}

export function renderSandboxPage(texts: Texts, lang: Lang, payment: SandboxPayment): string {
  const t = (key: string, values?: Record<string, string>) => escapeHtml(texts.t(lang, `payments.${key}`, values));
  const price = formatPrice(lang, payment.amount_kopecks, payment.currency);
  const row = (name: string, value: string) => `<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const button = (action: (typeof SANDBOX_ACTIONS)[number], text: string, look = '') =>
    `<button name="action" value="${action}"${look}>${text}</button>`;
  const rows = [
    row(t('sandbox.order'), escapeHtml(payment.description)),
    payment.method === null ? '' : row(t('sandbox.method'), t(`method.${payment.method}`)),
    row(t('sandbox.amount'), escapeHtml(price)),
  ].join('');
  const choice =
    payment.state === 'pending' && payment.pays_at === null
      ? `<form method="post">
<input type="hidden" name="token" value="${escapeHtml(payment.form_token)}">
${button('pay', t('sandbox.pay', { price }), ' class="main"')}
${button('decline', t('sandbox.decline'))}
<details><summary>${t('sandbox.more')}</summary><div>
${button('pay_lost', t('sandbox.payLost'))}
${button('pay_late', t('sandbox.payLate'))}
${button('pay_thrice', t('sandbox.payThrice'))}
${payment.save_method ? button('pay_once', t('sandbox.payOnce')) : ''}
${button('pay_for_good', t('sandbox.payForGood'))}
</div></details>
</form>`
      : `<p>${t(`sandbox.settled.${payment.state === 'canceled' ? 'canceled' : 'succeeded'}`)}</p>
<a class="button main" href="${escapeHtml(payment.return_url)}">${t('sandbox.back')}</a>`;
  return frame(lang, t('sandbox.title'), `<p class="notice">${t('sandbox.notice')}</p><dl>${rows}</dl>${choice}`);
}

export function renderSandboxReceipt(
  texts: Texts,
  lang: Lang,
  receipt: { kind: 'payment' | 'refund'; description: string; kopecks: number; currency: string; number: string },
): string {
  const t = (key: string) => escapeHtml(texts.t(lang, `payments.${key}`));
  const row = (name: string, value: string) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`;
  const rows = [
    row(t('sandbox.order'), receipt.description),
    row(t('sandbox.receipt.number'), receipt.number),
    row(t(`sandbox.receipt.${receipt.kind}`), formatPrice(lang, receipt.kopecks, receipt.currency)),
  ].join('');
  return frame(lang, t('sandbox.receipt.title'), `<p class="notice">${t('sandbox.notice')}</p><dl>${rows}</dl>`);
}

export function renderSandboxMessage(texts: Texts, lang: Lang, key: string, backUrl: string): string {
  const t = (name: string) => escapeHtml(texts.t(lang, `payments.${name}`));
  return frame(
    lang,
    t('sandbox.title'),
    `<p>${t(key)}</p><a class="button main" href="${escapeHtml(backUrl)}">${t('sandbox.back')}</a>`,
  );
}

function frame(lang: Lang, title: string, content: string): string {
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>${content}</main></body></html>`;
}

function formatPrice(lang: Lang, kopecks: number, currency: string): string {
  return new Intl.NumberFormat(lang, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: kopecks % 100 === 0 ? 0 : 2,
  }).format(kopecks / 100);
}

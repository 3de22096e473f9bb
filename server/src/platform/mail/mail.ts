import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { QueryExecutorProvider } from 'kysely';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { BaseLogger } from 'pino';
import type { Config } from '../config.ts';
import type { Queue } from '../queue/queue.ts';
import type { Email, EmailContent, EmailSender } from './email.ts';
import { saveEmail } from './outbox.ts';
import { type EmailTransport, sendEmail } from './send-email.job.ts';

/** A mail server that does not respond blocks a worker for at most this time. */
const SMTP_TIMEOUT_MS = 20_000;

export interface EmailRequest extends Pick<Email, 'to' | 'lang' | 'template' | 'values' | 'items' | 'unsubscribe'> {
  /** An unsent email with the same key is replaced. */
  key?: string;
}

export interface Mail extends EmailTransport {
  /**
   * Queues an email that is sent only if the caller's transaction commits.
   *
   * Texts are `mail.<template>.*` of the catalogues. In `values`, a day (2026-11-21) and a moment
   * (2026-11-21T12:00:00Z) are shown in the recipient's language; `link` becomes a button; `code` on a line of its own
   * stands out.
   */
  queue(db: QueryExecutorProvider, email: EmailRequest): Promise<void>;
  queueAll(db: QueryExecutorProvider, emails: readonly EmailRequest[]): Promise<void>;
}

interface MailServices {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'internalCa'>;
  queue: Queue;
  log: BaseLogger;
}

/** Sends emails through the SMTP_URL server; without one, stores them as files that `/dev/outbox` shows. */
export function createMail({ config, queue, log }: MailServices): Mail {
  const send = config.smtpUrl ? sendBySmtp(config.smtpUrl, config.internalCa) : saveToOutbox(outboxDirectory(config));
  return {
    async queue(db, { key, ...email }) {
      await queue.add(db, sendEmail, toQueuedEmail(email), { key });
    },
    async queueAll(db, emails) {
      await queue.addAll(
        db,
        sendEmail,
        emails.map(({ key, ...email }) => ({ payload: toQueuedEmail(email), key })),
      );
    },
    async deliver(email, content, sender) {
      await send(email, compose(withSender(config.mailFrom, sender), email, content));
      log.info({ email: email.id, template: email.template }, 'an email was sent');
    },
  };
}

const toQueuedEmail = (email: Omit<EmailRequest, 'key'>): Email => ({
  id: randomUUID(),
  queued_at: new Date().toISOString(),
  ...email,
});

export const outboxDirectory = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.resolve(dataDir, 'outbox');

const ADDRESS = /[^\s<>]+@[^\s<>]+/;

function withSender(mailFrom: string, sender: EmailSender | undefined): string | { name: string; address: string } {
  if (sender === undefined || (sender.name === '' && sender.address === '')) return mailFrom;
  const [own = mailFrom] = ADDRESS.exec(mailFrom) ?? [];
  const ownName = mailFrom.replace(/\s*<[^<>]*>\s*$/, '').replaceAll('"', '');
  return { name: sender.name || (ownName === own ? '' : ownName), address: sender.address || own };
}

function compose(
  from: string | { name: string; address: string },
  { id, queued_at, to, lang, unsubscribe }: Email,
  { subject, text, html }: EmailContent,
): SendMailOptions {
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: new Date(queued_at),
    // The same for every attempt, so that mail programs show an email accepted twice only once.
    messageId: `<${id}@${domainOf(typeof from === 'string' ? from : from.address)}>`,
    // RFC 3834: prevents automatic replies.
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': lang,
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const domainOf = (from: string) => /@([a-z0-9.-]+)/i.exec(from)?.[1] ?? 'localhost';

type Send = (email: Email, message: SendMailOptions) => Promise<void>;

function sendBySmtp(url: string, ca: string | undefined): Send {
  const transport = createTransport({
    url,
    ...(ca !== undefined && { tls: { ca } }),
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  });
  return async (_letter, message) => {
    await transport.sendMail(message);
  };
}

function saveToOutbox(directory: string): Send {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return async ({ id, queued_at }, message) => {
    const { message: eml } = await transport.sendMail(message);
    await saveEmail(directory, { id, queuedAt: queued_at }, eml as Buffer);
  };
}

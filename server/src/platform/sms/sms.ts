import { randomUUID } from 'node:crypto';
import type { QueryExecutorProvider } from 'kysely';
import type { BaseLogger } from 'pino';
import type { Config } from '../config.ts';
import { outboxDirectory } from '../mail/mail.ts';
import { saveSms } from '../mail/outbox.ts';
import type { Queue } from '../queue/queue.ts';
import { type SmsTransport, sendSms } from './send-sms.job.ts';
import type { SmsMessage } from './sms-message.ts';

/** A gateway that does not respond blocks a worker for at most this time. */
const GATEWAY_TIMEOUT_MS = 15_000;

export interface SmsRequest extends Pick<SmsMessage, 'to' | 'lang' | 'template' | 'values' | 'until'> {
  /** An unsent SMS with the same key is replaced. */
  key?: string;
}

export interface Sms extends SmsTransport {
  /** True when SMS are delivered, or stored in the local outbox. Otherwise nothing may be queued: email is used. */
  isAvailable: boolean;
  /** Queues an SMS that is sent if the caller's transaction commits. Its text is `sms.<template>` of the catalogues. */
  queue(db: QueryExecutorProvider, message: SmsRequest): Promise<void>;
}

interface SmsServices {
  config: Pick<Config, 'smsUrl' | 'smtpUrl' | 'dataDir'>;
  queue: Queue;
  log: BaseLogger;
}

type Send = (message: SmsMessage, text: string) => Promise<void>;

/**
 * Sends SMS through the gateway of SMS_URL. Without a gateway they are stored as files for `/dev/outbox`, unless emails
 * are sent by SMTP: then SMS are unavailable.
 */
export function createSms({ config, queue, log }: SmsServices): Sms {
  const { smsUrl, smtpUrl } = config;
  const isAvailable = smsUrl !== undefined || smtpUrl === undefined;
  const send = smsUrl === undefined ? saveToOutbox(outboxDirectory(config)) : sendByGateway(smsUrl);
  return {
    isAvailable,
    async queue(db, { key, ...message }) {
      if (!isAvailable) throw new Error('No SMS gateway is configured');
      await queue.add(db, sendSms, { id: randomUUID(), queued_at: new Date().toISOString(), ...message }, { key });
    },
    async deliver(message, text) {
      await send(message, text);
      log.info({ sms: message.id, template: message.template }, 'a short message was sent');
    },
  };
}

function saveToOutbox(directory: string): Send {
  return ({ id, queued_at, to }, text) => saveSms(directory, { id, queuedAt: queued_at, to, text });
}

function sendByGateway(address: string): Send {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers = {
    'content-type': 'application/json',
    ...(username !== '' && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
  };
  return async ({ id, to }, text) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': id },
      body: JSON.stringify({ to, text }),
      redirect: 'error',
      signal: AbortSignal.timeout(GATEWAY_TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The SMS gateway answered ${response.status}`);
  };
}

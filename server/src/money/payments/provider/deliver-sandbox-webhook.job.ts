import { z } from 'zod';
import type { Services } from '../../../platform/domain/services.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { findSandboxPayment } from './sandbox-books.ts';

const DELIVERY_TIMEOUT_MS = 10_000;

export const deliverSandboxWebhook = defineJob({
  name: 'deliver-sandbox-webhook',
  payload: z.object({ sandboxId: z.string() }),
  async run({ config, db }: Services, { sandboxId }) {
    const payment = await findSandboxPayment(db, sandboxId);
    if (payment === undefined) return;
    const response = await fetch(`${config.publicUrl}/api/payments/notifications/sandbox`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ event: `payment.${payment.state}`, object: { id: payment.id } }),
      signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.status !== 200) throw new Error(`the webhook was answered with ${response.status}`);
  },
});

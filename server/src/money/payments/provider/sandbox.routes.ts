import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Services } from '../../../platform/domain/services.ts';
import { refuseCrossSite } from '../../../platform/http/guards.ts';
import { requestLanguage } from '../../../platform/http/request/request-key.ts';
import { texts } from '../../../platform/texts.ts';
import { deliverSandboxWebhook } from './deliver-sandbox-webhook.job.ts';
import {
  findSandboxPayment,
  findSandboxRefund,
  paySandboxPaymentLater,
  type SandboxPayment,
  settleSandboxPayment,
} from './sandbox-books.ts';
import {
  renderSandboxMessage,
  renderSandboxPage,
  renderSandboxReceipt,
  SANDBOX_ACTIONS,
  sandboxPagePolicy,
} from './sandbox-page.ts';

const Choice = z.object({ token: z.string().max(100), action: z.enum(SANDBOX_ACTIONS) });

/** Serves the sandbox's payment pages. They need no session: as with any provider, whoever has the URL may pay. */
export function registerSandbox(app: FastifyInstance, services: Services): void {
  const { config, db } = services;
  const policy = sandboxPagePolicy(config.publicUrl);

  function send(reply: FastifyReply, status: number, html: string): FastifyReply {
    return reply
      .code(status)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'no-store',
      })
      .send(html);
  }

  const sendMessage = (request: FastifyRequest, reply: FastifyReply, status: number, key: string, backUrl: string) =>
    send(reply, status, renderSandboxMessage(texts, requestLanguage(request.raw), key, backUrl));

  app.get<{ Params: { id: string } }>('/sandbox/pay/:id', async (request, reply) => {
    const payment = await findSandboxPayment(db, request.params.id);
    if (payment === undefined) return sendMessage(request, reply, 404, 'sandbox.unknown', config.publicUrl);
    return send(reply, 200, renderSandboxPage(texts, requestLanguage(request.raw), payment));
  });

  app.get<{ Params: { kind: string; id: string } }>('/sandbox/receipt/:kind/:id', async (request, reply) => {
    const { kind, id } = request.params;
    const refund = kind === 'refund' ? await findSandboxRefund(db, id) : undefined;
    const payment = await findSandboxPayment(db, refund?.payment_id ?? id);
    const isThere =
      kind === 'refund' ? refund?.status === 'succeeded' : kind === 'payment' && payment?.state === 'succeeded';
    if (payment === undefined || !isThere) return sendMessage(request, reply, 404, 'sandbox.unknown', config.publicUrl);
    const { description, currency } = payment;
    const receipt = {
      kind: refund === undefined ? 'payment' : 'refund',
      description,
      currency,
      kopecks: refund?.amount_kopecks ?? payment.amount_kopecks,
      number: id.slice(0, 8).toUpperCase(),
    } as const;
    return send(reply, 200, renderSandboxReceipt(texts, requestLanguage(request.raw), receipt));
  });

  app.post<{ Params: { id: string } }>('/sandbox/pay/:id', async (request, reply) => {
    refuseCrossSite(request, config.publicUrl);
    const payment = await findSandboxPayment(db, request.params.id);
    if (payment === undefined) return sendMessage(request, reply, 404, 'sandbox.unknown', config.publicUrl);
    const choice = Choice.safeParse(request.body);
    if (!choice.success || !isSame(choice.data.token, payment.form_token)) {
      return sendMessage(request, reply, 403, 'sandbox.stale', `/sandbox/pay/${payment.id}`);
    }
    await decide(services, payment, choice.data.action);
    return reply.redirect(payment.return_url, 303);
  });
}

async function decide(
  { db, queue }: Services,
  payment: SandboxPayment,
  action: (typeof SANDBOX_ACTIONS)[number],
): Promise<void> {
  const webhook = { sandboxId: payment.id };
  await db.transaction().execute(async (tx) => {
    if (action === 'pay_late') {
      const runAt = await paySandboxPaymentLater(tx, payment.id);
      if (runAt !== undefined) await queue.add(tx, deliverSandboxWebhook, webhook, { runAt });
      return;
    }
    const settled = await settleSandboxPayment(tx, payment.id, {
      status: action === 'decline' ? 'canceled' : 'succeeded',
      refusesCharges: action === 'pay_once',
      refusesRefund: action === 'pay_for_good',
    });
    if (!settled || action === 'pay_lost') return;
    for (let delivered = 0; delivered < (action === 'pay_thrice' ? 3 : 1); delivered += 1) {
      await queue.add(tx, deliverSandboxWebhook, webhook);
    }
  });
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

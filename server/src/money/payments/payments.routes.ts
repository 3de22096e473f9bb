import { paymentsApi, SUBSCRIPTION_MONTHS } from '@app/contract/money/payments';
import type { ErrorCode } from '@app/contract/platform/errors';
import { SUBSCRIPTION_PRICE_KOPECKS } from '@app/contract/platform/money';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bit } from '../../platform/bit.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { bind, requireFeature } from '../../platform/http/bind.ts';
import { refuseEmbedding, refusePrefetch } from '../../platform/http/guards.ts';
import { texts } from '../../platform/texts.ts';
import { acceptWebhookEvent } from './accept-webhook-event.ts';
import { getLedger } from './get-ledger.ts';
import { findPaidUntil, listPayments } from './payments.queries.ts';
import { providerOf } from './provider/provider-of.ts';
import { registerSandbox } from './provider/sandbox.routes.ts';
import { refundPayment } from './refunds/refund-payment.ts';
import { registerStaffPayments } from './staff-payments.routes.ts';
import { changeAutopay, removeMethod } from './subscription/change-autopay.ts';
import { getSubscription } from './subscription/get-subscription.ts';
import { startSubscription, startTopup } from './subscription/start-subscription.ts';
import { trustedAddresses } from './trusted-addresses.ts';

const HISTORY_MAX = 100;
const LINK_LIMIT = { max: 10, timeWindow: 60_000, groupId: 'mobile pay', keyGenerator: ({ ip }: FastifyRequest) => ip };

export function registerPayments(app: FastifyInstance, services: Services): void {
  const { db } = services;
  const provider = providerOf(services);
  const { payment } = services.config;
  const isTrusted = trustedAddresses(payment.provider === 'yookassa' ? payment.noticeIps : []);

  async function findEnd(userId: number): Promise<{ ended?: string }> {
    const { paid, paidUntil } = await findPaidUntil(db, userId);
    return paid || paidUntil === null ? {} : { ended: paidUntil.toISOString() };
  }

  bind(app, services, paymentsApi, {
    offer: async ({ viewer }) => ({
      price_kopecks: SUBSCRIPTION_PRICE_KOPECKS,
      months: SUBSCRIPTION_MONTHS,
      methods: provider.capabilities().map(({ method, enabled, autopay, reasonKey }) => ({
        method,
        enabled: bit(enabled),
        autopay: bit(autopay),
        ...(reasonKey !== undefined && { reason: texts.t(viewer.lang, reasonKey) }),
      })),
      ...(viewer.userId !== null && (await findEnd(viewer.userId))),
    }),
    pay: ({ viewer, body, idempotency }) => startSubscription(services, viewer.userId, body, idempotency),
    history: async ({ viewer }) => {
      const [payments, { paid, paidUntil }] = await Promise.all([
        listPayments(db, viewer.userId, HISTORY_MAX),
        findPaidUntil(db, viewer.userId),
      ]);
      return {
        payments: payments.map(({ created_at, settled_at, ...payment }) => ({
          ...payment,
          created: created_at.toISOString(),
          settled: settled_at?.toISOString() ?? null,
        })),
        payed: bit(paid),
        payed_until: paidUntil?.toISOString() ?? null,
      };
    },
    topup: ({ viewer, body, idempotency }) => startTopup(services, viewer.userId, body, idempotency),
    ledger: ({ viewer, query }) => getLedger(services, viewer.userId, query),
    subscription: ({ viewer }) => getSubscription(services, viewer.userId),
    setAutopay: async ({ viewer, body }) => {
      await changeAutopay(services, viewer.userId, body.autopay === 1);
      return getSubscription(services, viewer.userId);
    },
    removeMethod: async ({ viewer }) => {
      await removeMethod(services, viewer.userId);
      return getSubscription(services, viewer.userId);
    },
    refund: ({ viewer, params, body, idempotency }) =>
      refundPayment(services, viewer, params.id, body.reason ?? '', idempotency),
    yookassaWebhook: async ({ body, request }) => {
      if (!isTrusted(request.ip)) throw new Failure('forbidden');
      await acceptWebhookEvent(services, 'yookassa', body);
      return {};
    },
    sandboxWebhook: async ({ body }) => {
      await acceptWebhookEvent(services, 'sandbox', body);
      return {};
    },
  });

  registerStaffPayments(app, services);
  registerPayLink(app, services);
  if (provider.name === 'sandbox') registerSandbox(app, services);
}

/** Refusals of a payment that the page of the subscription explains. */
const EXPLAINED: ReadonlySet<ErrorCode> = new Set(['email_required', 'provider_unavailable', 'requisites_missing']);

/** `/mobile/pay/{user_id}` starts a payment for that user and grants nothing to the visitor. */
function registerPayLink(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { user_id: string } }>(
    '/mobile/pay/:user_id',
    { config: { rateLimit: LINK_LIMIT } },
    async (request, reply) => {
      refusePrefetch(request);
      refuseEmbedding(request);
      requireFeature(app, 'payments');
      reply.header('cache-control', 'no-store');
      if (!/^[1-9]\d{0,14}$/.test(request.params.user_id)) return reply.redirect('/', 302);
      const userId = Number(request.params.user_id);
      try {
        return reply.redirect(await startSubscription(services, userId, {}), 302);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (error.code === 'not_found') return reply.redirect('/', 302);
        // Redirects to a page that explains the problem, because this address would show a raw error response.
        if (EXPLAINED.has(error.code)) return reply.redirect(`/subscribe/pay/${userId}`, 302);
        throw error;
      }
    },
  );
}

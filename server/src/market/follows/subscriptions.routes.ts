import { subscriptionsApi } from '@app/contract/market/subscriptions';
import type { FastifyInstance } from 'fastify';
import { bind } from '../../platform/http/bind.ts';
import type { Services } from '../../platform/services.ts';
import { getSubscription, setSubscription } from './follow-person.ts';

export function registerSubscriptions(app: FastifyInstance, services: Services): void {
  bind(app, services, subscriptionsApi.set, ({ viewer, body }) =>
    setSubscription(services, viewer, body.to_id, body.subscribe === 1),
  );
  bind(app, services, subscriptionsApi.get, ({ viewer, params }) => getSubscription(services, viewer, params.id));
}

import { followsApi } from '@app/contract/market/follows';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { getFollow, setFollow } from './follow-user.ts';

export function registerFollows(app: FastifyInstance, services: Services): void {
  bind(app, services, followsApi, {
    set: ({ viewer, body }) => setFollow(services, viewer, body.to_id, body.subscribe === 1),
    get: ({ viewer, params }) => getFollow(services, viewer, params.id),
  });
}

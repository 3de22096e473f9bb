import { feedbackApi } from '@app/contract/feedback';
import type { FastifyInstance } from 'fastify';
import { bind } from '../platform/bind.ts';
import { Failure } from '../platform/failure.ts';
import type { Services } from '../services.ts';
import { addFeedback } from './add-feedback.ts';
import { deleteFeedback, listFeedback } from './feedback.queries.ts';

export function registerFeedback(app: FastifyInstance, services: Services): void {
  bind(app, services, feedbackApi.add, ({ viewer, body, idempotency }) =>
    addFeedback(services, viewer, body.message, idempotency),
  );
  bind(app, services, feedbackApi.list, ({ query }) => listFeedback(services.db, query));
  bind(app, services, feedbackApi.remove, async ({ params }) => {
    if ((await deleteFeedback(services.db, params.user_id)) === 0) throw new Failure('not_found');
    return { user_id: params.user_id };
  });
}

import { nearApi } from '@app/contract/publishing/near';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { countNewer, listNear } from './list-near.ts';

export function registerNear(app: FastifyInstance, services: Services): void {
  bind(app, services, nearApi, {
    list: ({ viewer, query }) => listNear(services, viewer, query),
    newer: ({ viewer, query }) => countNewer(services, viewer, query),
  });
}

import { drawsApi } from '@app/contract/market/draws';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/domain/services.ts';
import { bind } from '../../../platform/http/bind.ts';
import { joinDraw, leaveDraw, scheduleDraw, startDraw } from './act-on-draw.ts';
import { getDraw } from './present-draw.ts';

export function registerDraws(app: FastifyInstance, services: Services): void {
  bind(app, services, drawsApi, {
    get: ({ viewer, params }) => getDraw(services, viewer, params.id),
    join: ({ viewer, params }) => joinDraw(services, viewer, params.id),
    leave: ({ viewer, params }) => leaveDraw(services, viewer, params.id),
    schedule: ({ viewer, params, body }) => scheduleDraw(services, viewer, params.id, body.at),
    draw: ({ viewer, params }) => startDraw(services, viewer, params.id),
  });
}

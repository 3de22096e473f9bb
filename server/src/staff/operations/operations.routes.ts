import { operationsApi as api } from '@app/contract/staff/operations';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { discardJobs, presentDeadJobs, retryJobs } from './dead-jobs.ts';
import { addAnnouncement, editAnnouncement, listAnnouncements, removeAnnouncement } from './edit-announcements.ts';
import { getStatistics } from './get-statistics.ts';
import { listFeatures, setFeature } from './set-feature.ts';
import { siteStateOf } from './site-state.public.ts';

export function registerOperations(app: FastifyInstance, services: Services): void {
  bind(app, services, api.siteState, async ({ viewer }) => siteStateOf(services).get(viewer.lang));
  bind(app, services, api.listAnnouncements, ({ query }) => listAnnouncements(services, query));
  bind(app, services, api.addAnnouncement, ({ viewer, body }) => addAnnouncement(services, viewer, body));
  bind(app, services, api.editAnnouncement, ({ viewer, params, body }) =>
    editAnnouncement(services, viewer, params.id, body),
  );
  bind(app, services, api.removeAnnouncement, ({ viewer, params }) => removeAnnouncement(services, viewer, params.id));
  bind(app, services, api.listFeatures, () => listFeatures(services));
  bind(app, services, api.setFeature, ({ viewer, body }) => setFeature(services, viewer, body));
  bind(app, services, api.deadJobs, ({ query }) => presentDeadJobs(services, query));
  bind(app, services, api.retryJobs, ({ viewer, body }) => retryJobs(services, viewer, body));
  bind(app, services, api.discardJobs, ({ viewer, body }) => discardJobs(services, viewer, body));
  bind(app, services, api.statistics, ({ viewer, query }) => getStatistics(services, viewer, query.days));
}

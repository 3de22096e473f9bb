import { operationsApi as api } from '@app/contract/staff/operations';
import type { FastifyInstance } from 'fastify';
import { bind } from '../../platform/http/bind.ts';
import type { Services } from '../../platform/services.ts';
import { discardJobs, retryJobs, showDeadJobs } from './dead-jobs.ts';
import { listFeatures, setFeature } from './set-feature.ts';
import { showStatistics } from './show-statistics.ts';
import { addAnnouncement, editAnnouncement, listAnnouncements, removeAnnouncement } from './write-announcement.ts';

/** How the product is run: what is announced, what is switched off, what failed, and how the days went. */
export function registerOperations(app: FastifyInstance, services: Services): void {
  bind(app, services, api.siteState, async ({ viewer }) => services.siteState.show(viewer.lang));
  bind(app, services, api.listAnnouncements, ({ query }) => listAnnouncements(services, query));
  bind(app, services, api.addAnnouncement, ({ viewer, body }) => addAnnouncement(services, viewer, body));
  bind(app, services, api.editAnnouncement, ({ viewer, params, body }) =>
    editAnnouncement(services, viewer, params.id, body),
  );
  bind(app, services, api.removeAnnouncement, ({ viewer, params }) => removeAnnouncement(services, viewer, params.id));
  bind(app, services, api.listFeatures, () => listFeatures(services));
  bind(app, services, api.setFeature, ({ viewer, body }) => setFeature(services, viewer, body));
  bind(app, services, api.deadJobs, ({ query }) => showDeadJobs(services, query));
  bind(app, services, api.retryJobs, ({ viewer, body }) => retryJobs(services, viewer, body));
  bind(app, services, api.discardJobs, ({ viewer, body }) => discardJobs(services, viewer, body));
  bind(app, services, api.statistics, ({ viewer, query }) => showStatistics(services, viewer, query.days));
}

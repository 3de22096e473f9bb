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
  bind(app, services, api, {
    siteState: async ({ viewer }) => siteStateOf(services).get(viewer.lang),
    listAnnouncements: ({ query }) => listAnnouncements(services, query),
    addAnnouncement: ({ viewer, body }) => addAnnouncement(services, viewer, body),
    editAnnouncement: ({ viewer, params, body }) => editAnnouncement(services, viewer, params.id, body),
    removeAnnouncement: ({ viewer, params }) => removeAnnouncement(services, viewer, params.id),
    listFeatures: () => listFeatures(services),
    setFeature: ({ viewer, body }) => setFeature(services, viewer, body),
    deadJobs: ({ query }) => presentDeadJobs(services, query),
    retryJobs: ({ viewer, body }) => retryJobs(services, viewer, body),
    discardJobs: ({ viewer, body }) => discardJobs(services, viewer, body),
    statistics: ({ viewer, query }) => getStatistics(services, viewer, query.days),
  });
}

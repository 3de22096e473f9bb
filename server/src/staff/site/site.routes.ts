import { siteApi } from '@app/contract/staff/site';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { getSite, removeLogo, saveLogo, saveSite } from './edit-site.ts';

export function registerSiteSettings(app: FastifyInstance, services: Services): void {
  bind(app, services, siteApi, {
    get: () => getSite(services),
    save: ({ viewer, body }) => saveSite(services, viewer, body),
    saveLogo: ({ viewer, files }) => saveLogo(services, viewer, files.logo?.[0]),
    removeLogo: ({ viewer }) => removeLogo(services, viewer),
  });
}

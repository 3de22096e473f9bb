import { defineDomain } from '../../platform/domain/domain.ts';
import { registerSiteSettings } from './site.routes.ts';

export const site = defineDomain({ name: 'site', routes: registerSiteSettings });

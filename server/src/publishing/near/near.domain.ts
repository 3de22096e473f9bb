import { defineDomain } from '../../platform/domain/domain.ts';
import { registerNear } from './near.routes.ts';

export const near = defineDomain({ name: 'near', routes: registerNear });

import { defineDomain } from '../platform/domain/domain.ts';
import { registerAttributes } from './attributes.routes.ts';
import { registerReference } from './reference.routes.ts';

export const reference = defineDomain({
  name: 'reference',
  routes: [registerReference, registerAttributes],
});

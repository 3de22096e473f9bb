import { defineDomain } from '../domain/domain.ts';
import { registerAudit } from './audit.routes.ts';

export const auditLog = defineDomain({
  name: 'audit-log',
  routes: registerAudit,
});

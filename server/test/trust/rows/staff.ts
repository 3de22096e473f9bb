import { auditApi } from '@app/contract/platform/audit';
import { approvalsApi, staffApi } from '@app/contract/staff/staff';
import { administrators, row, setFor, staff, superusers } from '../row.ts';

const reason = 'Запрос суда';

export const staffRows = [
  row(auditApi.list, administrators),
  row(staffApi.account, staff, ({ owner }) => ({ params: { id: owner.id } })),
  row(staffApi.account, staff, async (scene) => ({ params: { id: await scene.colleague() } }), 'of staff'),
  row(staffApi.setRole, superusers, ({ owner }) => ({
    params: { id: owner.id },
    body: { role: 'manager' as const, permissions: ['audit.read' as const] },
  })),
  row(
    staffApi.setRole,
    superusers,
    async (scene) => ({ params: { id: await scene.colleague() }, body: { role: null } }),
    'taken',
  ),
  row(staffApi.suspend, staff, ({ owner }) => ({ body: { ids: [owner.id] } })),
  row(staffApi.restore, staff, async (scene) => ({ body: { ids: [await scene.suspendedPerson()] } })),
  row(approvalsApi.list, administrators),
  row(approvalsApi.counts, administrators),
  row(approvalsApi.request, administrators, ({ owner }) => ({
    body: { kind: 'export_user' as const, user_id: owner.id, reason },
  })),
  row(approvalsApi.approve, administrators, async (scene) => ({ params: { id: await scene.approval() } })),
  row(approvalsApi.refuse, administrators, async (scene) => ({ params: { id: await scene.approval() } })),
  row(approvalsApi.withdraw, setFor(administrators, ['admin', 'superuser'], 'not_found'), async (scene) => ({
    params: { id: await scene.approval() },
  })),
];

import type { Permission } from '@app/contract/platform/permissions';
import { expect, test } from 'vitest';
import type { SessionViewer } from '../../../platform/host.ts';
import { ADMIN_GROUPS } from './sections.ts';
import { mayDo } from './staff-host.ts';

const managerWith = (...permissions: Permission[]) => ({ permissions: ['manager', ...permissions] }) as SessionViewer;
const sectionsOf = (viewer: SessionViewer): string[] =>
  ADMIN_GROUPS.flatMap(({ sections }) => sections)
    .filter(({ permission }) => mayDo(viewer, permission))
    .map(({ path }) => path);

test.each(['users.erase', 'users.export'] as const)('whoever has %s finds what waits for an approval', (permission) => {
  expect(sectionsOf(managerWith(permission))).toEqual(['/admin/approvals']);
});

test('whoever may do nothing finds nothing', () => {
  expect(sectionsOf(managerWith())).toEqual([]);
});

import { expect, test } from 'vitest';
import { PERMISSIONS, permissionsOf, roleOf } from './permissions.ts';

const person = { is_superuser: false, groups: [] as string[], permissions: [] as string[] };

test('a superuser may do everything, an administrator everything but touch staff', () => {
  expect(permissionsOf({ ...person, is_superuser: true })).toEqual(PERMISSIONS);
  expect(permissionsOf({ ...person, groups: ['admin'] })).toEqual(PERMISSIONS.filter((one) => one !== 'staff.edit'));
});

test('a manager touches neither staff nor money nor roles', () => {
  const areas = permissionsOf({ ...person, groups: ['manager'] }).map((one) => one.split('.')[0]);
  for (const area of ['staff', 'money', 'tariffs', 'features']) expect(areas).not.toContain(area);
});

test('one person gets more than their role has, and nobody without a role gets anything', () => {
  const given = ['money.read', 'superuser', 'nonsense'];
  expect(permissionsOf({ ...person, groups: ['manager'], permissions: given })).toContain('money.read');
  expect(permissionsOf({ ...person, groups: ['manager'], permissions: given })).not.toContain('nonsense');
  expect(permissionsOf({ ...person, permissions: given })).toEqual([]);
});

test('the highest of several roles counts, and other groups are no roles', () => {
  expect(roleOf({ is_superuser: false, groups: ['manager', 'admin'] })).toBe('admin');
  expect(roleOf({ is_superuser: true, groups: [] })).toBe('superuser');
  expect(roleOf({ is_superuser: false, groups: ['superuser', 'friends'] })).toBeUndefined();
});

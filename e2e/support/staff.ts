import { api } from './api.ts';
import { createPerson, type Person } from './people.ts';
import { ADMIN } from './product.ts';

export async function createStaff(role: 'superuser' | 'admin' | 'manager', firstname: string): Promise<Person> {
  const [person, { token }] = await Promise.all([
    createPerson({ firstname }),
    api<{ token: string }>('POST', '/api/auth', { json: { login: ADMIN.login, password: ADMIN.password } }),
  ]);
  await api('PUT', `/api/users/${person.id}/role`, { token, json: { role, current_password: ADMIN.password } });
  return person;
}

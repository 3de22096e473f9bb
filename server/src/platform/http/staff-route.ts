import type { Permission } from '@app/contract/platform/permissions';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';
import { type ApiServices, identifyViewer } from './bind.ts';
import { requireAccess } from './guards.ts';
import { isSignedIn, type SignedInViewer } from './viewer.ts';

/**
 * Authorizes staff routes outside the contract, such as file downloads; viewers without the permission get the same
 * error as from contract calls.
 */
export async function requireStaff(
  services: Pick<ApiServices, 'sessions'>,
  request: FastifyRequest,
  permission: Permission,
): Promise<SignedInViewer> {
  const viewer = await identifyViewer(services, request);
  requireAccess({ access: 'staff', permission }, viewer);
  if (!isSignedIn(viewer)) throw new Failure('unauthorized');
  return viewer;
}

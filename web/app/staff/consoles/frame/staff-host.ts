import type { Permission } from '@app/contract/platform/permissions';
import { ROLES, type Role } from '@app/contract/platform/permissions';
import { type RouterContextProvider, redirect } from 'react-router';
import { isApiError } from '../../../platform/api-error.ts';
import { type Host, hostContext, type SessionViewer } from '../../../platform/host.ts';

export function roleOfViewer(viewer: SessionViewer | null | undefined): Role | undefined {
  return ROLES.find((role) => viewer?.permissions.includes(role));
}

/** Required permission, or several of which one is enough. */
export type RequiredPermission = Permission | readonly Permission[];

export const mayDo = (viewer: SessionViewer | null | undefined, needed: RequiredPermission): boolean =>
  [needed].flat().some((permission) => viewer?.permissions.includes(permission));

export interface LoaderInput {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/**
 * Host for loaders of the admin area. Redirects guests and users who are not staff to sign-in, and staff without the
 * permission to the first admin page.
 */
export function staffHost(
  { request, context }: LoaderInput,
  permission?: RequiredPermission,
): Host & { viewer: SessionViewer } {
  const host = context.get(hostContext);
  const { viewer } = host;
  const { pathname, search } = new URL(request.url);
  if (!viewer) throw redirect(`/auth?next=${encodeURIComponent(pathname + search)}`);
  if (roleOfViewer(viewer) === undefined) throw redirect('/auth');
  if (permission !== undefined && !mayDo(viewer, permission)) throw redirect('/admin');
  return { ...host, viewer };
}

/** Returns null when loading failed, so that the page can offer a retry. */
export async function orFailed<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    if (isApiError(error)) return null;
    throw error;
  }
}

import type { Permission } from '@app/contract/staff/permissions';
import { ROLES, type Role } from '@app/contract/staff/permissions';
import { type RouterContextProvider, redirect } from 'react-router';
import { isApiError } from '../../../platform/api-error.ts';
import { type Host, hostContext, type SessionViewer } from '../../../platform/host.ts';

/** The highest role of somebody who is signed in; undefined for people who are no staff. */
export function roleOfViewer(viewer: SessionViewer | null | undefined): Role | undefined {
  return ROLES.find((role) => viewer?.permissions.includes(role));
}

/** What a page or a button takes: one permission, or any of several. */
export type RequiredPermission = Permission | readonly Permission[];

export const mayDo = (viewer: SessionViewer | null | undefined, needed: RequiredPermission): boolean =>
  [needed].flat().some((permission) => viewer?.permissions.includes(permission));

interface LoaderInput {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/**
 * What a loader of the administration works with. Guests go to sign-in and come back; people who are no staff go there too;
 * staff without the permission of the page go to the first page of the administration.
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

/** Null in place of what could not be loaded: the page stays and offers to try again. */
export async function orFailed<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    if (isApiError(error)) return null;
    throw error;
  }
}

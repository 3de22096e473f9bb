import type { PageViewer } from '@app/contract/platform/page-host';
import type { Permission } from '@app/contract/platform/permissions';
import { ROLES, type Role } from '@app/contract/platform/permissions';
import { redirect, useRouteLoaderData } from 'react-router';
import { type Host, hostContext, type SessionViewer } from '../../../platform/host.ts';
import type { LoaderInput } from '../../../platform/loading/page-loading.ts';
import type { RootData } from '../../../platform/root-data.ts';

export type HasPermissions = Pick<PageViewer, 'permissions'>;

export function roleOfViewer(viewer: HasPermissions | null | undefined): Role | undefined {
  return ROLES.find((role) => viewer?.permissions.includes(role));
}

/** Required permission, or several of which one is enough. */
export type RequiredPermission = Permission | readonly Permission[];

export const mayDo = (viewer: HasPermissions | null | undefined, needed: RequiredPermission): boolean =>
  [needed].flat().some((permission) => viewer?.permissions.includes(permission));

export const useViewer = (): SessionViewer | null | undefined => useRouteLoaderData<RootData>('root')?.viewer;

export const useMayDo = (needed: RequiredPermission): boolean => mayDo(useViewer(), needed);

/**
 * Calls and viewer for loaders of the admin area. Redirects guests and users who are not staff to sign-in, and staff without the
 * permission to the first admin page.
 */
export function staffHost(
  { url, context }: LoaderInput,
  permission?: RequiredPermission,
): Pick<Host, 'call'> & { viewer: PageViewer } {
  const { call, viewer } = context.get(hostContext);
  const { pathname, search } = url;
  // The sign-in page says that this account has no rights, and offers another sign-in.
  if (!viewer || roleOfViewer(viewer) === undefined)
    throw redirect(`/auth?next=${encodeURIComponent(pathname + search)}`);
  if (permission !== undefined && !mayDo(viewer, permission)) throw redirect('/admin');
  return { call, viewer };
}

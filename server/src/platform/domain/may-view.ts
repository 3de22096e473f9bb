import type { Viewer } from '../http/viewer.ts';
import { collect } from './domain.ts';
import type { Services } from './services.ts';

/** Asks the domain that owns things of this kind whether the viewer may see one of them. */
export async function mayView(services: Services, viewer: Viewer, kind: string, id: number): Promise<boolean> {
  return (await collect((domain) => domain.mayView)[kind]?.(services, viewer, id)) ?? false;
}

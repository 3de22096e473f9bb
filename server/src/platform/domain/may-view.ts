import type { Viewer } from '../http/viewer.ts';
import { joined } from './domain.ts';
import type { Services } from './services.ts';

const questions = joined((domain) => domain.mayView);

/** Asks the domain that owns things of this kind whether the viewer may see one of them. */
export async function mayView(services: Services, viewer: Viewer, kind: string, id: number): Promise<boolean> {
  return (await questions()[kind]?.(services, viewer, id)) ?? false;
}

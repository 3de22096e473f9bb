import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { blockPerson as block, unblockPerson as unblock } from './block-person.ts';

export const blockPerson = (services: Services, viewer: SignedInViewer, id: number): Promise<{ blocked: 0 | 1 }> =>
  block(services, viewer, id);

export const unblockPerson = (services: Services, viewer: SignedInViewer, id: number): Promise<{ blocked: 0 | 1 }> =>
  unblock(services, viewer, id);

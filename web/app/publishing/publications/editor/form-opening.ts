import type { Publication } from '@app/contract/publishing/publications';
import { publicationsApi } from '#contract/publishing/publications';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import type { DraftStore, LocalPublicationDraft } from './draft-store.ts';
import { EMPTY_PUBLICATION, fieldsOfPublication } from './publication-fields.ts';
import type { PublicationFormStart } from './use-publication-form.ts';

export const NEW_DRAFT_KEY = 'new';

export interface FormOpening {
  start: PublicationFormStart;
  round: number;
  opened: 'restored' | 'unsaved' | null;
}

export const blank = (): PublicationFormStart => ({
  key: NEW_DRAFT_KEY,
  publishId: null,
  fields: EMPTY_PUBLICATION,
  content: [],
  state: null,
  localDraft: null,
});

export const fromServer = (key: string, draft: Publication): PublicationFormStart => ({
  key,
  publishId: draft.publish_id,
  fields: fieldsOfPublication(draft),
  content: draft.content,
  state: draft.state,
  localDraft: null,
});

/** Opens the unsent draft of this device, unless another device published or deleted it on the server. */
export async function openLocalDraft(
  store: DraftStore,
  localDraft: LocalPublicationDraft,
): Promise<FormOpening | null> {
  const local: Pick<FormOpening, 'start' | 'round'> = {
    start: { ...blank(), publishId: localDraft.publishId, localDraft },
    round: 1,
  };
  if (localDraft.publishId === null) return { ...local, opened: 'unsaved' };
  try {
    const draft = await call(publicationsApi.one, { params: { id: localDraft.publishId } });
    if (draft.state !== 'published') {
      // When everything was sent, the server's draft wins, because another device may have changed it.
      if (localDraft.isSent && localDraft.files.every(({ stored }) => stored !== null))
        return { start: fromServer(NEW_DRAFT_KEY, draft), round: 1, opened: 'restored' };
      return { ...local, opened: localDraft.isSent ? 'restored' : 'unsaved' };
    }
  } catch (error) {
    const isGone = isApiError(error) && error.status >= 400 && error.status < 500;
    if (!isGone) return { ...local, opened: 'unsaved' };
  }
  await store.remove(NEW_DRAFT_KEY);
  return null;
}

import { clearUploads } from '../files/uploads/upload-memory.ts';
import { clearUnsent, hasUnsent } from '../messaging/chat/engine/send.ts';
import { SignOutQuestion } from '../messaging/chat/list/sign-out-question.tsx';
import type { LocalData } from '../platform/slots.ts';
import { loadTexts } from '../platform/texts.ts';
import { clearPublicationDrafts } from '../publishing/publications/editor/draft-store.ts';
import { clearRecordings, hasRecordings } from './clear-recordings.ts';

export const localData: LocalData = {
  async findQuestion(viewerId, lang) {
    const [messages, recordings] = await Promise.all([
      hasUnsent(viewerId).catch(() => false),
      hasRecordings(viewerId).catch(() => false),
      loadTexts(lang, 'chats'),
    ]);
    if (!messages && !recordings) return null;
    return (answers) => <SignOutQuestion unsaved={{ messages, recordings }} {...answers} />;
  },
  clear: (viewerId) =>
    Promise.allSettled([clearUnsent(viewerId), clearRecordings(viewerId), clearPublicationDrafts(), clearUploads()]),
};

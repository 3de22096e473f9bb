import { clearUploads } from '../files/uploads/upload-memory.ts';
import { clearUnsent, hasUnsent } from '../messaging/chat/engine/send.ts';
import { SignOutQuestion } from '../messaging/chat/list/sign-out-question.tsx';
import type { LocalData } from '../platform/slots.ts';
import { loadTexts } from '../platform/texts.ts';
import { clearPublicationDrafts } from '../publishing/publications/editor/draft-store.ts';
import { clearRecordings, hasRecordings } from './clear-recordings.ts';

export const localData: LocalData = {
  async findQuestion(lang) {
    const [messages, recordings] = await Promise.all([
      hasUnsent().catch(() => false),
      hasRecordings().catch(() => false),
      loadTexts(lang, 'chats'),
    ]);
    if (!messages && !recordings) return null;
    return (answers) => <SignOutQuestion unsaved={{ messages, recordings }} {...answers} />;
  },
  clear: () => Promise.allSettled([clearUnsent(), clearRecordings(), clearPublicationDrafts(), clearUploads()]),
};

import { defineDomain } from '../../platform/domain/domain.ts';
import { eraseChatFiles } from './chat-files.public.ts';
import { registerChatFiles } from './chat-files.routes.ts';
import { countChatFileBytes, exportChatFilesOf, listChatFilesOf } from './export-chat-files.public.ts';
import { sweepChatFiles } from './sweep-chat-files.job.ts';

declare module '../../platform/domain/domain.ts' {
  interface DomainEvents {
    /** The receiver listened to the voice note of a message for the first time. */
    'voiceNote.listened': { messageId: number };
  }
}

export const chatFiles = defineDomain({
  name: 'chat-files',
  share: 'messaging',
  routes: registerChatFiles,
  periodicJobs: [{ job: sweepChatFiles, everySeconds: 3600 }],
  userData: {
    erase: eraseChatFiles,
    exports: { chat_files: exportChatFilesOf },
    files: { countBytes: countChatFileBytes, list: listChatFilesOf },
  },
});

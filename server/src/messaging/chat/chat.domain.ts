import { defineDomain } from '../../platform/domain/domain.ts';
import { acceptMessageRequests } from './answer-request.ts';
import { registerChat } from './chat.routes.ts';
import { exportChatOf } from './data-export/export-chat-data.public.ts';
import { cancelScheduledMessages, eraseChatData } from './erase-chat-data.public.ts';
import { findOverdue, sendScheduled } from './extras/send-scheduled.job.ts';
import { sweepChatExtras } from './extras/sweep-chat-extras.job.ts';
import { countChats } from './list/count-chats.ts';
import { onBlock } from './on-block.ts';
import { onVoiceListened } from './on-voice-listened.ts';
import { presentChatEvents } from './present-chat-events.ts';
import { pushMessageJob } from './push/push-message.job.ts';

export const chat = defineDomain({
  name: 'chat',
  routes: registerChat,
  jobs: [sendScheduled, pushMessageJob],
  periodicJobs: [
    { job: findOverdue, everySeconds: 60 },
    { job: sweepChatExtras, everySeconds: 3600 },
  ],
  userEvents: {
    isOwn: (type) => type.startsWith('chat_'),
    greet: async ({ pool }, userId) => ({ type: 'chat_counts', counts: await countChats(pool, userId) }),
    present: presentChatEvents,
  },
  on: {
    'user.deactivated': (_, tx, { userId }) => cancelScheduledMessages(tx, userId),
    'voiceNote.listened': (services, tx, { messageId }) => onVoiceListened(services, tx, messageId),
    'block.changed': (services, tx, { userId, otherId }) => onBlock(services, tx, userId, otherId),
    'friendship.created': (services, tx, { userId, otherId }) => acceptMessageRequests(services, tx, userId, otherId),
  },
  userData: { erase: eraseChatData, exports: { chat: exportChatOf } },
});

import { defineDomain } from '../../platform/domain.ts';
import { registerChat } from './chat.routes.ts';
import { exportChatOf } from './data-export/export-chat-data.public.ts';
import { eraseChatData } from './erase-chat-data.public.ts';
import { findOverdue, sendScheduled } from './extras/send-scheduled.job.ts';
import { sweepChatExtras } from './extras/sweep-chat-extras.job.ts';
import { pushMessageJob } from './push/push-message.job.ts';

export const chat = defineDomain({
  name: 'chat',
  routes: registerChat,
  jobs: [sendScheduled, findOverdue, pushMessageJob, sweepChatExtras],
  periodicJobs: [
    { job: findOverdue, everySeconds: 60 },
    { job: sweepChatExtras, everySeconds: 3600 },
  ],
  userData: { erase: eraseChatData, exports: { chat: exportChatOf } },
});

import { ChatEvent } from '@app/contract/messaging/chat';
import { sql } from 'kysely';
import { defineDomain } from '../../platform/domain/domain.ts';
import { acceptMessageRequests } from './answer-request.ts';
import { registerChat } from './chat.routes.ts';
import { exportChatOf } from './data-export/export-chat-data.public.ts';
import { cancelScheduledMessages, eraseChatData } from './erase-chat-data.public.ts';
import { findOverdue, sendScheduled } from './extras/send-scheduled.job.ts';
import { sweepChatExtras } from './extras/sweep-chat-extras.job.ts';
import { fetchLinkCardJob } from './link-cards/fetch-link-card.job.ts';
import { purgeLinkCards } from './link-cards/purge-link-cards.job.ts';
import { countChats } from './list/count-chats.public.ts';
import { measureReplyTimes } from './measure-reply-times.job.ts';
import { isShown } from './members.queries.ts';
import { onBlock } from './on-block.ts';
import { onDealChanged, onMeetingsChanged, sendMeeting, sendOffer } from './on-deal.ts';
import { onVoiceListened } from './on-voice-listened.ts';
import { presentChatEvents } from './present-chat-events.ts';
import { pushMessageJob } from './push/push-message.job.ts';

export const chat = defineDomain({
  name: 'chat',
  share: 'messaging',
  routes: registerChat,
  jobs: [sendScheduled, pushMessageJob, fetchLinkCardJob],
  periodicJobs: [
    { job: findOverdue, everySeconds: 60 },
    { job: sweepChatExtras, everySeconds: 3600 },
    { job: purgeLinkCards, everySeconds: 3600 },
    { job: measureReplyTimes, everySeconds: 600 },
  ],
  userEvents: {
    schema: ChatEvent,
    isOwn: (type) => type.startsWith('chat_'),
    greet: async ({ pool }, userId) => ({ type: 'chat_counts', counts: await countChats(pool, userId) }),
    present: presentChatEvents,
  },
  on: {
    'deal.offered': sendOffer,
    'deal.changed': onDealChanged,
    'meeting.proposed': sendMeeting,
    'meeting.changed': onMeetingsChanged,
    'user.deactivated': (_, tx, { userId }) => cancelScheduledMessages(tx, userId),
    'voiceNote.listened': (services, tx, { messageId }) => onVoiceListened(services, tx, messageId),
    'block.changed': (services, tx, { userId, otherId }) => onBlock(services, tx, userId, otherId),
    'friendship.created': (services, tx, { userId, otherId }) => acceptMessageRequests(services, tx, userId, otherId),
  },
  imageHolders: [
    {
      // The picture of a link's card is shown to those who have a message with the card.
      joins: sql`join link_cards card on card.image_id = m.id`,
      isShownTo: ({ userId }) => sql<boolean>`exists (
        select from messages m join chat_members me on me.chat_id = m.chat_id and me.user_id = ${userId}::bigint
        where m.link_key = card.key and ${isShown})`,
    },
  ],
  userData: { erase: eraseChatData, exports: { chat: exportChatOf } },
});

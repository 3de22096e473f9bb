import '../voice-notes/voice-recorder.ts';
import './composer/find-link.ts';
import { QuickRepliesDialog } from './composer/quick-replies-dialog.tsx';
import { ScheduleDialog } from './composer/schedule-dialog.tsx';
import { ScheduledDialog } from './composer/scheduled-dialog.tsx';
import { TemplatesDialog } from './composer/templates-dialog.tsx';
import { MessageMenu } from './thread/message-menu.tsx';

/** What a press or typing opens in a chat: one file of the build. */
export const openedParts = { MessageMenu, QuickRepliesDialog, ScheduleDialog, ScheduledDialog, TemplatesDialog };

import { CallsOutlet } from '../messaging/calls/calls-outlet.tsx';
import { MessagesLink } from '../messaging/chat/list/messages-link.tsx';
import { Bell } from '../notifications/notifications/bell.tsx';
import { AcceptanceOutlet } from '../people/legal/acceptance-outlet.tsx';
import { MusicOutlet } from '../publishing/music/music-outlet.tsx';

/** What the frame shows to whoever signed in: one file of the build, asked for once the page is alive. */
export const sessionParts = { AcceptanceOutlet, Bell, CallsOutlet, MessagesLink, MusicOutlet };

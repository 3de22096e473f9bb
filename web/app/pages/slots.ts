import type { SlotLoaders } from '../platform/slots.ts';

export const slots: SlotLoaders = {
  askAcceptance: () =>
    import('../people/legal/acceptance-prompt.ts').then(({ openAcceptancePrompt }) => openAcceptancePrompt),
  localData: () => import('./local-data.tsx').then(({ localData }) => localData),
  startChatClient: () =>
    import('../messaging/chat/engine/start-chat-client.ts').then(({ startChatClient }) => startChatClient),
  toast: () => import('../ui/toast/toast.ts').then(({ toast }) => toast),
  playTracks: () => import('../publishing/music/player/player.ts').then(({ playTracks }) => playTracks),
  ReportDialog: () => import('../trust/complaints/report-dialog.tsx').then(({ ReportDialog }) => ReportDialog),
  SaveOrChoose: () => import('../publishing/collections/save-or-choose.tsx').then(({ SaveOrChoose }) => SaveOrChoose),
  ShareDialog: () => import('../messaging/chat/share/share-dialog.tsx').then(({ ShareDialog }) => ShareDialog),
  CallButtons: () => import('../messaging/calls/window/call-buttons.tsx').then(({ CallButtons }) => CallButtons),
};

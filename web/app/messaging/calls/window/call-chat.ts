import type { ConferenceMessage } from '@app/contract/messaging/calls';
import type { ChatFile } from '@app/contract/messaging/chat-files';
import { createStore } from '../../../platform/state-machine.ts';

export interface SendingFile {
  name: string;
  bytes: number;
  share: number;
}

export interface UnsentMessage {
  key: string;
  message: string;
  files: readonly SendingFile[];
  timestamp: string;
  /** Error message of the server; null while sending. */
  failure: string | null;
}

export interface CallChatState {
  room: string;
  messages: readonly ConferenceMessage[];
  unsent: readonly UnsentMessage[];
  hasMore: boolean;
  isLoading: boolean;
  /** Error message of the server, '' when there is none; null when loading succeeded. */
  failure: string | null;
  unread: number;
}

export interface CallChatPorts {
  list(room: string, beforeId: number | undefined): Promise<readonly ConferenceMessage[]>;
  /** Messages per page; a shorter page is the last one. */
  pageSize: number;
  upload(
    file: File,
    key: string,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<Pick<ChatFile, 'id'>>;
  send(body: { room_id: string; message: string; file_ids?: number[]; client_key: string }): Promise<ConferenceMessage>;
  createKey(): string;
  errorText(error: unknown): string;
}

export interface CallChat {
  state(): CallChatState;
  subscribe(listener: () => void): () => void;
  enter(room: string): void;
  loadOlder(): Promise<void>;
  receive(message: ConferenceMessage): void;
  send(message: string, files: readonly File[]): void;
  retry(key: string): void;
  discard(key: string): void;
  /** Whether the chat is visible; messages that arrive meanwhile count as read. */
  setVisible(isLooking: boolean): void;
}

const EMPTY_CHAT: CallChatState = {
  room: '',
  messages: [],
  unsent: [],
  hasMore: true,
  isLoading: false,
  failure: null,
  unread: 0,
};

interface OutgoingMessage {
  files: readonly File[];
  /** Ids of files that are uploaded already; a retry continues after them. */
  ids: number[];
  stop: AbortController;
}

const inOrder = (messages: readonly ConferenceMessage[]): readonly ConferenceMessage[] =>
  [...new Map(messages.map((message) => [message.id, message])).values()].sort((one, other) => one.id - other.id);

async function uploadFiles(
  { upload }: CallChatPorts,
  key: string,
  { files, ids, stop }: OutgoingMessage,
  onProgress: (index: number, share: number) => void,
): Promise<void> {
  for (const [index, file] of files.entries()) {
    if (ids[index] !== undefined) continue;
    const { id } = await upload(file, `${key}:${index}`, (share) => onProgress(index, share), stop.signal);
    ids[index] = id;
    onProgress(index, 1);
  }
}

/** Manages the messages of one call: loads them page by page and shows own ones before the server confirms them. */
export function createCallChat(ports: CallChatPorts): CallChat {
  const { state, set: publish, subscribe } = createStore(EMPTY_CHAT);
  const outgoing = new Map<string, OutgoingMessage>();
  let isVisible = false;
  /** Messages are sent one at a time, so that their order is kept. */
  let queue: Promise<void> = Promise.resolve();

  const set = (part: Partial<CallChatState>): void => publish({ ...state(), ...part });
  const change = (key: string, part: Partial<UnsentMessage>): void =>
    set({ unsent: state().unsent.map((one) => (one.key === key ? { ...one, ...part } : one)) });

  function mergeMessages(messages: readonly ConferenceMessage[]): void {
    const keys = new Set(messages.map(({ client_key }) => client_key));
    for (const key of keys) if (key !== null) outgoing.delete(key);
    set({
      messages: inOrder([...state().messages, ...messages]),
      unsent: state().unsent.filter(({ key }) => !keys.has(key)),
    });
  }

  async function deliver(room: string, key: string): Promise<void> {
    const entry = outgoing.get(key);
    const unsent = state().unsent.find((one) => one.key === key);
    if (entry === undefined || unsent === undefined || state().room !== room) return;
    try {
      await uploadFiles(ports, key, entry, (index, share) => {
        const files = state().unsent.find((one) => one.key === key)?.files ?? [];
        change(key, { files: files.map((one, at) => (at === index ? { ...one, share } : one)) });
      });
      const sent = await ports.send({
        room_id: room,
        message: unsent.message,
        client_key: key,
        ...(entry.ids.length > 0 && { file_ids: entry.ids }),
      });
      if (state().room === room) mergeMessages([sent]);
    } catch (error) {
      if (!entry.stop.signal.aborted) change(key, { failure: ports.errorText(error) });
    }
  }

  const start = (key: string): void => {
    const { room } = state();
    queue = queue.then(() => deliver(room, key));
  };

  return {
    state,
    subscribe,
    enter(room) {
      if (state().room === room) return;
      for (const { stop } of outgoing.values()) stop.abort();
      outgoing.clear();
      set({ ...EMPTY_CHAT, room });
    },
    async loadOlder() {
      const { room, isLoading, hasMore, messages } = state();
      if (room === '' || isLoading || !hasMore) return;
      set({ isLoading: true, failure: null });
      try {
        const list = await ports.list(room, messages[0]?.id);
        if (state().room !== room) return;
        mergeMessages(list);
        set({ hasMore: list.length === ports.pageSize, isLoading: false });
      } catch (error) {
        if (state().room === room) set({ isLoading: false, failure: ports.errorText(error) });
      }
    },
    receive(message) {
      if (message.room_id !== state().room) return;
      const isNew = !state().messages.some(({ id }) => id === message.id);
      mergeMessages([message]);
      if (isNew && !isVisible && message.mine === 0) set({ unread: state().unread + 1 });
    },
    send(message, files) {
      const key = ports.createKey();
      const unsent: UnsentMessage = {
        key,
        message,
        files: files.map(({ name, size }) => ({ name, bytes: size, share: 0 })),
        timestamp: new Date().toISOString(),
        failure: null,
      };
      outgoing.set(key, { files, ids: [], stop: new AbortController() });
      set({ unsent: [...state().unsent, unsent] });
      start(key);
    },
    retry(key) {
      change(key, { failure: null });
      start(key);
    },
    discard(key) {
      outgoing.get(key)?.stop.abort();
      outgoing.delete(key);
      set({ unsent: state().unsent.filter((one) => one.key !== key) });
    },
    setVisible(isVisibleNow) {
      isVisible = isVisibleNow;
      if (isVisibleNow && state().unread > 0) set({ unread: 0 });
    },
  };
}

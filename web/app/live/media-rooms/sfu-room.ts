import type {
  IceServer,
  MediaClientMessage,
  MediaJoinToken,
  MediaServerMessage,
  RoomEndReason,
  RoomSlot,
  VideoLayer,
} from '@app/contract/live/media-room';
import { CALL_SLOTS, STREAM_SLOTS } from '#contract/live/media-room';
import { closeSocket } from '../../platform/live/close-socket.ts';
import { watchNetwork } from './network.ts';
import { RoomBase } from './room-base.ts';
import { noStats, reportsOf, summarizeReports } from './room-stats.ts';
import type { EndReason, RenewedJoinToken, Room, RoomOptions, RoomStats } from './room-types.ts';
import { SfuLink } from './sfu-link.ts';

const CHECK_MS = 1000;
const HEARTBEAT_EVERY_MS = 4000;
/** A socket without any message for this long is dead, even if the browser considers it open. */
const SILENCE_MS = 9000;
const DELAY_MIN_MS = 200;
const DELAY_MAX_MS = 4000;
/** A token this close to its expiry is renewed first. */
const EXPIRY_MARGIN_MS = 5000;
/** Consecutive rejections after which the room is closed. */
const REJECTIONS_MAX = 3;
const STATS_EVERY_MS = 5000;

const ENDED: Readonly<Record<Exclude<RoomEndReason, 'moved' | 'restart'>, EndReason>> = {
  ended: 'ended',
  dropped: 'dropped',
  elsewhere: 'replaced',
};
const MUTED_KINDS = ['audio', 'video', 'screen'] as const;

class SfuRoom extends RoomBase<RoomOptions> {
  #ice: readonly IceServer[];
  #joinToken: MediaJoinToken;

  #socket: WebSocket | undefined;
  #lastReceivedAt = 0;
  #lastHeartbeatAt = 0;
  #statsAt = Date.now();
  #me: { user: number; maySend: boolean } | undefined;
  #failures = 0;
  #rejections = 0;
  #mustRenew = false;

  #link: SfuLink | undefined;
  #next: { id: number; link: SfuLink } | undefined;
  #offers = 0;
  #announced = { audio: false, video: false, screen: false };

  #defaultLayer: VideoLayer = 'high';
  readonly #layers = new Map<number, VideoLayer>();

  #slots: readonly RoomSlot[] = [];
  #reported = noStats();
  #retry: ReturnType<typeof setTimeout> | undefined;
  readonly #checking: ReturnType<typeof setInterval>;
  readonly #stopWatching: () => void;

  constructor(joinToken: MediaJoinToken, ice: readonly IceServer[], options: RoomOptions) {
    super(options);
    this.#joinToken = joinToken;
    this.#ice = ice;
    this.#checking = setInterval(() => this.#check(), CHECK_MS);
    this.#stopWatching = watchNetwork(() => this.#reconnect());
    this.showState();
    this.#enter();
  }

  setLayer(user: number | '*', layer: VideoLayer): void {
    if (user === '*') this.#defaultLayer = layer;
    else this.#layers.set(user, layer);
    this.#sendLayers(user);
  }

  stats(): Promise<RoomStats> {
    return this.total(this.#link && this.#read(this.#link));
  }

  leave(): void {
    this.#sendMessage({ type: 'leave' });
    this.finish('left');
  }

  #enter(): void {
    if (this.isOver || !navigator.onLine) return;
    const url = new URL(this.#joinToken.url, window.location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    this.#socket = socket;
    this.#lastReceivedAt = this.#lastHeartbeatAt = Date.now();
    socket.onopen = () =>
      socket.send(JSON.stringify({ type: 'enter', token: this.#joinToken.token } satisfies MediaClientMessage));
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return;
      this.#lastReceivedAt = Date.now();
      const message = parse(data);
      if (message !== undefined) this.#handleMessage(message);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#handleLoss();
    };
  }

  #handleMessage(message: MediaServerMessage): void {
    switch (message.type) {
      case 'entered':
        this.#me = { user: message.user, maySend: message.may === 'publish' };
        this.#offer();
        if (this.isHandUp) this.applyHand();
        break;
      case 'answer':
        void this.#applyAnswer(message.id, message.sdp);
        break;
      case 'slots':
        this.#slots = message.slots;
        this.#showStreams();
        break;
      case 'people':
        this.options.onPeople?.(
          message.people
            .filter(({ user }) => user !== this.#me?.user)
            .map(({ user, audio, video, screen, hand }) => ({
              user,
              audio: audio === 1,
              video: video === 1,
              screen: screen === 1,
              hand: hand === 1,
            })),
        );
        break;
      case 'speakers':
        this.options.onSpeakers?.(message.speakers);
        break;
      case 'bandwidth':
        this.options.onBandwidth?.(message.kbps, message.lowered);
        break;
      case 'state':
        if (message.state === 'failed' && this.#next === undefined) this.#offer();
        break;
      case 'end':
        if (message.reason === 'moved' || message.reason === 'restart') {
          this.#mustRenew = true;
          this.#reconnect();
        } else this.finish(ENDED[message.reason]);
        break;
      case 'refused':
        this.#mustRenew = true;
        this.#rejections += 1;
        if (message.code === 'may_not_publish' || this.#rejections >= REJECTIONS_MAX) this.finish('refused');
        break;
    }
  }

  /** Opens a new peer connection for the same participant; the old one stays until the new one is answered. */
  #offer(): void {
    if (this.#me === undefined || this.isOver) return;
    this.#next?.link.close();
    const id = this.#offers++;
    const isCurrent = (): boolean => this.#next?.link === link || this.#link === link;
    const link = new SfuLink(this.#ice, this.#me.maySend ? CALL_SLOTS : STREAM_SLOTS, this.#me.maySend, {
      onConnected: () => {
        if (!isCurrent()) return;
        this.#failures = this.#rejections = 0;
        this.showState();
      },
      onLost: () => {
        if (!isCurrent()) return;
        // A replacement is already under way.
        if (this.#link === link && this.#next !== undefined) return;
        if (this.#link === link) this.showState();
        this.#failures += 1;
        // The server did not answer the offer, so the socket counts as dead too.
        if (this.#next?.link === link) this.#reconnect();
        else this.#offer();
      },
    });
    this.#next = { id, link };
    void this.#describe(id, link);
  }

  async #describe(id: number, link: SfuLink): Promise<void> {
    try {
      const { sdp, sends } = await link.offer(this.carried());
      if (this.#next?.link !== link) return;
      this.#announced = this.sentKinds();
      this.#sendMessage({ type: 'offer', id, sdp, sends, on: this.#announced });
    } catch {
      // The connection was closed in between; its replacement continues.
    }
  }

  async #applyAnswer(id: number, sdp: string): Promise<void> {
    const next = this.#next;
    if (next?.id !== id) return;
    const old = this.#link;
    this.#link = next.link;
    this.#next = undefined;
    if (old !== undefined) this.retire(this.#read(old), () => old.close());
    this.#slots = [];
    this.showState();
    try {
      await next.link.answer(sdp);
    } catch {
      if (this.#link === next.link) this.#handleLoss();
      return;
    }
    this.#sendMutes();
    if (this.#defaultLayer !== 'high' || this.#layers.size > 0) this.#sendLayers('*');
  }

  #handleLoss(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#me = undefined;
    this.#next?.link.close();
    this.#next = undefined;
    closeSocket(socket);
    if (this.isOver) return;
    this.showState();
    this.#failures += 1;
    const delay = Math.min(DELAY_MAX_MS, DELAY_MIN_MS * 2 ** (this.#failures - 1)) * (0.5 + Math.random() / 2);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#reenter(), delay);
  }

  /** Reconnects without a delay, after a network change or on the server's request. */
  #reconnect(): void {
    if (this.isOver) return;
    const isFirst = this.#failures === 0;
    this.#handleLoss();
    if (!isFirst) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#reenter(), 0);
  }

  async #reenter(): Promise<void> {
    const isOld = Date.parse(this.#joinToken.expires_at) - EXPIRY_MARGIN_MS < Date.now();
    if (this.#mustRenew || isOld || this.#failures > 1) {
      // When renewal fails, the current token is tried.
      const joinToken: RenewedJoinToken | null = await this.options.renewJoinToken().catch(() => this.#joinToken);
      if (this.isOver || this.#socket !== undefined) return;
      if (joinToken === null) {
        this.finish('dropped');
        return;
      }
      this.#mustRenew = false;
      this.#joinToken = joinToken;
      this.#ice = joinToken.ice ?? this.#ice;
    }
    this.#enter();
  }

  #check(): void {
    const now = Date.now();
    if (this.#socket === undefined) return;
    if (now - this.#lastReceivedAt > SILENCE_MS) {
      this.#handleLoss();
      return;
    }
    if (this.#me === undefined) return;
    if (now - this.#lastHeartbeatAt > HEARTBEAT_EVERY_MS) {
      this.#lastHeartbeatAt = now;
      this.#sendMessage({ type: 'beat' });
    }
    if (now - this.#statsAt > STATS_EVERY_MS) void this.#report(now - this.#statsAt);
  }

  async #report(ms: number): Promise<void> {
    this.#statsAt = Date.now();
    const before = this.#reported;
    const stats = await this.stats();
    this.#reported = stats;
    if (this.isOver || this.#link?.isConnected !== true) return;
    const kbps = (bytes: number): number => Math.max(0, Math.round((bytes * 8) / ms));
    this.#sendMessage({
      type: 'stats',
      ...(stats.roundTrip !== undefined && { rtt_ms: stats.roundTrip }),
      kbps_in: kbps(stats.bytesReceived - before.bytesReceived),
      kbps_out: kbps(stats.bytesSent - before.bytesSent),
    });
  }

  protected isConnected(): boolean {
    return this.#link?.isConnected === true;
  }

  protected applyHand(): void {
    this.#sendMessage({ type: 'hand', raised: this.isHandUp });
  }

  protected async applyTracks(): Promise<void> {
    const carried = this.carried();
    this.#sendMutes();
    const links = [this.#link, this.#next?.link].filter((link) => link !== undefined);
    // Fails on a link that was closed in between.
    await Promise.all(links.map((link) => link.send(carried).catch(() => {})));
  }

  /**
   * Reports which tracks are on. During an offer nothing is sent: the offer contains the state, and changes follow the
   * answer.
   */
  #sendMutes(): void {
    if (this.#link === undefined || this.#next !== undefined) return;
    const on = this.sentKinds();
    for (const kind of MUTED_KINDS)
      if (on[kind] !== this.#announced[kind]) this.#sendMessage({ type: 'mute', kind, muted: !on[kind] });
    this.#announced = on;
  }

  #sendLayers(user: number | '*'): void {
    if (user !== '*') {
      this.#sendMessage({ type: 'layer', user, layer: this.#layers.get(user) ?? 'high' });
      return;
    }
    this.#sendMessage({ type: 'layer', user, layer: this.#defaultLayer });
    for (const [one, layer] of this.#layers) this.#sendMessage({ type: 'layer', user: one, layer });
  }

  #sendMessage(message: MediaClientMessage): void {
    if (this.#me !== undefined && this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify(message));
  }

  #showStreams(): void {
    const link = this.#link;
    const wanted = this.#slots.map((slot) => ({
      user: slot.user,
      kind: slot.kind,
      tracks: link?.tracksOf(slot) ?? [],
    }));
    this.options.onStreams?.(this.streams.set(wanted));
  }

  async #read(link: SfuLink): Promise<RoomStats> {
    return summarizeReports(reportsOf(await link.stats()), (mid) =>
      this.#slots.find(({ audio_mid, video_mid }) => mid === audio_mid || mid === video_mid),
    );
  }

  protected release(): void {
    clearInterval(this.#checking);
    clearTimeout(this.#retry);
    this.#stopWatching();
    closeSocket(this.#socket);
    this.#socket = undefined;
    this.#next?.link.close();
    const link = this.#link;
    if (link !== undefined) this.retire(this.#read(link), () => link.close());
    this.#link = this.#next = undefined;
    this.#slots = [];
    this.#showStreams();
  }
}

export const openSfuRoom = (joinToken: MediaJoinToken, ice: readonly IceServer[], options: RoomOptions): Room =>
  new SfuRoom(joinToken, ice, options);

function parse(data: unknown): MediaServerMessage | undefined {
  try {
    return JSON.parse(String(data)) as MediaServerMessage;
  } catch {
    return undefined;
  }
}

import type { MediaJoinToken, VideoLayer } from '@app/contract/live/media-room';
import {
  ConnectionState,
  DisconnectReason,
  Room as LivekitClient,
  type LocalTrackPublication,
  ParticipantEvent,
  type RemoteParticipant,
  RoomEvent,
  Track,
  VideoQuality,
} from 'livekit-client';
import { RoomBase } from './room-base.ts';
import { addStats, noStats, reportsOf, summarizeReports } from './room-stats.ts';
import type { EndReason, MutedKind, PersonStats, PublishedTracks, Room, RoomOptions, RoomStats } from './room-types.ts';

const RETRY_MS = 2000;

const SOURCES: Readonly<Record<keyof PublishedTracks, Track.Source>> = {
  audio: Track.Source.Microphone,
  video: Track.Source.Camera,
  screen: Track.Source.ScreenShare,
  screenAudio: Track.Source.ScreenShareAudio,
};
const MUTED: Readonly<Record<MutedKind, readonly (keyof PublishedTracks)[]>> = {
  audio: ['audio'],
  video: ['video'],
  screen: ['screen', 'screenAudio'],
};
const HAND = 'hand';

/** Other reasons are connection losses after which LiveKit gave up reconnecting. */
const ENDS: Readonly<Partial<Record<DisconnectReason, EndReason>>> = {
  [DisconnectReason.DUPLICATE_IDENTITY]: 'replaced',
  [DisconnectReason.PARTICIPANT_REMOVED]: 'dropped',
  [DisconnectReason.ROOM_DELETED]: 'ended',
  [DisconnectReason.ROOM_CLOSED]: 'ended',
};

const userOf = ({ identity }: { identity: string }): number => Number(identity);

class LivekitRoom extends RoomBase<RoomOptions> {
  readonly #client = new LivekitClient({ dynacast: true, stopLocalTrackOnUnpublish: false });
  #defaultLayer: VideoLayer = 'high';
  readonly #layers = new Map<number, VideoLayer>();
  #retry: ReturnType<typeof setTimeout> | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(joinToken: MediaJoinToken, options: RoomOptions) {
    super(options);
    const client = this.#client;
    const show = (): void => this.#showPeople();
    client
      .on(RoomEvent.ConnectionStateChanged, () => this.showState())
      .on(RoomEvent.Connected, () => this.applyTracks())
      .on(RoomEvent.Reconnected, () => this.applyTracks())
      .on(RoomEvent.Disconnected, (reason) => this.#handleLoss(reason))
      .on(RoomEvent.ParticipantConnected, show)
      .on(RoomEvent.ParticipantDisconnected, show)
      .on(RoomEvent.ParticipantAttributesChanged, show)
      .on(RoomEvent.TrackPublished, show)
      .on(RoomEvent.TrackUnpublished, show)
      .on(RoomEvent.TrackMuted, show)
      .on(RoomEvent.TrackUnmuted, show)
      .on(RoomEvent.TrackSubscribed, show)
      .on(RoomEvent.TrackUnsubscribed, show)
      .on(RoomEvent.ActiveSpeakersChanged, (speakers) =>
        options.onSpeakers?.(speakers.map((speaker) => ({ user: userOf(speaker), level: speaker.audioLevel }))),
      );
    client.localParticipant.on(ParticipantEvent.LocalTrackPublished, () => this.applyMutes());
    this.showState();
    void this.#connect(joinToken);
  }

  setLayer(user: number | '*', layer: VideoLayer): void {
    if (user === '*') this.#defaultLayer = layer;
    else this.#layers.set(user, layer);
    this.#applyLayers();
  }

  async stats(): Promise<RoomStats> {
    const people: PersonStats[] = [];
    let all = noStats();
    for (const participant of this.#client.remoteParticipants.values()) {
      for (const { track, source } of participant.trackPublications.values()) {
        const reports = await track?.getRTCStatsReport();
        if (reports === undefined) continue;
        const kind = isOfScreen(source) ? 'screen' : 'person';
        const stats = summarizeReports(reportsOf(reports), () => ({ user: userOf(participant), kind }));
        all = addStats(all, stats);
        people.push(...stats.people);
      }
    }
    for (const { track } of this.#client.localParticipant.trackPublications.values()) {
      const reports = await track?.getRTCStatsReport();
      if (reports !== undefined)
        all = addStats(
          all,
          summarizeReports(reportsOf(reports), () => undefined),
        );
    }
    return { ...all, people: together(people) };
  }

  leave(): void {
    this.finish('left');
  }

  async #connect(joinToken: MediaJoinToken): Promise<void> {
    try {
      await this.#client.connect(joinToken.url, joinToken.token);
    } catch {
      this.#tryAgain();
    }
  }

  #handleLoss(reason: DisconnectReason | undefined): void {
    const end = reason === undefined ? undefined : ENDS[reason];
    if (end !== undefined) this.finish(end);
    else this.#tryAgain();
  }

  #tryAgain(): void {
    if (this.isOver) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(async () => {
      try {
        const joinToken = await this.options.renewJoinToken();
        if (this.isOver) return;
        if (joinToken === null) this.finish('dropped');
        else await this.#connect(joinToken);
      } catch {
        this.#tryAgain();
      }
    }, RETRY_MS);
  }

  protected applyTracks(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#publishTracks()).catch(() => {});
    this.applyHand();
    this.#showPeople();
    return this.#turn;
  }

  async #publishTracks(): Promise<void> {
    const me = this.#client.localParticipant;
    if (!this.isConnected()) return;
    for (const [name, source] of Object.entries(SOURCES) as [keyof PublishedTracks, Track.Source][]) {
      const wanted = this.tracks[name] ?? undefined;
      const publication = me.getTrackPublication(source) as LocalTrackPublication | undefined;
      const there = publication?.track;
      if (there?.mediaStreamTrack === wanted) continue;
      if (wanted === undefined && there !== undefined) await me.unpublishTrack(there, false);
      else if (wanted !== undefined && there !== undefined) await there.replaceTrack(wanted, true);
      else if (wanted !== undefined)
        await me.publishTrack(wanted, { source, simulcast: source === Track.Source.Camera });
    }
  }

  protected override applyMutes(): void {
    for (const [kind, names] of Object.entries(MUTED) as [MutedKind, readonly (keyof PublishedTracks)[]][]) {
      for (const name of names) {
        const publication = this.#client.localParticipant.getTrackPublication(SOURCES[name]) as
          | LocalTrackPublication
          | undefined;
        const isMuted = this.muted.has(kind);
        if (publication === undefined || publication.isMuted === isMuted) continue;
        void (isMuted ? publication.mute() : publication.unmute()).catch(() => {});
      }
    }
  }

  #applyLayers(): void {
    for (const participant of this.#client.remoteParticipants.values()) {
      const publication = participant.getTrackPublication(Track.Source.Camera);
      if (publication === undefined || !('setEnabled' in publication)) continue;
      const layer = this.#layers.get(userOf(participant)) ?? this.#defaultLayer;
      publication.setEnabled(layer !== 'off');
      if (layer !== 'off') publication.setVideoQuality(layer === 'low' ? VideoQuality.LOW : VideoQuality.HIGH);
    }
  }

  protected applyHand(): void {
    const me = this.#client.localParticipant;
    if (!this.isConnected() || (me.attributes[HAND] === '1') === this.isHandUp) return;
    void me.setAttributes({ [HAND]: this.isHandUp ? '1' : '' }).catch(() => {});
  }

  #showPeople(): void {
    const participants = [...this.#client.remoteParticipants.values()];
    this.#applyLayers();
    this.options.onPeople?.(
      participants.map((participant) => ({
        user: userOf(participant),
        audio: isOn(participant, Track.Source.Microphone),
        video: isOn(participant, Track.Source.Camera),
        screen: isOn(participant, Track.Source.ScreenShare),
        hand: participant.attributes[HAND] === '1',
      })),
    );
    const wanted = participants.flatMap((participant) => {
      const publications = [...participant.trackPublications.values()];
      const tracks = (isScreen: boolean): MediaStreamTrack[] =>
        publications.flatMap(({ source, track }) =>
          track !== undefined && isOfScreen(source) === isScreen ? track.mediaStreamTrack : [],
        );
      const user = userOf(participant);
      const screen = tracks(true);
      return [
        { user, kind: 'person' as const, tracks: tracks(false) },
        ...(screen.length > 0 ? [{ user, kind: 'screen' as const, tracks: screen }] : []),
      ];
    });
    this.options.onStreams?.(this.streams.set(this.isOver ? [] : wanted));
  }

  protected isConnected(): boolean {
    return this.#client.state === ConnectionState.Connected;
  }

  protected release(): void {
    clearTimeout(this.#retry);
    this.#client.removeAllListeners();
    void this.#client.disconnect(false);
    this.#showPeople();
  }
}

export const openLivekitRoom = (joinToken: MediaJoinToken, options: RoomOptions): Room =>
  new LivekitRoom(joinToken, options);

const isOfScreen = (source: Track.Source): boolean =>
  source === Track.Source.ScreenShare || source === Track.Source.ScreenShareAudio;

function isOn(participant: RemoteParticipant, source: Track.Source): boolean {
  const publication = participant.getTrackPublication(source);
  return publication !== undefined && !publication.isMuted;
}

function together(parts: readonly PersonStats[]): PersonStats[] {
  const people = new Map<string, PersonStats>();
  for (const part of parts) {
    const key = `${part.user} ${part.kind}`;
    const known = people.get(key);
    people.set(
      key,
      known === undefined
        ? part
        : {
            ...part,
            audioBytes: known.audioBytes + part.audioBytes,
            videoBytes: known.videoBytes + part.videoBytes,
            framesDecoded: known.framesDecoded + part.framesDecoded,
            width: Math.max(known.width, part.width),
            height: Math.max(known.height, part.height),
          },
    );
  }
  return [...people.values()];
}

import type { PersonStats, RoomStats } from './room-types.ts';

export const noStats = (): RoomStats => ({
  bytesReceived: 0,
  bytesSent: 0,
  framesDecoded: 0,
  framesSent: 0,
  packetsReceived: 0,
  packetsLost: 0,
  freezes: 0,
  roundTrip: undefined,
  people: [],
});

export type StreamOwner = (mid: string) => { user: number; kind: 'person' | 'screen' } | undefined;

interface Report {
  id: string;
  type: string;
  kind?: string;
  mid?: string;
  bytesReceived?: number;
  bytesSent?: number;
  framesDecoded?: number;
  framesSent?: number;
  packetsReceived?: number;
  packetsLost?: number;
  freezeCount?: number;
  frameWidth?: number;
  frameHeight?: number;
  selectedCandidatePairId?: string;
  currentRoundTripTime?: number;
  availableOutgoingBitrate?: number;
  qualityLimitationReason?: string;
  framesPerSecond?: number;
}

export const reportsOf = (reports: RTCStatsReport): Report[] => [...reports.values()] as Report[];

export function findPair(reports: readonly Report[]): Report | undefined {
  const id = reports.find(({ type }) => type === 'transport')?.selectedCandidatePairId;
  return reports.find((report) => report.id === id);
}

export function summarizeReports(reports: readonly Report[], ownerOf: StreamOwner): RoomStats {
  const stats = noStats();
  const people = new Map<string, PersonStats>();
  for (const report of reports) {
    if (report.type === 'outbound-rtp') {
      stats.bytesSent += report.bytesSent ?? 0;
      stats.framesSent += report.framesSent ?? 0;
    } else if (report.type === 'inbound-rtp') {
      stats.bytesReceived += report.bytesReceived ?? 0;
      stats.framesDecoded += report.framesDecoded ?? 0;
      stats.packetsReceived += report.packetsReceived ?? 0;
      stats.packetsLost += report.packetsLost ?? 0;
      stats.freezes += report.freezeCount ?? 0;
      const owner = report.mid === undefined ? undefined : ownerOf(report.mid);
      if (owner !== undefined) people.set(`${owner.user} ${owner.kind}`, addReport(people, owner, report));
    }
  }
  const roundTrip = findPair(reports)?.currentRoundTripTime;
  return { ...stats, roundTrip: roundTrip === undefined ? undefined : roundTrip * 1000, people: [...people.values()] };
}

function addReport(
  people: ReadonlyMap<string, PersonStats>,
  owner: { user: number; kind: 'person' | 'screen' },
  report: Report,
): PersonStats {
  const known = people.get(`${owner.user} ${owner.kind}`) ?? {
    user: owner.user,
    kind: owner.kind,
    audioBytes: 0,
    videoBytes: 0,
    framesDecoded: 0,
    width: 0,
    height: 0,
  };
  if (report.kind === 'audio') return { ...known, audioBytes: known.audioBytes + (report.bytesReceived ?? 0) };
  return {
    ...known,
    videoBytes: known.videoBytes + (report.bytesReceived ?? 0),
    framesDecoded: known.framesDecoded + (report.framesDecoded ?? 0),
    width: report.frameWidth ?? known.width,
    height: report.frameHeight ?? known.height,
  };
}

export function addStats(before: RoomStats, now: RoomStats): RoomStats {
  return {
    bytesReceived: before.bytesReceived + now.bytesReceived,
    bytesSent: before.bytesSent + now.bytesSent,
    framesDecoded: before.framesDecoded + now.framesDecoded,
    framesSent: before.framesSent + now.framesSent,
    packetsReceived: before.packetsReceived + now.packetsReceived,
    packetsLost: before.packetsLost + now.packetsLost,
    freezes: before.freezes + now.freezes,
    roundTrip: now.roundTrip,
    people: now.people,
  };
}

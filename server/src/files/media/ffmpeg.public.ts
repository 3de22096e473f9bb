import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import type { BaseLogger } from 'pino';
import { hasGroups, lowerCpuPriority, type Niceness } from './cpu-priority.ts';
import { coresForLongWork } from './long-work-cores.ts';
import { residentBytes } from './worker/memory.ts';

export interface Ffmpeg {
  path: string;
  version: string;
  /** Whether this build can tone-map HDR to SDR. */
  mapsTones: boolean;
}

export interface FfmpegInput {
  path: string;
  /** Type detected from the first bytes; selects the only demuxer that may read the file. */
  mime: string;
  before?: readonly string[];
}

export interface FfmpegRun {
  inputs: readonly FfmpegInput[];
  /** Folder of the outputs, which `args` name without a path; ffmpeg writes nowhere else. */
  folder: string;
  /** Wall-clock limit in seconds. Default 60. */
  seconds?: number;
  memoryMb?: number;
  /** Limit per output file. Default 256 MB. */
  outputBytes?: number;
  /**
   * Runs of one lane are sequential. `long`: takes minutes; `look`: a user waits for the result; `live`: viewers wait.
   * Default `short`.
   */
  lane?: 'long' | 'short' | 'look' | 'live';
  onProgress?(ms: number): void;
  signal?: AbortSignal;
}

export type FfmpegTrouble = 'time' | 'memory' | 'aborted' | 'killed' | 'failed';

/** Characters. */
const SAID_MAX = 500;

/** Reason of a failure. `failed`: ffmpeg gave up, say on a broken file; `killed`: another process ended ffmpeg. */
export class FfmpegError extends Error {
  readonly trouble: FfmpegTrouble;
  readonly output: string;
  constructor(trouble: FfmpegTrouble, output: string) {
    super(`ffmpeg: ${trouble}`);
    this.trouble = trouble;
    this.output = output;
  }

  /** The end of what ffmpeg said, for the log: without its indented lines, which repeat titles and names in the file. */
  get said(): string {
    const lines = this.output.split(/[\r\n]+/).filter((line) => !/^\s/.test(line));
    return lines.join('\n').slice(-SAID_MAX);
  }
}

const OLDEST = 5;
const OUTPUT_MAX = 64 * 1024;
const WATCH_MS = 100;
/** Address space beyond resident memory: mapped libraries and thread stacks. */
const MAPPED_MB = 2048;
/** Nice values per lane. Even long runs get more CPU when they are starved. */
const NICE: Readonly<Record<NonNullable<FfmpegRun['lane']>, Niceness>> = {
  look: { usual: 0, least: 0 },
  short: { usual: 5, least: 5 },
  live: { usual: 5, least: 5 },
  long: { usual: 19, least: 10 },
};

/** Each type is read only by its own demuxer; none of these opens other files, as playlists and scripts would. */
const DEMUXERS: ReadonlyMap<string, string> = new Map([
  ['video/mp4', 'mov'],
  ['video/quicktime', 'mov'],
  ['video/3gpp', 'mov'],
  ['video/3gpp2', 'mov'],
  ['audio/mp4', 'mov'],
  ['video/webm', 'matroska'],
  ['video/matroska', 'matroska'],
  ['video/x-matroska', 'matroska'],
  ['audio/webm', 'matroska'],
  ['video/mp2t', 'mpegts'],
  ['video/vnd.avi', 'avi'],
  ['video/ogg', 'ogg'],
  ['image/gif', 'gif'],
  ['audio/mpeg', 'mp3'],
  ['audio/aac', 'aac'],
  ['audio/ogg', 'ogg'],
  ['audio/flac', 'flac'],
  ['audio/wav', 'wav'],
]);

/**
 * Formats that phones, cameras and browsers record, and common music formats. All other decoders are closed to
 * untrusted files.
 */
const DECODERS = [
  'h264,hevc,vp8,vp9,libvpx,libvpx-vp9,av1,libdav1d,libaom-av1,mpeg4,msmpeg4,msmpeg4v2,h263,theora,mjpeg,prores,gif',
  'aac,mp3,mp3float,opus,libopus,vorbis,flac,alac,ac3,eac3,amrnb,amrwb,libopencore_amrnb,libopencore_amrwb',
  'pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_f64le,pcm_u8,pcm_s8,pcm_alaw,pcm_mulaw',
].join(',');

let found: Ffmpeg | null | undefined;

export function findFfmpeg(): Ffmpeg | null {
  if (found === undefined) {
    found = null;
    for (const candidate of ['ffmpeg', packaged()]) {
      const version = candidate && versionOf(candidate);
      if (version && Number.parseInt(version, 10) >= OLDEST) {
        found = { path: candidate, version, mapsTones: hasFilters(candidate, ['zscale', 'tonemap', 'sidedata']) };
        break;
      }
    }
  }
  return found;
}

export function logFfmpegAvailability(log: BaseLogger): void {
  const ffmpeg = findFfmpeg();
  if (ffmpeg) log.info({ path: ffmpeg.path, version: ffmpeg.version }, 'ffmpeg transcodes videos');
  else log.warn('ffmpeg is missing: videos that browsers play are published as uploaded, others are rejected');
}

function packaged(): string | undefined {
  try {
    const { resolve } = createRequire(import.meta.url);
    const program = path.join(path.dirname(resolve(`@ffmpeg-binary/${process.platform}-${process.arch}`)), 'ffmpeg');
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

const versionOf = (program: string): string | undefined =>
  /^ffmpeg version n?(\d+[\w.-]*)/.exec(queryProgram(program, '-version'))?.[1];

function hasFilters(program: string, names: readonly string[]): boolean {
  const known = new Set(queryProgram(program, '-hide_banner', '-filters').split(/\s+/));
  return names.every((name) => known.has(name));
}

function queryProgram(program: string, ...args: string[]): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8', timeout: 10_000, stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

const running = new Set<ChildProcess>();
let isWatchingExit = false;
const lanes = new Map<string, Promise<unknown>>();

/**
 * Runs ffmpeg on untrusted files: own process group, no shell, no network, no playlists that open other files; time,
 * memory and output are limited, the priority is low, and runs of a lane are sequential. ffmpeg ends together with this
 * process, however it dies. Returns the log output. Fails with {@link FfmpegError}; the caller then removes all files
 * in `folder`.
 */
export async function runFfmpeg(args: readonly string[], run: FfmpegRun): Promise<string> {
  const ffmpeg = findFfmpeg();
  if (ffmpeg === null) throw new Error('ffmpeg is missing');
  const { lane = 'short' } = run;
  const before = lanes.get(lane) ?? Promise.resolve();
  const mine = before.then(() => runNow(ffmpeg.path, args, run));
  lanes.set(
    lane,
    mine.catch(() => {}),
  );
  return mine;
}

async function runNow(program: string, args: readonly string[], run: FfmpegRun): Promise<string> {
  const { folder, seconds = 60, memoryMb = 768, outputBytes = 256 * 2 ** 20, lane = 'short', onProgress, signal } = run;
  if (signal?.aborted) throw new FfmpegError('aborted', '');
  const threads = String(Math.max(1, Math.min(2, os.availableParallelism() - 1)));
  const [command = program, ...rest] = [
    ...guards({ seconds, memoryMb, outputBytes, isLong: lane === 'long' }),
    program,
    ...['-nostdin', '-hide_banner', '-loglevel', 'info', '-nostats', '-y', '-filter_threads', threads],
    ...run.inputs.flatMap((input) => inputArgs(input, threads)),
    ...args,
    ...(onProgress ? ['-progress', 'pipe:1', '-stats_period', '0.5'] : []),
  ];
  const child = spawn(command, rest, {
    cwd: folder,
    // The server's environment contains secrets and is not passed on.
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  trackChild(child);
  const stopAdjusting = child.pid === undefined ? () => {} : lowerCpuPriority(child.pid, NICE[lane]);
  let trouble: FfmpegTrouble = 'failed';
  const end = (reason: FfmpegTrouble) => {
    trouble = reason;
    killGroup(child);
  };
  const timer = setTimeout(() => end('time'), seconds * 1000);
  const memory = setInterval(async () => {
    const bytes = child.pid && (await residentBytes(child.pid));
    if (bytes && bytes > memoryMb * 2 ** 20) end('memory');
  }, WATCH_MS);
  const onAbort = () => end('aborted');
  signal?.addEventListener('abort', onAbort);
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-OUTPUT_MAX);
  });
  let line = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (line + text).slice(-OUTPUT_MAX).split('\n');
    line = lines.pop() ?? '';
    for (const each of lines) {
      const micros = Number(/^out_time_us=(\d+)$/.exec(each)?.[1]);
      if (micros > 0) onProgress?.(Math.round(micros / 1000));
    }
  });
  try {
    const [code, signalled] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (...how) => resolve(how));
    });
    const isKilled = trouble === 'failed' && (signalled === 'SIGKILL' || signalled === 'SIGTERM');
    if (code !== 0) throw new FfmpegError(isKilled ? 'killed' : trouble, output);
    return output;
  } finally {
    clearTimeout(timer);
    clearInterval(memory);
    stopAdjusting();
    signal?.removeEventListener('abort', onAbort);
    running.delete(child);
    killGroup(child);
  }
}

function inputArgs({ path: file, mime, before = [] }: FfmpegInput, threads: string): string[] {
  const demuxer = DEMUXERS.get(mime);
  if (demuxer === undefined) throw new Error(`No demuxer for ${mime}`);
  return [
    ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', demuxer, '-codec_whitelist', DECODERS],
    ...['-max_streams', '32', '-threads', threads, '-f', demuxer],
    // References of a movie to other files are not followed.
    ...(demuxer === 'mov' ? ['-enable_drefs', '0', '-use_absolute_path', '0'] : []),
    ...before,
    ...['-i', `file:${file}`],
  ];
}

interface Limits {
  seconds: number;
  memoryMb: number;
  outputBytes: number;
  isLong: boolean;
}

/**
 * Commands that enforce limits, each executing the next in the same process. Where one is missing, the time limit and
 * the memory watch remain.
 */
function guards({ seconds, memoryMb, outputBytes, isLong }: Limits): string[] {
  const mb = (memoryMb + MAPPED_MB) * 2 ** 20;
  const cpu = Math.ceil(seconds * os.availableParallelism());
  const cores = isLong ? coresForLongWork() : undefined;
  return [
    ...(usablePrefix('setpriv', ['--pdeathsig', 'KILL', '--no-new-privs']) ?? []),
    ...(usablePrefix('prlimit', [`--as=${mb}`, `--fsize=${outputBytes}`, `--cpu=${cpu}`, '--nofile=64', '--core=0']) ??
      []),
    ...((cores && usablePrefix('taskset', ['-c', cores])) || []),
    // Idle scheduling only works with group scheduling, where a group keeps its CPU share; otherwise idle work might
    // never run.
    ...((isLong && hasGroups() && usablePrefix('chrt', ['--idle', '0'])) || []),
  ];
}

const testedCommands = new Map<string, boolean>();

function usablePrefix(command: string, args: string[]): string[] | undefined {
  let does = testedCommands.get(command);
  if (does === undefined) {
    try {
      execFileSync(command, [...args, 'true'], { stdio: 'ignore', timeout: 5_000 });
      does = true;
    } catch {
      does = false;
    }
    testedCommands.set(command, does);
  }
  return does ? [command, ...args] : undefined;
}

function trackChild(child: ChildProcess): void {
  running.add(child);
  if (isWatchingExit) return;
  isWatchingExit = true;
  process.once('exit', () => {
    for (const each of running) killGroup(each);
  });
}

function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has exited already.
  }
}

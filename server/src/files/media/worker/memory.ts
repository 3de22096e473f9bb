import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export async function residentBytes(pid: number): Promise<number | undefined> {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

async function fromProc(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

async function fromPs(pid: number): Promise<number | undefined> {
  const found = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => undefined);
  const kilobytes = Number.parseInt(found?.stdout ?? '', 10);
  return Number.isNaN(kilobytes) ? undefined : kilobytes * 1024;
}

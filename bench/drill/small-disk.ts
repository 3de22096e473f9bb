import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

const SIZE_MB = 256;
const PIECE = Buffer.alloc(2 ** 20);

export interface SmallDisk {
  folder: string;
  fill(): void;
  free(): void;
  close(): void;
}

/** A disk of its own under this folder; a reason where the system refuses one. */
export function mountSmallDisk(folder: string): SmallDisk | string {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=0755`, 'okolo-drill', folder], {
      stdio: 'pipe',
    });
  } catch (error) {
    const [line = ''] = String((error as { stderr?: Buffer }).stderr ?? error).split('\n');
    return `mount was refused: ${line}`;
  }
  const filling = path.join(folder, 'filling');
  const unmount = (): void => {
    execFileSync('umount', ['--lazy', folder]);
  };
  process.once('exit', unmount);
  return {
    folder,
    fill() {
      const file = openSync(filling, 'w');
      try {
        for (;;) writeSync(file, PIECE);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filling, { force: true }),
    close() {
      process.off('exit', unmount);
      unmount();
    },
  };
}

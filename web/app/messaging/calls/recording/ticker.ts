/** A clock of its own: those of a page that nobody looks at go slowly. */
self.onmessage = ({ data }: MessageEvent<number>) => {
  setInterval(() => self.postMessage(null), data);
};

/** Worker timer, because browsers throttle the timers of background pages. */
self.onmessage = ({ data }: MessageEvent<number>) => {
  setInterval(() => self.postMessage(null), data);
};

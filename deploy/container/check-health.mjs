// The health check of the image: a web node answers on PORT, `jobs` and `sfu` on HEALTH_PORT. Ends with 0 when one of them does.
const { PORT = '3000', HEALTH_PORT = '3001' } = process.env;
const ANSWER_MS = 3000;

async function ask(port) {
  const { ok } = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) });
  if (!ok) throw new Error(`no health on port ${port}`);
}

try {
  await Promise.any([ask(PORT), ask(HEALTH_PORT)]);
} catch {
  process.exitCode = 1;
}

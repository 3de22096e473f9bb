// The health check of the image: a web node answers on PORT, `jobs` and `sfu` on HEALTH_PORT. Ends with 0 when one of them does.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { get as getPlain } from 'node:http';
import { get as getTls } from 'node:https';

const { PORT = '3000', HEALTH_PORT = '3001', TLS_CERT_FILE } = process.env;
const ANSWER_MS = 3000;
// The own certificate is trusted itself, whatever names it holds.
const trust = TLS_CERT_FILE && {
  ca: new X509Certificate(readFileSync(TLS_CERT_FILE)).toString(),
  allowPartialTrustChain: true,
  checkServerIdentity: () => undefined,
};

const ask = (port) =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/healthz', signal: AbortSignal.timeout(ANSWER_MS), ...trust };
    const request = (trust ? getTls : getPlain)(options, (response) => {
      response.resume();
      if (response.statusCode === 200) resolve();
      else reject(new Error(`no health on port ${port}`));
    });
    request.once('error', reject);
  });

try {
  await Promise.any([ask(PORT), ask(HEALTH_PORT)]);
  process.exit(0);
} catch {
  process.exit(1);
}

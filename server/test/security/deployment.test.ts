import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PLANNING } from '../../src/platform/database/embedded/embedded-postgres.ts';

const DEPLOY = path.resolve(import.meta.dirname, '../../../deploy');
const read = (file: string): string => readFileSync(path.join(DEPLOY, file), 'utf8');

test('proxies speak TLS 1.2 and 1.3 only, and send plain HTTP to HTTPS', () => {
  const nginx = read('nginx/okolo.conf');
  expect(nginx).toMatch(/^\s*ssl_protocols TLSv1\.2 TLSv1\.3;$/m);
  expect(nginx).toMatch(/location \/ \{ return 301 https:\/\/\$host\$request_uri; \}/);
  const haproxy = read('haproxy/haproxy.cfg');
  expect(haproxy).toMatch(/ssl-default-bind-options ssl-min-ver TLSv1\.2/);
  expect(haproxy).toMatch(/http-request redirect scheme https code 301 unless \{ ssl_fc \}/);
  // Caddy's defaults are TLS 1.2 and 1.3, and HTTPS for every name that is not written with http://.
  const caddy = read('compose/Caddyfile');
  expect(caddy).not.toMatch(/^\s*(?:protocols|tls)\b/m);
  expect(caddy).toMatch(
    /^http:\/\/\{\$DOMAIN\} \{[\s\S]*?handle \{\s+redir https:\/\/\{host\}\{uri\} permanent\s+\}\s+\}/m,
  );
});

test('proxies take ciphers with forward secrecy and authenticated encryption only', () => {
  const listed = [
    /^\s*ssl_ciphers (\S+);$/m.exec(read('nginx/okolo.conf')),
    /^\s*ssl-default-bind-ciphers (\S+)$/m.exec(read('haproxy/haproxy.cfg')),
  ].flatMap((found) => found?.[1]?.split(':') ?? ['none']);
  expect(listed).toHaveLength(12);
  for (const cipher of listed) expect(cipher).toMatch(/^ECDHE-(?:ECDSA|RSA)-(?:AES\d+-GCM-SHA\d+|CHACHA20-POLY1305)$/);
});

test('proxies lead pages from HTTP to HTTPS and refuse calls and sockets there', () => {
  const calls = '^/(api|ws|whip|whep)(/|$)';
  expect(read('nginx/okolo.conf')).toContain(`location ~ ${calls} { return 403; }`);
  expect(read('haproxy/haproxy.cfg')).toContain(`return status 403 if !{ ssl_fc } { path -m reg ${calls} }`);
  expect(read('compose/Caddyfile')).toMatch(/@calls path_regexp \S+\s+handle @calls \{\s+respond 403\s+\}/);
});

test('proxies replace what clients claim about their address, and hide metrics', () => {
  const nginx = read('nginx/okolo.conf');
  expect(nginx).toMatch(/proxy_set_header X-Forwarded-For\s+\$remote_addr;/);
  expect(nginx).toMatch(/location = \/metrics \{ return 404; \}/);
  const haproxy = read('haproxy/haproxy.cfg');
  expect(haproxy).toMatch(/http-request set-header X-Forwarded-For %\[src\]/);
  expect(haproxy).toMatch(/http-request return status 404 if \{ path \/metrics \}/);
  expect(read('compose/Caddyfile')).toMatch(/@metrics path \/metrics\s+respond @metrics 404/);
  expect(nginx).toMatch(/^\s*server_tokens off;$/m);
  expect(nginx).not.toMatch(/autoindex\s+on/);
});

test('proxies log who asked by address and by the id of the request, and no query', () => {
  const nginx = read('nginx/okolo.conf');
  expect(nginx).toContain(
    `log_format okolo '$time_iso8601 $remote_addr $request_method "$uri" $status $upstream_http_x_request_id';`,
  );
  expect(nginx).toMatch(/^\s*access_log \S+ okolo;$/m);
  const haproxy = read('haproxy/haproxy.cfg');
  expect(haproxy).toMatch(/^\s*http-response set-var\(txn\.id\) res\.hdr\(x-request-id\)$/m);
  expect(haproxy).toContain('log-format "%trg %ci %HM %{+Q}[var(txn.path)] %ST %[var(txn.id)]"');
  const caddy = read('compose/Caddyfile');
  expect(caddy).toMatch(/^\tlog \{\s+output stdout\s+format filter \{\s+wrap json\s/m);
  expect(caddy).toMatch(/request>uri regexp \\\?\.\* ""\s+request>headers delete\s+resp_headers>Set-Cookie delete/);
});

test('logs go to another machine over TLS that checks it, of every service of compose too', () => {
  const upload = read('logs/journal-upload.conf');
  expect(upload).toMatch(/^URL=https:\/\//m);
  for (const name of ['ServerKeyFile', 'ServerCertificateFile', 'TrustedCertificateFile'])
    expect(upload).toMatch(new RegExp(`^${name}=/`, 'm'));
  const shipped = read('compose/logs.yaml');
  expect(shipped).toMatch(/syslog-address: "tcp\+tls:\/\//);
  expect(shipped).toMatch(/^ {4}syslog-tls-ca-cert: /m);
  expect(shipped).not.toMatch(/skip-verify/);
  const named = (text: string): string[] => {
    const [, services = ''] = text.split(/^services:$/m);
    const [own = ''] = services.split(/^\w/m);
    return [...own.matchAll(/^ {2}([\w-]+):/gm)].map(([, name]) => name ?? '').sort();
  };
  expect(named(shipped)).toContain('web-1');
  expect(named(shipped)).toEqual(named(read('compose/compose.yaml')));
});

test('proxies that speak TLS to nodes check the certificate by the own authority and by name', () => {
  const nginx = read('nginx/okolo.conf');
  for (const line of [
    'proxy_ssl_verify on;',
    'proxy_ssl_trusted_certificate /etc/nginx/okolo/internal-ca.pem;',
    'proxy_ssl_name node.okolo.internal;',
    'proxy_ssl_protocols TLSv1.2 TLSv1.3;',
  ])
    expect(nginx).toContain(`    #${line}\n`);
  expect(read('haproxy/haproxy.cfg')).toMatch(
    /#default-server ssl verify required ca-file \S+ verifyhost node\.okolo\.internal sni /,
  );
  expect(read('prometheus/prometheus.yml')).toMatch(/#scheme: https\n\s+#tls_config: \{ ca_file: /);
});

test('certificates of nodes name their hosts, and the key of their authority is nobody else’s to read', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'okolo-inside-'));
  const make = (...names: string[]): Buffer =>
    execFileSync('sh', [path.join(DEPLOY, 'tls/make-certificates.sh'), folder, ...names], { stdio: 'pipe' });
  try {
    make('node-1', 'node.okolo.internal', '10.0.0.5');
    const authority = new X509Certificate(readFileSync(path.join(folder, 'internal-ca.pem')));
    make('node-2');
    for (const [name, hosts] of [
      ['node-1', 'DNS:node-1, DNS:node.okolo.internal, IP Address:10.0.0.5'],
      ['node-2', 'DNS:node-2'],
    ] as const) {
      const certificate = new X509Certificate(readFileSync(path.join(folder, `${name}.pem`)));
      expect(certificate.subjectAltName).toBe(hosts);
      expect(certificate.verify(authority.publicKey)).toBe(true);
    }
    expect(statSync(path.join(folder, 'internal-ca.key')).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the image holds neither the history of the source nor tests, and runs as nobody special', () => {
  const ignored = readFileSync(path.join(DEPLOY, '../.dockerignore'), 'utf8').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.git', 'data', 'backups', 'bench', 'e2e/*']));
  const image = read('container/Containerfile');
  expect(image).toMatch(/^USER 10001:10001$/m);
  expect(image).toMatch(/^ENV NODE_ENV=production /m);
  const [, shipped = ''] = image.split(/^FROM \$\{BASE_IMAGE\}$/m);
  expect(shipped.match(/^COPY .*$/gm)).toEqual([
    'COPY --from=build /out/node /usr/local/bin/node',
    'COPY --from=build /out/app /app',
  ]);
  // What is collected is listed by hand: production packages, and sources without their tests.
  expect(read('container/collect.sh')).toMatch(/\.test\.ts/);
});

test('processes have no privileges, write into their own folder, and read secrets from files', () => {
  for (const unit of readdirSync(path.join(DEPLOY, 'systemd')).filter((name) => name.endsWith('.service'))) {
    const text = read(`systemd/${unit}`);
    for (const line of ['User=okolo', 'NoNewPrivileges=yes', 'CapabilityBoundingSet=', 'ProtectSystem=strict'])
      expect({ unit, line, isThere: text.split('\n').includes(line) }).toEqual({ unit, line, isThere: true });
    expect(text).toMatch(/^LoadCredential=/m);
    expect(text).not.toMatch(/postgres:\/\/\S+:\S+@/);
  }
  const compose = read('compose/compose.yaml');
  expect(compose).toMatch(/read_only: true/);
  expect(compose).toMatch(/cap_drop: \[ALL\]/);
  for (const name of ['DATABASE_URL', 'S3_SECRET_KEY', 'MEDIA_SECRET', 'METRICS_TOKEN', 'ADMIN_PASSWORD'])
    expect(compose).toMatch(new RegExp(`^ {2}${name}_FILE: /run/secrets/`, 'm'));
});

test('secrets of compose are random, made once, and none has a default', () => {
  const script = read('compose/make-secrets.sh');
  expect(script).toMatch(/od -An -N"\$1" -tx1 \/dev\/urandom/);
  for (const name of [
    ...['postgres_password', 'redis_password', 'secrets_key', 's3_secret_key', 'media_secret', 'metrics_token'],
    'admin_password',
  ]) {
    const [, bytes = '0'] = new RegExp(`^keep ${name} "\\$\\(random (\\d+)\\)"$`, 'm').exec(script) ?? [];
    expect([name, Number(bytes) >= 12]).toEqual([name, true]);
  }
});

test('the network of the database, the store and Redis has no way out, and nothing of them is open to others', () => {
  const compose = read('compose/compose.yaml');
  expect(compose).toMatch(/^ {2}back:[^#]*?internal: true/m);
  const services = compose.split(/^ {2}(?=[\w-]+:)/m);
  for (const name of ['postgres', 'redis', 's3']) {
    const service = services.find((text) => text.startsWith(`${name}:\n    image`)) ?? '';
    expect({ name, networks: service.match(/networks: .*/)?.[0], ports: /^\s+ports:/m.test(service) }).toEqual({
      name,
      networks: 'networks: [back]',
      ports: false,
    });
  }
});

test('the database of compose writes no row of people into its log', () => {
  expect(read('compose/compose.yaml')).toMatch(/^ {4}command:\n {6}- postgres\n {6}- -c\n {6}- log_min_messages=log$/m);
  expect(read('postgres/okolo.conf')).toMatch(/^log_min_messages = log$/m);
});

test('a database of the operator plans statements as the embedded one does', () => {
  for (const [name, value] of Object.entries(PLANNING)) {
    expect(read('postgres/okolo.conf').split('\n')).toContain(`${name} = ${value}`);
    expect(read('compose/compose.yaml').split('\n')).toContain(`      - ${name}=${value}`);
  }
});

test('Redis of compose asks for a password that the nodes alone have in a file', () => {
  const compose = read('compose/compose.yaml');
  expect(compose).toMatch(/^ {4}command: \["redis-server", "\/run\/secrets\/redis_config", /m);
  expect(compose).toMatch(/^ {2}REDIS_URL_FILE: \/run\/secrets\/redis_url$/m);
  expect(compose).not.toMatch(/redis:\/\/redis/);
  const script = read('compose/make-secrets.sh');
  expect(script).toContain('keep redis_config "requirepass $(cat secrets/redis_password)"');
  expect(script).toContain('keep redis_url "redis://:$(cat secrets/redis_password)@redis:6379"');
});

test('keys that the product makes are sealed by a file in compose', () => {
  expect(read('compose/compose.yaml')).toMatch(/^ {2}SECRETS_KEY_FILE: \/run\/secrets\/secrets_key$/m);
});

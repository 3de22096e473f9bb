import type { LookupFunction } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PUBLIC_ADDRESS, startPageServer } from '../../../test/page-server.ts';
import { CLOSED_ADDRESSES } from '../../../test/security/closed-addresses.ts';
import { parseConfig } from '../config.ts';
import { fetchPublic, INTERNET, type PublicNetwork } from './fetch-public.ts';

const PAGE = { types: ['text/html'], maxBytes: 512 * 1024, userAgent: 'OkoloTest/1.0', hosts: undefined };

let site: Awaited<ReturnType<typeof startPageServer>>;
beforeEach(async () => {
  site = await startPageServer();
});
afterEach(() => site.close());

const read = (address: string, network: PublicNetwork = site.network) => fetchPublic(new URL(address), PAGE, network);
const reasonOf = (address: string, network?: PublicNetwork): Promise<string> =>
  read(address, network).then(
    () => 'read',
    (error: Error) => error.message,
  );

test('a page is read without cookies or referrer, under a name of our own', async () => {
  site.serve('news.example/a?b=1', (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'reader=1' }).end('<title>Лодка</title>'),
  );
  const { body, contentType, isCut, url } = await read('http://news.example/a?b=1');
  expect({ body: body.toString(), contentType, isCut, url: url.href }).toEqual({
    body: '<title>Лодка</title>',
    contentType: 'text/html',
    isCut: false,
    url: 'http://news.example/a?b=1',
  });
  await read('http://news.example/a?b=1');
  const [first, second] = site.requests;
  for (const request of [first, second]) {
    expect(request?.method).toBe('GET');
    expect(request?.headers).toMatchObject({ host: 'news.example', 'user-agent': 'OkoloTest/1.0' });
    expect(request?.headers).not.toHaveProperty('cookie');
    expect(request?.headers).not.toHaveProperty('referer');
  }
});

test('closed addresses are refused in every spelling, before anything is sent', async () => {
  for (const address of CLOSED_ADDRESSES) expect(await reasonOf(address), address).toBe('closed address');
  expect(site.requests).toEqual([]);
});

test('a name that leads to a closed address is refused, also beside public ones', async () => {
  site.html('inside.example/', '<title>x</title>');
  for (const addresses of [['127.0.0.1'], [PUBLIC_ADDRESS, '10.0.0.1'], ['::ffff:10.0.0.1'], ['fd00::1']]) {
    site.addresses.set('inside.example', addresses);
    expect(await reasonOf('http://inside.example/')).toBe('closed address');
  }
  site.addresses.set('inside.example', []);
  expect(await reasonOf('http://inside.example/')).toBe('unknown host');
  expect(site.requests).toEqual([]);
});

test('where the operator names hosts no other one is asked, also after a redirect', async () => {
  const hosts = parseConfig({ OUTGOING_HOSTS: 'news.example, *.shop.example' }).outgoingHosts;
  const named = (address: string): Promise<string> =>
    fetchPublic(new URL(address), { ...PAGE, hosts }, site.network).then(
      () => 'read',
      (error: Error) => error.message,
    );
  for (const address of ['news.example/', 'a.shop.example/', 'other.example/']) site.html(address, '<title>x</title>');
  site.serve('news.example/out', (_, response) => response.writeHead(302, { location: 'http://other.example/' }).end());
  expect(await named('http://NEWS.example/')).toBe('read');
  expect(await named('http://a.shop.example/')).toBe('read');
  const before = site.requests.length;
  for (const address of [
    'other.example',
    'shop.example',
    'ashop.example',
    'news.example.other.example',
    PUBLIC_ADDRESS,
  ])
    expect(await named(`http://${address}/`), address).toBe('host not allowed');
  expect(site.requests).toHaveLength(before);
  expect(await named('http://news.example/out')).toBe('host not allowed');
  expect(site.requests.map(({ headers }) => headers.host)).not.toContain('other.example');
  for (const wrong of ['https://news.example', 'news example', '*', ''.padEnd(3, '.')])
    expect(() => parseConfig({ OUTGOING_HOSTS: wrong })).toThrow('OUTGOING_HOSTS');
});

test('the connection goes to the address that was checked, whatever the name says later', async () => {
  let answers = 0;
  const looked: unknown[] = [];
  const rebinding: PublicNetwork = {
    resolve: async () => (answers++ === 0 ? [PUBLIC_ADDRESS] : ['127.0.0.1']),
    connect: (options, done) => {
      const { lookup } = options as { lookup: LookupFunction };
      lookup('rebind.example', { all: true }, (_, addresses) => looked.push(addresses));
      lookup('rebind.example', {}, (_, address) => looked.push(address));
      return site.network.connect?.(options, done);
    },
  };
  site.html('rebind.example/', '<title>x</title>');
  expect(await reasonOf('http://rebind.example/', rebinding)).toBe('read');
  expect(answers).toBe(1);
  expect(looked).toEqual([[{ address: PUBLIC_ADDRESS, family: 4 }], PUBLIC_ADDRESS]);
});

test('other ports, schemes and passwords are refused', async () => {
  for (const [address, reason] of [
    ['http://news.example:8080/', 'closed port'],
    ['https://news.example:22/', 'closed port'],
    ['ftp://news.example/', 'not http'],
    ['file:///etc/passwd', 'not http'],
    ['http://user:secret@news.example/', 'credentials'],
  ] as const)
    expect(await reasonOf(address), address).toBe(reason);
});

test('where every connection is encrypted, nothing is read over plain HTTP', async () => {
  const request = { ...PAGE, isTlsOnly: true };
  const asked = fetchPublic(new URL('http://news.example/'), request, site.network);
  await expect(asked).rejects.toThrow('not encrypted');
  expect(site.requests).toEqual([]);
});

test('three redirects are followed, a fourth is not', async () => {
  site.html('end.example/page', '<title>x</title>');
  site.redirect('one.example/', 'http://two.example/', 301);
  site.redirect('two.example/', '//three.example/', 307);
  site.redirect('three.example/', 'http://end.example/page', 308);
  expect((await read('http://one.example/')).url.href).toBe('http://end.example/page');
  site.redirect('zero.example/', 'http://one.example/');
  expect(await reasonOf('http://zero.example/')).toBe('too many redirects');
});

test('every redirect is checked like the first address', async () => {
  site.addresses.set('inside.example', ['192.168.1.10']);
  for (const [location, reason] of [
    ['http://169.254.169.254/latest/', 'closed address'],
    ['http://inside.example/', 'closed address'],
    ['http://[::1]/', 'closed address'],
    ['http://news.example:6379/', 'closed port'],
    ['file:///etc/passwd', 'not http'],
    ['http://', 'redirect to nowhere'],
  ] as const) {
    site.redirect('door.example/', location);
    expect(await reasonOf('http://door.example/'), location).toBe(reason);
  }
  expect(new Set(site.asked())).toEqual(new Set(['door.example/']));
});

test('a body of a gigabyte is cut while it streams', async () => {
  const chunk = Buffer.alloc(64 * 1024, 'a');
  let sent = 0;
  site.serve('large.example/', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': 2 ** 30 });
    const write = () => {
      while (sent < 2 ** 30 && !response.destroyed) {
        sent += chunk.length;
        if (!response.write(chunk)) return;
      }
    };
    response.on('drain', write);
    write();
  });
  const { body, isCut } = await read('http://large.example/');
  expect({ bytes: body.length, isCut }).toEqual({ bytes: PAGE.maxBytes, isCut: true });
  expect(sent).toBeLessThan(64 * 2 ** 20);
});

test('a site that is slow is left after five seconds, whichever part is slow', async () => {
  site.serve('silent.example/', () => undefined);
  site.serve('slow.example/', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const drip = setInterval(() => response.write('<p>'), 200);
    response.on('close', () => clearInterval(drip));
  });
  const unanswered: PublicNetwork = {
    resolve: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve([]))),
  };
  const start = performance.now();
  const reasons = await Promise.all([
    reasonOf('http://silent.example/'),
    reasonOf('http://slow.example/'),
    reasonOf('http://nameless.example/', unanswered),
  ]);
  expect(reasons).toEqual(['timed out', 'timed out', 'timed out']);
  expect(performance.now() - start).toBeLessThan(8000);
});

test('what is no page, or no page yet, is refused', async () => {
  site.html('file.example/', 'x', 'application/zip');
  site.html('none.example/', 'x', '');
  site.serve('packed.example/', (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end('x'),
  );
  site.serve('broken.example/', (request) => request.socket.destroy());
  expect(await reasonOf('http://file.example/')).toBe('other media type');
  expect(await reasonOf('http://none.example/')).toBe('other media type');
  expect(await reasonOf('http://packed.example/')).toBe('compressed');
  expect(await reasonOf('http://missing.example/')).toBe('status 404');
  expect(await reasonOf('http://broken.example/')).toBe('unreachable');
});

test('a name of the own machine is never resolved to it', async () => {
  expect(['unknown host', 'closed address']).toContain(await reasonOf('http://localhost/', INTERNET));
});

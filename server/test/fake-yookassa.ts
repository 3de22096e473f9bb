import { createHash, randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export const FAKE_SHOP_ID = '100500';
export const FAKE_SECRET_KEY = 'test_secret';

interface Amount {
  value: string;
  currency: string;
}

/** What the provider keeps of a payment; tests may bend it to play a wrong or dishonest answer. */
export interface FakePayment {
  id: string;
  status: 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled';
  paid: boolean;
  amount: Amount;
  metadata: Record<string, string>;
  recipient: { account_id: string; gateway_id: string };
  confirmation?: { type: 'redirect'; confirmation_url: string; return_url: string };
  description: string;
  created_at: string;
  test: boolean;
  refundable: boolean;
}

interface CreateBody {
  amount: Amount;
  description: string;
  metadata?: Record<string, string>;
  confirmation: { type: string; return_url: string };
  receipt?: { customer: { email?: string }; items: { amount: Amount }[] };
  payment_method_data?: { type: string };
  save_payment_method?: boolean;
}

/** How the next request goes wrong. `lose_answer` does the work and then breaks the connection. */
export type Trouble = 'error_500' | 'lose_request' | 'lose_answer' | 'silence' | 'too_many' | 'nonsense';

export interface FakeYookassa {
  url: string;
  payments: Map<string, FakePayment>;
  /** Every create as it arrived, repeats included. */
  creates: { key: string; body: CreateBody }[];
  /** Troubles for the coming requests, first come first served. */
  troubles: Trouble[];
  pay(id: string): FakePayment;
  cancel(id: string): FakePayment;
  close(): Promise<void>;
}

/** YooKassa v3 on a local port: what `POST /v3/payments` and `GET /v3/payments/{id}` do there, troubles included. */
export async function startFakeYookassa(): Promise<FakeYookassa> {
  const payments = new Map<string, FakePayment>();
  const byKey = new Map<string, { bodyHash: string; id: string }>();
  const creates: FakeYookassa['creates'] = [];
  const troubles: Trouble[] = [];
  const waiting = new Set<http.ServerResponse>();

  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const trouble = troubles.shift();
    if (trouble === 'lose_request') return request.socket.destroy();
    if (trouble === 'silence') return void waiting.add(response);
    if (trouble === 'error_500') return answer(response, 500, fault('internal_server_error', 'Try again'));
    if (trouble === 'too_many') return answer(response, 429, fault('too_many_requests', 'Slow down'));
    if (trouble === 'nonsense') return void response.end('<html>gateway</html>');
    const result = handle(request, Buffer.concat(chunks).toString());
    if (trouble === 'lose_answer') return request.socket.destroy();
    answer(response, result.status, result.body);
  });

  function handle(request: http.IncomingMessage, text: string): { status: number; body: object } {
    const expected = `Basic ${Buffer.from(`${FAKE_SHOP_ID}:${FAKE_SECRET_KEY}`).toString('base64')}`;
    if (request.headers.authorization !== expected) return { status: 401, body: fault('invalid_credentials', 'Who?') };
    const { pathname } = new URL(request.url ?? '/', 'http://fake');
    if (request.method === 'POST' && pathname === '/v3/payments') return create(request, text);
    const payment = payments.get(decodeURIComponent(/^\/v3\/payments\/([^/]+)$/.exec(pathname)?.[1] ?? ''));
    if (request.method !== 'GET' || payment === undefined) {
      return { status: 404, body: fault('not_found', 'Payment doesn’t exist') };
    }
    return { status: 200, body: payment };
  }

  function create(request: http.IncomingMessage, text: string): { status: number; body: object } {
    const key = request.headers['idempotence-key'];
    if (typeof key !== 'string' || key === '' || key.length > 64) return invalid('Idempotence-Key');
    const body: CreateBody = JSON.parse(text);
    creates.push({ key, body });
    const bodyHash = createHash('sha256').update(text).digest('hex');
    const known = byKey.get(key);
    if (known !== undefined) {
      return known.bodyHash === bodyHash
        ? { status: 200, body: payments.get(known.id) ?? {} }
        : invalid('Idempotence-Key', 'Idempotence key duplicated');
    }
    const problem = check(body);
    if (problem !== undefined) return invalid(problem);
    const id = randomUUID();
    const payment: FakePayment = {
      id,
      status: 'pending',
      paid: false,
      amount: body.amount,
      metadata: body.metadata ?? {},
      recipient: { account_id: FAKE_SHOP_ID, gateway_id: '1' },
      confirmation: {
        type: 'redirect',
        confirmation_url: `${url}/checkout/${id}`,
        return_url: body.confirmation.return_url,
      },
      description: body.description,
      created_at: new Date().toISOString(),
      test: true,
      refundable: false,
    };
    payments.set(id, payment);
    byKey.set(key, { bodyHash, id });
    return { status: 200, body: payment };
  }

  function settle(id: string, status: 'succeeded' | 'canceled'): FakePayment {
    const payment = payments.get(id);
    if (payment === undefined) throw new Error(`no payment ${id}`);
    if (payment.status === 'pending') {
      payment.status = status;
      payment.paid = status === 'succeeded';
      delete payment.confirmation;
    }
    return payment;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${url}/v3/`,
    payments,
    creates,
    troubles,
    pay: (id) => settle(id, 'succeeded'),
    cancel: (id) => settle(id, 'canceled'),
    async close() {
      for (const response of waiting) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Name of the first parameter that the provider would refuse. */
function check(body: CreateBody): string | undefined {
  if (!/^\d+\.\d{2}$/.test(body.amount?.value) || body.amount.currency !== 'RUB') return 'amount';
  if (typeof body.description !== 'string' || body.description.length > 128) return 'description';
  if (body.confirmation?.type !== 'redirect' || !URL.canParse(body.confirmation.return_url)) return 'confirmation';
  if (!/^\S+@\S+$/.test(body.receipt?.customer.email ?? '')) return 'receipt.customer';
  if (body.receipt?.items.length !== 1 || body.receipt.items[0]?.amount.value !== body.amount.value) {
    return 'receipt.items';
  }
  const method = body.payment_method_data?.type;
  if (method !== undefined && !['bank_card', 'yoo_money', 'sberbank', 'sbp'].includes(method)) {
    return 'payment_method_data.type';
  }
  return undefined;
}

function invalid(parameter: string, description = 'Incorrect value'): { status: number; body: object } {
  return { status: 400, body: { ...fault('invalid_request', description), parameter } };
}

function fault(code: string, description: string): object {
  return { type: 'error', id: randomUUID(), code, description };
}

function answer(response: http.ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' }).end(JSON.stringify(body));
}

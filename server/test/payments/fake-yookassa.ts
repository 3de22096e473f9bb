import { createHash, randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export const FAKE_SHOP_ID = '100500';
export const FAKE_SECRET_KEY = 'test_secret';

interface Amount {
  value: string;
  currency: string;
}

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
  payment_method?: { type: 'bank_card'; id: string; saved: boolean; title: string; card: { last4: string } };
  cancellation_details?: { party: string; reason: string };
  receipt_registration: 'pending' | 'succeeded';
}

export interface FakeRefund {
  id: string;
  payment_id: string;
  status: 'pending' | 'succeeded' | 'canceled';
  amount: Amount;
  created_at: string;
  receipt_registration: 'pending' | 'succeeded';
}

interface CreateBody {
  amount: Amount;
  description: string;
  metadata?: Record<string, string>;
  confirmation?: { type: string; return_url: string };
  capture: boolean;
  payment_method_id?: string;
  receipt?: { customer: { email?: string }; items: { amount: Amount }[] };
  payment_method_data?: { type: string };
  save_payment_method?: boolean;
}

/** How the next request fails. `lose_answer` processes the request and then breaks the connection. */
export type Trouble = 'error_500' | 'lose_request' | 'lose_answer' | 'silence' | 'too_many' | 'processing' | 'nonsense';

export interface FakeYookassa {
  url: string;
  payments: Map<string, FakePayment>;
  creates: { key: string; body: CreateBody }[];
  refunds: Map<string, FakeRefund>;
  refusals: Map<string, string>;
  refundsEnd: { status: FakeRefund['status'] };
  troubles: Trouble[];
  /** Simulates a day: the provider has forgotten earlier idempotency keys. */
  clearKeys(): void;
  pay(id: string): FakePayment;
  cancel(id: string): FakePayment;
  close(): Promise<void>;
}

/** YooKassa v3 on a local port: payments, saved cards, captures, refunds and receipts, with injectable faults. */
export async function startFakeYookassa(): Promise<FakeYookassa> {
  const payments = new Map<string, FakePayment>();
  const byKey = new Map<string, { bodyHash: string; id: string }>();
  const creates: FakeYookassa['creates'] = [];
  const refunds = new Map<string, FakeRefund>();
  const methods = new Map<string, string>();
  const refusals = new Map<string, string>();
  const refundsEnd: FakeYookassa['refundsEnd'] = { status: 'succeeded' };
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
    if (trouble === 'processing') return answer(response, 202, { type: 'processing', retry_after: 120 });
    if (trouble === 'nonsense') return void response.end('<html>gateway</html>');
    const result = handle(request, Buffer.concat(chunks).toString());
    if (trouble === 'lose_answer') return request.socket.destroy();
    answer(response, result.status, result.body);
  });

  function handle(request: http.IncomingMessage, text: string): { status: number; body: object } {
    const expected = `Basic ${Buffer.from(`${FAKE_SHOP_ID}:${FAKE_SECRET_KEY}`).toString('base64')}`;
    if (request.headers.authorization !== expected) return { status: 401, body: fault('invalid_credentials', 'Who?') };
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
    if (request.method === 'POST' && pathname === '/v3/payments') return create(request, text);
    if (request.method === 'POST' && pathname === '/v3/refunds') return refund(request, text);
    if (pathname === '/v3/receipts') return { status: 200, body: receiptsOf(searchParams) };
    if (pathname === '/v3/refunds') {
      const items = [...refunds.values()].filter((one) => one.payment_id === searchParams.get('payment_id'));
      return { status: 200, body: { type: 'list', items } };
    }
    const [, refundId] = /^\/v3\/refunds\/([^/]+)$/.exec(pathname) ?? [];
    if (refundId !== undefined) {
      const found = refunds.get(refundId);
      return found === undefined
        ? { status: 404, body: fault('not_found', 'No refund') }
        : { status: 200, body: found };
    }
    const [, heldId, verb] = /^\/v3\/payments\/([^/]+)\/(capture|cancel)$/.exec(pathname) ?? [];
    if (request.method === 'POST' && heldId !== undefined) return finish(heldId, verb === 'capture');
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
    const problem =
      check(body) ?? (isCharge(body) && !methods.has(body.payment_method_id ?? '') ? 'payment_method_id' : undefined);
    if (problem !== undefined) return invalid(problem);
    const id = randomUUID();
    const payment: FakePayment = {
      id,
      status: 'pending',
      paid: false,
      amount: body.amount,
      metadata: body.metadata ?? {},
      recipient: { account_id: FAKE_SHOP_ID, gateway_id: '1' },
      ...(body.confirmation && {
        confirmation: {
          type: 'redirect',
          confirmation_url: `${url}/checkout/${id}`,
          return_url: body.confirmation.return_url,
        },
      }),
      receipt_registration: 'pending',
      description: body.description,
      created_at: new Date().toISOString(),
      test: true,
      refundable: false,
    };
    if (body.save_payment_method === true) payment.payment_method = { ...CARD, id, saved: false };
    if (body.payment_method_id !== undefined) charge(payment, body.payment_method_id);
    payments.set(id, payment);
    byKey.set(key, { bodyHash, id });
    return { status: 200, body: payment };
  }

  function charge(payment: FakePayment, methodId: string): void {
    const reason = refusals.get(methodId);
    payment.payment_method = { ...CARD, id: methodId, saved: true };
    payment.status = reason === undefined ? 'waiting_for_capture' : 'canceled';
    payment.paid = reason === undefined;
    if (reason !== undefined) payment.cancellation_details = { party: 'payment_network', reason };
  }

  function finish(id: string, isTaken: boolean): { status: number; body: object } {
    const payment = payments.get(id);
    if (payment === undefined) return { status: 404, body: fault('not_found', 'Payment doesn’t exist') };
    if (payment.status !== 'waiting_for_capture') return invalid('status');
    payment.status = isTaken ? 'succeeded' : 'canceled';
    payment.paid = isTaken;
    payment.refundable = isTaken;
    return { status: 200, body: payment };
  }

  function refund(request: http.IncomingMessage, text: string): { status: number; body: object } {
    const key = String(request.headers['idempotence-key'] ?? '');
    if (key === '') return invalid('Idempotence-Key');
    const bodyHash = createHash('sha256').update(text).digest('hex');
    const known = byKey.get(key);
    if (known !== undefined) {
      return known.bodyHash === bodyHash
        ? { status: 200, body: refunds.get(known.id) ?? {} }
        : invalid('Idempotence-Key');
    }
    const body: { payment_id: string; amount: Amount; receipt?: CreateBody['receipt'] } = JSON.parse(text);
    const payment = payments.get(body.payment_id);
    const gone = [...refunds.values()]
      .filter((one) => one.payment_id === body.payment_id && one.status !== 'canceled')
      .reduce((sum, one) => sum + Number(one.amount.value), 0);
    if (payment?.status !== 'succeeded' || gone + Number(body.amount.value) > Number(payment.amount.value)) {
      return invalid('payment_id');
    }
    if (body.receipt?.items?.[0]?.amount.value !== body.amount.value) return invalid('receipt.items');
    if (!/^\S+@\S+$/.test(body.receipt?.customer.email ?? '')) return invalid('receipt.customer');
    const made: FakeRefund = {
      id: randomUUID(),
      payment_id: body.payment_id,
      status: refundsEnd.status,
      amount: body.amount,
      created_at: new Date().toISOString(),
      receipt_registration: 'pending',
    };
    refunds.set(made.id, made);
    byKey.set(key, { bodyHash, id: made.id });
    return { status: 200, body: made };
  }

  function receiptsOf(searchParams: URLSearchParams): object {
    const isPaid = payments.get(searchParams.get('payment_id') ?? '')?.status === 'succeeded';
    const isBack = refunds.get(searchParams.get('refund_id') ?? '')?.status === 'succeeded';
    return { type: 'list', items: isPaid || isBack ? [{ id: randomUUID(), ...RECEIPT }] : [] };
  }

  function settle(id: string, status: 'succeeded' | 'canceled'): FakePayment {
    const payment = payments.get(id);
    if (payment === undefined) throw new Error(`no payment ${id}`);
    if (payment.status === 'pending') {
      payment.status = status;
      payment.paid = status === 'succeeded';
      payment.refundable = payment.paid;
      delete payment.confirmation;
      if (payment.paid && payment.payment_method !== undefined) {
        payment.payment_method.saved = true;
        methods.set(payment.payment_method.id, id);
      }
    }
    return payment;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${url}/v3/`,
    payments,
    creates,
    refunds,
    refusals,
    refundsEnd,
    troubles,
    clearKeys: () => byKey.clear(),
    pay: (id) => settle(id, 'succeeded'),
    cancel: (id) => settle(id, 'canceled'),
    async close() {
      for (const response of waiting) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const CARD = { type: 'bank_card', title: 'Bank card *4477', card: { last4: '4477' } } as const;
const RECEIPT = {
  status: 'succeeded',
  fiscal_document_number: '3986',
  fiscal_storage_number: '9288000100115786',
  fiscal_attribute: '2617603922',
};

const isCharge = (body: CreateBody): boolean => body.payment_method_id !== undefined;

function check(body: CreateBody): string | undefined {
  if (!/^\d+\.\d{2}$/.test(body.amount?.value) || body.amount.currency !== 'RUB') return 'amount';
  if (typeof body.description !== 'string' || body.description.length > 128) return 'description';
  if (!isCharge(body) && (body.confirmation?.type !== 'redirect' || !URL.canParse(body.confirmation.return_url))) {
    return 'confirmation';
  }
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

import { createHash, createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** A queue of Amazon SQS on this machine: the JSON protocol over HTTP, with signatures that are checked. */
export interface SqsServer {
  readonly queueUrl: string;
  /** The variables with which an AWS client reaches it. */
  readonly credentials: Readonly<Record<string, string>>;
  send(body: string): void;
  /** Messages that are not removed, whether a consumer has them at the moment or not. */
  left(): number;
  /** How many times messages were given to a consumer. */
  given(): number;
  /** Makes messages visible again that were given to a consumer and not removed, as after the visibility timeout. */
  expireVisibility(): void;
  /** The next requests to remove messages fail. */
  failRemovals(times: number): void;
  stop(): Promise<void>;
}

const ACCESS_KEY = 'TESTACCESSKEY';
const SECRET_KEY = 'test-secret-access-key';
const REGION = 'sa-east-1';

const receiveSchema = z.strictObject({
  QueueUrl: z.string(),
  MaxNumberOfMessages: z.int().min(1).max(10),
  WaitTimeSeconds: z.int().min(0).max(20),
});
const removeSchema = z.strictObject({
  QueueUrl: z.string(),
  Entries: z
    .array(z.strictObject({ Id: z.string().min(1), ReceiptHandle: z.string() }))
    .min(1)
    .max(10),
});

interface Message {
  readonly id: string;
  readonly body: string;
  handle: string | null;
}

export async function startSqsServer(): Promise<SqsServer> {
  const messages: Message[] = [];
  const arrivals = new EventTarget();
  const announce = () => arrivals.dispatchEvent(new Event('message'));
  let given = 0;
  let removalsToFail = 0;

  const receive = async (wish: z.infer<typeof receiveSchema>, signal: AbortSignal): Promise<object> => {
    const visible = () => messages.filter(({ handle }) => handle === null).slice(0, wish.MaxNumberOfMessages);
    if (visible().length === 0) {
      const timeout = AbortSignal.any([signal, AbortSignal.timeout(wish.WaitTimeSeconds * 1000)]);
      await new Promise<void>((resolve) => {
        arrivals.addEventListener('message', () => resolve(), { once: true, signal: timeout });
        timeout.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    if (signal.aborted) return {};
    const found = visible();
    given += found.length;
    if (found.length === 0) return {};
    return {
      Messages: found.map((message) => {
        message.handle = randomUUID();
        const MD5OfBody = createHash('md5').update(message.body).digest('hex');
        return { MessageId: message.id, ReceiptHandle: message.handle, MD5OfBody, Body: message.body };
      }),
    };
  };
  const remove = ({ Entries }: z.infer<typeof removeSchema>): object => {
    const fails = removalsToFail > 0;
    if (fails) removalsToFail -= 1;
    const [successful, failed] = [[] as object[], [] as object[]];
    for (const { Id, ReceiptHandle } of Entries) {
      const index = messages.findIndex(({ handle }) => handle === ReceiptHandle);
      if (fails || index < 0) failed.push({ Id, Code: 'InternalError', SenderFault: false });
      else {
        messages.splice(index, 1);
        successful.push({ Id });
      }
    }
    return { Successful: successful, Failed: failed };
  };
  const answer = async (request: IncomingMessage, body: string, signal: AbortSignal): Promise<object> => {
    if (request.headers['content-type'] !== 'application/x-amz-json-1.0') throw new Refusal('SerializationException');
    if (!isSigned(request, body)) throw new Refusal('InvalidSignatureException');
    const asked: unknown = JSON.parse(body);
    const { QueueUrl } = z.looseObject({ QueueUrl: z.string() }).parse(asked);
    if (QueueUrl !== queueUrl) throw new Refusal('QueueDoesNotExist');
    switch (request.headers['x-amz-target']) {
      case 'AmazonSQS.ReceiveMessage':
        return receive(receiveSchema.parse(asked), signal);
      case 'AmazonSQS.DeleteMessageBatch':
        return remove(removeSchema.parse(asked));
      default:
        throw new Refusal('UnsupportedOperation');
    }
  };

  const server = createServer((request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const headers = { 'Content-Type': 'application/x-amz-json-1.0', 'x-amzn-RequestId': randomUUID() };
    text(request)
      .then((body) => answer(request, body, gone.signal))
      .then(
        (answered) => response.writeHead(200, headers).end(JSON.stringify(answered)),
        (error: unknown) => {
          const code = error instanceof Refusal ? error.message : 'InvalidParameterValue';
          response.writeHead(400, headers).end(JSON.stringify({ __type: `com.amazonaws.sqs#${code}`, message: code }));
        },
      );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const queueUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/123456789012/webhooks`;
  return {
    queueUrl,
    credentials: { AWS_REGION: REGION, AWS_ACCESS_KEY_ID: ACCESS_KEY, AWS_SECRET_ACCESS_KEY: SECRET_KEY },
    send(body) {
      messages.push({ id: randomUUID(), body, handle: null });
      announce();
    },
    left: () => messages.length,
    given: () => given,
    expireVisibility() {
      for (const message of messages) message.handle = null;
      announce();
    },
    failRemovals(times) {
      removalsToFail = times;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

class Refusal extends Error {}

const hash = (content: string) => createHash('sha256').update(content).digest('hex');
const mac = (key: string | Buffer, content: string) => createHmac('sha256', key).update(content).digest();

/** Signature Version 4 of AWS, over the method, the path, the headers that it names, and the body. */
function isSigned(request: IncomingMessage, body: string): boolean {
  const { authorization = '' } = request.headers;
  const parts =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/sqs\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/;
  const [, key, day = '', region = '', names = '', signature] = parts.exec(authorization) ?? [];
  if (key !== ACCESS_KEY || region !== REGION || !names.split(';').includes('host')) return false;
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, request.url, '', headers.join(''), names, hash(body)].join('\n');
  const scope = `${day}/${region}/sqs/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, hash(canonical)].join('\n');
  const signingKey = ['sqs', 'aws4_request'].reduce(mac, mac(mac(`AWS4${SECRET_KEY}`, day), region));
  return mac(signingKey, toSign).toString('hex') === signature;
}

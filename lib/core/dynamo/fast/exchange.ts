import { createHmac, createSecretKey, hash, type KeyObject } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { readCall } from "./wire.ts";

/** The part of the SDK client's configuration that signing and sending use. */
export interface ClientSettings {
  signer(scheme: object): Promise<Signer>;
  region(): Promise<string>;
  /** Set if the client was made with an explicit endpoint URL. */
  endpoint?: (() => Promise<Endpoint>) | undefined;
  endpointProvider(override: { Region: string; UseFIPS: boolean; UseDualStack: boolean }): { url: URL };
  useFipsEndpoint(): Promise<boolean>;
  useDualstackEndpoint(): Promise<boolean>;
  requestHandler: { handle(request: object): Promise<{ response: HttpAnswer }> };
  protocol: { deserializeResponse(operation: object, settings: object, answer: object): Promise<unknown> };
  httpAuthSchemes: { signer: ClockSetter }[];
  /** Milliseconds by which DynamoDB's clock is ahead of this machine's. */
  systemClockOffset: number;
}

interface Signer {
  sign(request: object, at: { signingDate: Date }): Promise<{ headers: Record<string, string> }>;
}

interface Endpoint {
  protocol: string;
  hostname: string;
  port?: number | undefined;
  path: string;
}

interface HttpAnswer {
  statusCode: number;
  headers: Record<string, string>;
  body: IncomingMessage;
}

/** The SDK's signer, which corrects its clock by a refused call. */
interface ClockSetter {
  errorHandler(known: object): (error: unknown) => never;
}

const CONTENT_TYPE = "application/x-amz-json-1.0";

/** Signs calls of the table, sends them and reads the replies, with one try each: the SDK retries them. */
export function makeExchange(settings: ClientSettings) {
  let destination: Promise<RequestBase> | undefined;
  return async (operation: string, text: string) => {
    destination ??= requestBaseOf(settings).catch((error: unknown) => {
      destination = undefined;
      throw error;
    });
    const { signer, headers: common, ...request } = await destination;
    const sentAt = Date.now();
    const before = settings.systemClockOffset;
    const target = `DynamoDB_20120810.${operation}`;
    const unsigned = { ...request, query: {}, headers: { ...common, "x-amz-target": target }, body: text };
    const { headers } = await signer.sign(unsigned, { signingDate: new Date(sentAt + before) });
    headers["content-length"] = String(Buffer.byteLength(text));
    const { response } = await settings.requestHandler.handle({ ...request, headers, body: text });
    const chunks = await chunksOf(response.body);
    if (response.statusCode === 200) {
      const output = readCall(JSON.parse(textOf(chunks))) as Record<string, unknown>;
      output.$metadata = { httpStatusCode: 200, requestId: response.headers["x-amzn-requestid"] };
      return { response, output };
    }
    return throwRefusal(settings, { ...response, body: Buffer.concat(chunks) }, { before, sentAt });
  };
}

type RequestBase = Awaited<ReturnType<typeof requestBaseOf>>;

/** The parts that all requests have in common: signer, host, path and headers. */
async function requestBaseOf(settings: ClientSettings) {
  const region = await settings.region();
  const { protocol, hostname, port, path } = await endpointOf(settings, region);
  const host = port === undefined ? hostname : `${hostname}:${port}`;
  const signer = await settings.signer({
    name: "sigv4",
    signingName: "dynamodb",
    signingRegion: region,
    properties: {},
  });
  const headers = { host, "content-type": CONTENT_TYPE };
  return { signer, headers, method: "POST", protocol, hostname, port, path };
}

async function endpointOf(settings: ClientSettings, Region: string): Promise<Endpoint> {
  if (settings.endpoint) return settings.endpoint();
  const override = process.env.AWS_ENDPOINT_URL_DYNAMODB || process.env.AWS_ENDPOINT_URL;
  const [UseFIPS, UseDualStack] = [await settings.useFipsEndpoint(), await settings.useDualstackEndpoint()];
  const { protocol, hostname, port, pathname } = override
    ? new URL(override)
    : settings.endpointProvider({ Region, UseFIPS, UseDualStack }).url;
  return { protocol, hostname, port: port ? Number(port) : undefined, path: pathname };
}

function chunksOf(body: IncomingMessage): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    body.on("data", (chunk: Buffer) => chunks.push(chunk));
    body.on("end", () => resolve(chunks));
    body.on("error", reject);
  });
}

// Memory outside of the heap triggers garbage collection, so replies in several chunks are put together in one
// buffer.
const joinBuffer = Buffer.allocUnsafeSlow(256 * 1024);

function textOf(chunks: Buffer[]): string {
  const [first] = chunks;
  if (first && chunks.length === 1) return first.toString("utf8");
  if (chunks.reduce((sum, { length }) => sum + length, 0) > joinBuffer.length)
    return Buffer.concat(chunks).toString("utf8");
  const end = chunks.reduce((at, chunk) => at + chunk.copy(joinBuffer, at), 0);
  return joinBuffer.toString("utf8", 0, end);
}

/** Throws the SDK's error for a refusal, and lets the SDK correct its clock by it. */
async function throwRefusal(
  settings: ClientSettings,
  answer: object,
  clock: { before: number; sentAt: number },
): Promise<never> {
  try {
    await settings.protocol.deserializeResponse({ output: "unit" }, settings, answer);
  } catch (error) {
    Object.defineProperty(error, "$response", { value: answer });
    const known = {
      config: settings,
      _preRequestSystemClockOffset: clock.before,
      _requestSentAt: clock.sentAt,
    };
    return settings.httpAuthSchemes[0]?.signer.errorHandler(known)(error) as never;
  }
  throw new Error("DynamoDB refused a call without a reason.");
}

type HashInput = string | ArrayBuffer | ArrayBufferView;

const keyObjects = new WeakMap<object, KeyObject>();

/**
 * SHA-256, or HMAC with a secret, for the SDK's signer. Node identifies a secret of plain bytes by two exceptions,
 * which cost more than the rest of a signature. The signer uses one secret for a day, so its key object is cached.
 */
export class Sha256 {
  readonly #key: string | KeyObject | undefined;
  #data: (string | Uint8Array)[] = [];

  constructor(secret?: HashInput) {
    this.#key = secret === undefined || typeof secret === "string" ? secret : keyOf(secret);
  }

  update(data: HashInput): void {
    this.#data.push(typeof data === "string" ? data : bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    const [first = ""] = this.#data;
    const data = this.#data.length > 1 ? Buffer.concat(this.#data.map((each) => Buffer.from(each))) : first;
    if (this.#key === undefined) return hash("sha256", data, "buffer");
    return createHmac("sha256", this.#key).update(data).digest();
  }

  reset(): void {
    this.#data = [];
  }
}

function keyOf(secret: ArrayBuffer | ArrayBufferView): KeyObject {
  const key = keyObjects.get(secret) ?? createSecretKey(bytesOf(secret));
  keyObjects.set(secret, key);
  return key;
}

function bytesOf(data: ArrayBuffer | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

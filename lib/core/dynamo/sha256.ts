import { createHmac, createSecretKey, hash, type KeyObject } from "node:crypto";

type Data = string | ArrayBuffer | ArrayBufferView;

const keys = new WeakMap<object, KeyObject>();

/**
 * SHA-256, or HMAC by a secret, as the SDK's signer takes it. Node finds out what a secret of plain bytes is by two
 * exceptions, which costs more than the rest of a signature: the signer uses one for a day, so that its key is kept.
 */
export class Sha256 {
  readonly #key: string | KeyObject | undefined;
  #data: (string | Uint8Array)[] = [];

  constructor(secret?: Data) {
    this.#key = secret === undefined || typeof secret === "string" ? secret : keyOf(secret);
  }

  update(data: Data): void {
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
  const key = keys.get(secret) ?? createSecretKey(bytesOf(secret));
  keys.set(secret, key);
  return key;
}

function bytesOf(data: ArrayBuffer | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

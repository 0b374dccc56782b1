import type { Adapter, AdapterPayload } from "oidc-provider";

interface StoredEntry {
  payload: AdapterPayload;
  /** When it expires, in Unix milliseconds. */
  until: number;
}

/** In-memory storage of the local identity provider. */
export function oidcStore(): new (kind: string) => Adapter {
  const entries = new Map<string, StoredEntry>();
  const read = (key: string) => {
    const found = entries.get(key);
    if (found && found.until > Date.now()) return found.payload;
    entries.delete(key);
    return undefined;
  };
  const search = (test: (payload: AdapterPayload) => boolean) =>
    [...entries.keys()].map(read).find((payload) => payload !== undefined && test(payload));

  return class implements Adapter {
    private readonly kind: string;

    constructor(kind: string) {
      this.kind = kind;
    }

    async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
      entries.set(this.key(id), { payload, until: expiresIn ? Date.now() + expiresIn * 1000 : Infinity });
    }

    async find(id: string) {
      return read(this.key(id));
    }

    async findByUid(uid: string) {
      return search((payload) => payload.uid === uid);
    }

    async findByUserCode(userCode: string) {
      return search((payload) => payload.userCode === userCode);
    }

    async consume(id: string): Promise<void> {
      const payload = read(this.key(id));
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    }

    async destroy(id: string): Promise<void> {
      entries.delete(this.key(id));
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
    }

    private key(id: string): string {
      return `${this.kind} ${id}`;
    }
  };
}

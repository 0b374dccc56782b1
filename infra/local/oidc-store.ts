import type { Adapter, AdapterPayload } from "oidc-provider";

interface Kept {
  payload: AdapterPayload;
  /** Milliseconds. */
  until: number;
}

/** What the local identity provider remembers, for as long as it runs. */
export function oidcStore(): new (kind: string) => Adapter {
  const kept = new Map<string, Kept>();
  const read = (key: string) => {
    const found = kept.get(key);
    if (found && found.until > Date.now()) return found.payload;
    kept.delete(key);
    return undefined;
  };
  const search = (test: (payload: AdapterPayload) => boolean) =>
    [...kept.keys()].map(read).find((payload) => payload !== undefined && test(payload));

  return class implements Adapter {
    private readonly kind: string;

    constructor(kind: string) {
      this.kind = kind;
    }

    async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
      kept.set(this.key(id), { payload, until: expiresIn ? Date.now() + expiresIn * 1000 : Infinity });
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
      kept.delete(this.key(id));
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key);
    }

    private key(id: string): string {
      return `${this.kind} ${id}`;
    }
  };
}

import { createHmac, createSecretKey, hash, type KeyObject } from "node:crypto";

/** What AWS knows a caller by. */
export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

/** Where the requests of a signer go. */
interface Destination {
  host: string;
  path: string;
  region: string;
  service: string;
  contentType: string;
}

const ALGORITHM = "AWS4-HMAC-SHA256";
const CLOSING = "aws4_request";

/**
 * Signs requests by Signature Version 4 (AWS, "Create a signed AWS API request"), for one service whose requests differ
 * in target and text alone. The key that is derived for a day is kept until day or credentials change.
 *
 * @returns the headers of a request; `milliseconds` is the time of the signature
 */
export function signer({ host, path, region, service, contentType }: Destination) {
  let known: { credentials: Credentials; day: string; key: KeyObject } | undefined;
  const keyOf = (credentials: Credentials, day: string): KeyObject => {
    const same = known?.day === day && known.credentials === credentials;
    if (!same)
      known = { credentials, day, key: derived(credentials.secretAccessKey, [day, region, service]) };
    return (known as { key: KeyObject }).key;
  };
  return (credentials: Credentials, target: string, text: string, milliseconds: number) => {
    const time = compact(milliseconds);
    const day = time.slice(0, 8);
    const { accessKeyId, sessionToken } = credentials;
    const token = sessionToken === undefined ? "" : `x-amz-security-token:${sessionToken}\n`;
    const names = `content-type;host;x-amz-date;${token && "x-amz-security-token;"}x-amz-target`;
    const fields = `content-type:${contentType}\nhost:${host}\nx-amz-date:${time}\n${token}x-amz-target:${target}\n`;
    const request = `POST\n${path}\n\n${fields}\n${names}\n${hash("sha256", text)}`;
    const scope = `${day}/${region}/${service}/${CLOSING}`;
    const toSign = `${ALGORITHM}\n${time}\n${scope}\n${hash("sha256", request)}`;
    const signature = createHmac("sha256", keyOf(credentials, day)).update(toSign).digest("hex");
    const headers: Record<string, string> = {
      host,
      "content-type": contentType,
      "x-amz-target": target,
      "x-amz-date": time,
      authorization: `${ALGORITHM} Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    };
    if (sessionToken !== undefined) headers["x-amz-security-token"] = sessionToken;
    return headers;
  };
}

/** `20261122T120000Z` */
function compact(milliseconds: number): string {
  const text = new Date(milliseconds).toISOString();
  return `${text.slice(0, 4)}${text.slice(5, 7)}${text.slice(8, 13)}${text.slice(14, 16)}${text.slice(17, 19)}Z`;
}

function derived(secret: string, scope: string[]): KeyObject {
  let key: Buffer | string = `AWS4${secret}`;
  for (const part of [...scope, CLOSING]) key = createHmac("sha256", key).update(part).digest();
  return createSecretKey(key as Buffer);
}

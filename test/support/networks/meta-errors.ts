import { type NetworkRules, Refusal, type Request } from "./stand-in.ts";

const VERSION = "v26.0";

export const graphError = (status: number, code: number, message: string, error_subcode?: number) =>
  new Refusal(status, {
    error: {
      message,
      type: "OAuthException",
      code,
      ...(error_subcode ? { error_subcode } : {}),
      fbtrace_id: "A",
    },
  });

export const unknownParameter = (name: string) => graphError(400, 100, `Unknown parameter ${name}`);

/** Checks the token. Returns the path's parts after the version. */
export function pathParts({ headers, path }: Request, access: string): string[] {
  const parts = path.split("/").slice(1);
  const isUpload = parts[0] === "video-upload";
  const version = parts[isUpload ? 1 : 0];
  if (version !== VERSION)
    throw graphError(400, 2635, `You are calling a deprecated version of the API: ${version}`);
  const token = headers.authorization?.replace(/^(Bearer|OAuth) /, "");
  if (token !== access) throw graphError(401, 190, `Invalid OAuth access token: ${token}`);
  return isUpload ? parts : parts.slice(1);
}

export const limitReply: NetworkRules["limited"] = () => ({
  status: 400,
  json: { error: { code: 32, message: "Page request limit reached", type: "OAuthException" } },
  headers: { "x-business-use-case-usage": JSON.stringify({ 1: [{ estimated_time_to_regain_access: 7 }] }) },
});

export const errorReply: NetworkRules["broken"] = () => ({
  status: 500,
  json: { error: { code: 1, message: "An unknown error occurred", type: "OAuthException" } },
});

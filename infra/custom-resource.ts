import { setTimeout } from "node:timers/promises";
import type {
  CloudFormationCustomResourceDeleteEvent,
  CloudFormationCustomResourceEvent,
  CloudFormationCustomResourceResponse,
} from "aws-lambda";

/** Milliseconds before each retry of sending the answer. */
const RETRY_PAUSES = [500, 1000, 2000];

/** Runs the action of a custom resource and reports its outcome to CloudFormation. */
export async function runCustomResource(
  event: CloudFormationCustomResourceEvent,
  act: () => Promise<unknown>,
): Promise<void> {
  const { StackId, RequestId, LogicalResourceId } = event;
  const of = { StackId, RequestId, LogicalResourceId };
  // The id must not change: CloudFormation would delete the resource of the old one.
  const existingId = event.RequestType === "Create" ? undefined : event.PhysicalResourceId;
  let response: CloudFormationCustomResourceResponse;
  try {
    await act();
    const PhysicalResourceId = existingId ?? LogicalResourceId;
    response = { ...of, PhysicalResourceId, Status: "SUCCESS", Data: {} };
  } catch (error) {
    const Reason = error instanceof Error ? error.message : String(error);
    const PhysicalResourceId = existingId ?? `${LogicalResourceId}-failed`;
    response = { ...of, PhysicalResourceId, Status: "FAILED", Reason };
  }
  await sendAnswer(event.ResponseURL, response);
}

/**
 * Whether CloudFormation got the answer that the resource was created. If not, its rollback deletes the resource
 * under another id, and what was done must be undone.
 */
export function wasAnswered(event: CloudFormationCustomResourceDeleteEvent): boolean {
  return event.PhysicalResourceId === event.LogicalResourceId;
}

/** @throws Error when no try arrives, so that Lambda runs the function again */
async function sendAnswer(url: string, response: CloudFormationCustomResourceResponse): Promise<void> {
  for (const pause of RETRY_PAUSES) {
    if (await tryAnswer(url, response)) return;
    await setTimeout(pause);
  }
  if (!(await tryAnswer(url, response))) throw new Error("CloudFormation does not take the answer.");
}

async function tryAnswer(url: string, response: CloudFormationCustomResourceResponse): Promise<boolean> {
  // The presigned URL was signed without a content type.
  const request = { method: "PUT", body: JSON.stringify(response), headers: { "content-type": "" } };
  try {
    return (await fetch(url, { ...request, signal: AbortSignal.timeout(10_000) })).ok;
  } catch {
    return false;
  }
}

import { setTimeout } from "node:timers/promises";
import type {
  CloudFormationCustomResourceDeleteEvent,
  CloudFormationCustomResourceEvent,
  CloudFormationCustomResourceResponse,
} from "aws-lambda";

/** Before each further try to answer, in milliseconds. */
const PAUSES = [500, 1000, 2000];

/** Does what a resource of our own stands for, and tells CloudFormation how that ended. */
export async function runCustomResource(
  event: CloudFormationCustomResourceEvent,
  act: () => Promise<unknown>,
): Promise<void> {
  const { StackId, RequestId, LogicalResourceId } = event;
  const of = { StackId, RequestId, LogicalResourceId };
  // A resource keeps the name that it has: under another one CloudFormation would delete it.
  const named = event.RequestType === "Create" ? undefined : event.PhysicalResourceId;
  let response: CloudFormationCustomResourceResponse;
  try {
    await act();
    const PhysicalResourceId = named ?? LogicalResourceId;
    response = { ...of, PhysicalResourceId, Status: "SUCCESS", Data: {} };
  } catch (error) {
    const Reason = error instanceof Error ? error.message : String(error);
    const PhysicalResourceId = named ?? `${LogicalResourceId}-failed`;
    response = { ...of, PhysicalResourceId, Status: "FAILED", Reason };
  }
  await answer(event.ResponseURL, response);
}

/**
 * Whether what is deleted was ever made, as far as CloudFormation knows. Of one whose answer was a failure, or never came,
 * it has another name, and a rollback deletes that: what was done all the same must be undone.
 */
export function wasCreated(event: CloudFormationCustomResourceDeleteEvent): boolean {
  return event.PhysicalResourceId === event.LogicalResourceId;
}

/** @throws Error when no try arrived; Lambda then runs the function again. */
async function answer(url: string, response: CloudFormationCustomResourceResponse): Promise<void> {
  for (const pause of PAUSES) {
    if (await arrives(url, response)) return;
    await setTimeout(pause);
  }
  if (!(await arrives(url, response))) throw new Error("CloudFormation does not take the answer.");
}

async function arrives(url: string, response: CloudFormationCustomResourceResponse): Promise<boolean> {
  // The address is signed without a content type.
  const sent = { method: "PUT", body: JSON.stringify(response), headers: { "content-type": "" } };
  try {
    return (await fetch(url, { ...sent, signal: AbortSignal.timeout(10_000) })).ok;
  } catch {
    return false;
  }
}

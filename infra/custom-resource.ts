import type { CloudFormationCustomResourceEvent, CloudFormationCustomResourceResponse } from "aws-lambda";

/** Does what a resource of our own stands for, and tells CloudFormation how that ended. */
export async function answering(
  event: CloudFormationCustomResourceEvent,
  act: () => Promise<unknown>,
): Promise<void> {
  const { StackId, RequestId, LogicalResourceId } = event;
  const of = { StackId, RequestId, LogicalResourceId, PhysicalResourceId: LogicalResourceId };
  try {
    await act();
    await answer(event.ResponseURL, { ...of, Status: "SUCCESS", Data: {} });
  } catch (error) {
    const Reason = error instanceof Error ? error.message : String(error);
    await answer(event.ResponseURL, { ...of, Status: "FAILED", Reason });
  }
}

async function answer(url: string, response: CloudFormationCustomResourceResponse): Promise<void> {
  // The address is signed without a content type.
  const sent = { method: "PUT", body: JSON.stringify(response), headers: { "content-type": "" } };
  const { ok, status } = await fetch(url, { ...sent, signal: AbortSignal.timeout(10_000) });
  if (!ok) throw new Error(`CloudFormation answered ${status}.`);
}
